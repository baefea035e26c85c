"""What is known of members when their round ends: one statement, on both databases."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.storage import schema
from bot.table.headline import MOST_IN_A_ROW, EarlierResults
from bot.table.store import headlines, hidden, rounds
from bot.table.stored_round import Player
from query_plans import plans

HERE, ELSEWHERE = 1, 2
ANA, BOGDAN, CARMEN = 100, 200, 300


@pytest.fixture
def filled(storage, maker):
    """Return a function that stores the result of a member at so many hours before noon."""

    def store(user, hours, *, won=False, total=None, game="dice-poker", guild=HERE):
        ended_before = storage.act(rounds.open_round, maker.begun(status="closed"))
        result = {
            "round": ended_before.id,
            "seat": 0,
            "user": user,
            "share": "1",
            "score": total,
            "finished": maker.noon - timedelta(hours=hours),
            "guild": guild,
            "won": won,
            "game": game,
            "total": total,
        }

        storage.write(lambda connection: connection.execute(schema.results.insert().values(result)))

    return store


def ended(maker, users=(ANA, BOGDAN), **parts):
    """Return a round of these members that was played to its end, not stored yet."""
    stored = maker.begun(players=tuple(Player(user=user) for user in users), **parts)
    while stored.status != "over":
        stored = maker.acted(stored)
    return stored


def known(storage, maker, over):
    return storage.read(headlines._known, over, maker.noon)


def test_of_a_first_game_nothing_is_known(storage, maker):
    assert known(storage, maker, ended(maker)) == {0: EarlierResults(), 1: EarlierResults()}


def test_bests_are_those_of_the_game_on_the_server(storage, maker, filled):
    filled(ANA, 30, total=210)
    filled(ANA, 40, total=190)
    filled(CARMEN, 30, total=250)
    filled(CARMEN, 30, total=900, game="nine")
    filled(CARMEN, 30, total=900, guild=ELSEWHERE)
    filled(CARMEN, 30)
    found = known(storage, maker, ended(maker))
    assert (found[0].best, found[0].of_server) == (210, 250)
    assert (found[1].best, found[1].of_server) == (None, 250)


def test_who_holds_the_best_of_the_server_has_an_own_best_alone(storage, maker, filled):
    filled(ANA, 30, total=210)
    filled(CARMEN, 30, total=150)
    found = known(storage, maker, ended(maker))
    assert (found[0].best, found[0].of_server) == (210, None)
    assert found[1].of_server == 210


def test_members_who_hide_are_left_out_and_give_no_best(storage, maker, filled):
    filled(ANA, 30, total=210)
    filled(CARMEN, 30, total=250)
    filled(CARMEN, 30, total=240)
    for user in (CARMEN, BOGDAN):
        storage.write(hidden.set_hidden, user, on=True)
    found = known(storage, maker, ended(maker))
    assert found == {0: EarlierResults(best=210, days=1)}


def test_totals_of_direct_messages_are_compared_with_nobody(storage, maker, filled):
    filled(CARMEN, 30, total=250, guild=0)
    filled(ANA, 30, total=150, guild=0)
    found = known(storage, maker, ended(maker, guild=None))
    assert (found[0].best, found[0].of_server) == (150, None)


def test_wins_in_a_row_end_with_a_game_that_was_not_won(storage, maker, filled):
    for hours, won in ((50, True), (49, False), (48, True), (47, True)):
        filled(ANA, hours, won=won)
    filled(ANA, 46, game="nine/alone")
    filled(ANA, 45, won=True, guild=ELSEWHERE)
    filled(BOGDAN, 45, won=True)
    found = known(storage, maker, ended(maker))
    assert (found[0].wins, found[1].wins) == (2, 1)


def test_days_in_a_row_end_with_the_day_before_and_are_none_on_a_second_round_of_a_day(
    storage, maker, filled
):
    """Noon is the time of the end: 12 hours before it is midnight, which belongs to the day."""
    for hours in (13, 36, 37, 61, 120):
        filled(ANA, hours)
    filled(BOGDAN, 13)
    filled(BOGDAN, 12)
    found = known(storage, maker, ended(maker))
    assert (found[0].days, found[1].days) == (3, 0)


def test_what_is_in_a_row_is_read_up_to_a_bound(storage, maker, filled):
    for day in range(1, MOST_IN_A_ROW + 5):
        filled(ANA, 24 * day, won=True)
    found = known(storage, maker, ended(maker))
    assert (found[0].days, found[0].wins) == (MOST_IN_A_ROW, MOST_IN_A_ROW)


def test_one_statement_searches_indexes_alone(storage, maker, filled):
    filled(ANA, 30, total=210)
    over = ended(maker)
    (plan,) = plans(storage, lambda: known(storage, maker, over))
    assert not [one for one in plan.whole if "results" in one or "settings" in one], plan.text
    for index in ("results_by_end", "totals_of_server", "totals_of_member"):
        assert index in plan.text


def test_the_end_of_a_round_stores_its_headline_and_its_totals(storage, maker):
    stored = storage.act(rounds.open_round, maker.begun())
    while stored.status != "over":
        stored = storage.act(rounds.save, maker.acted(stored), maker.noon)
    assert stored.headline
    assert storage.read(rounds.load, stored.id) == stored
