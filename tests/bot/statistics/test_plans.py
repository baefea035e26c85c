"""Every question about statistics is answered from an index: nothing reads a whole table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.statistics.standing import span
from bot.statistics.store import history, standings
from bot.statistics.store.history import PAGE
from bot.statistics.store.standings import ORDERS, LeaderboardQuery
from bot.storage.schema import standings as standings_table
from bot.storage.shards import Shards
from bot.table.store import account_queue, hidden, rounds
from query_plans import assert_searched, plans

HERE, ANA = 1, 100


@pytest.fixture
def played(storage, maker):
    """Store as many rounds of Ana that are over as a page has; return the storage."""
    stored = maker.begun(guild=HERE, deadline=None)
    while stored.status == "playing":
        stored = maker.acted(stored)
    for channel in range(PAGE):
        storage.act(rounds.open_round, replace(stored, channel=channel))
    return storage


@pytest.mark.slow
def test_a_member_is_read_from_indexes(played):
    def use():
        played.read(standings.of_member, HERE, ANA)
        played.read(hidden.is_hidden, ANA)

    assert_searched(plans(played, use))


def test_history_comes_in_the_order_of_its_index(played):
    """So the last rounds are found without a look at those before them, or of other servers."""

    def use():
        played.read(history.page, HERE, ANA, 0)
        played.read(history.page, 0, ANA, 3)

    found = plans(played, use)
    assert_searched(found)
    assert not any(plan.sorts for plan in found)
    page, shown, seats, nothing = (plan.text for plan in found)
    assert "results_by_user" in page
    assert "results_by_user" in nothing
    assert "KEY" in seats or "pk" in seats
    assert "results_by_user" not in shown  # it is read by the rounds of the page


def leaderboards(storage, maker):
    """Return the plans for the second page of a leaderboard in each order."""
    texts = ("span", "rarest", "last_counted")
    values = {column.key: 0 for column in standings_table.columns if column.key not in texts}
    named = {"game": "nine", "period": "week", "span": span("week", maker.noon)}
    with storage._held.transaction(reads=False) as connection:
        connection.execute(
            standings_table.insert(),
            [
                {**values, **named, "guild": HERE, "user": user, "last_counted": maker.noon}
                for user in range(1, 13)
            ],
        )

    def use():
        for by in ORDERS:
            asked = LeaderboardQuery(HERE, "nine", by, "week", maker.noon, ANA)
            storage.read(standings.leaderboard, asked, 1)

    return plans(storage, use)


def test_leaderboards_come_in_the_order_of_their_index(storage, maker):
    found = leaderboards(storage, maker)
    assert_searched(found)
    for order in ORDERS:
        assert any(f"standings_by_{order}" in plan.text for plan in found)
    assert not any(plan.sorts for plan in found)


def test_the_asker_and_the_members_of_a_page_are_read_by_their_key(sqlite_storage, maker):
    found = leaderboards(sqlite_storage, maker)
    key = "SEARCH standings USING PRIMARY KEY (user=? AND guild=? AND game=? AND period=?)"
    assert sum(key in plan.text for plan in found) == 2 * len(ORDERS)


def test_waiting_rounds_come_in_the_order_of_their_index_however_many_wait(storage):
    def use():
        storage.read(account_queue.waiting, 5)
        storage.read(account_queue.waiting, 5, Shards(2, (1,)))

    for plan in plans(storage, use):
        assert "account_queue_by_attempts" in plan.text
        assert not plan.sorts
