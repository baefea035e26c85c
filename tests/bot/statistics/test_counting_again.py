"""All rounds are counted again while others are counted: each is counted once."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from threading import Event, Thread

import pytest
from sqlalchemy import Engine, event

from bot.admin.store import erasing, member_export
from bot.statistics.store import (
    accounts,
    standings,
    standings_rebuild,
    standings_update,
)
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.stored_round import Player
from made_accounts import count_all, seat_account

ANA, BOGDAN = 100, 200  # the first plays in every round of `maker`
SERVER = 1
RIVAL_SECONDS = 0.3
ACCOUNTS = [seat_account(), seat_account()]


@pytest.fixture
def closed(storage, maker):
    """Return a function that stores a round that was closed, which counts for skill."""
    channels = count(20)

    def close(other):
        begun = maker.begun(channel=next(channels))
        stored = storage.act(rounds.open_round, replace(begun, players=(begun.players[0], other)))
        storage.act(rounds.save, replace(stored, status="closed", deadline=None), maker.noon)
        return stored.id

    return close


def counts(storage):
    """Return how many rounds count for each player."""
    found = [storage.read(standings.of_member, SERVER, user) for user in (ANA, BOGDAN)]
    return [games["dice-poker"].skill_rounds for games in found]


@pytest.mark.parametrize(
    "place", [(accounts, "count"), (standings_update, "_in_period")], ids=["unread", "read"]
)
def test_a_round_that_is_counted_meanwhile_counts_once(url, storage, closed, monkeypatch, place):
    """`place` is where the one who counts is overtaken: before or after the numbers were read."""
    for _ in range(3):
        storage.write(accounts.store, {closed(Player(level="house")): ACCOUNTS})
    late = closed(Player(user=BOGDAN))
    real, begun, overtaken = getattr(*place), Event(), Event()

    def slow(*args):
        if not begun.is_set():
            begun.set()
            overtaken.wait(RIVAL_SECONDS)
        return real(*args)

    def rival():
        with Storage.open(url) as other:
            assert begun.wait(5)
            other.write(standings_rebuild.enter_all)
            overtaken.set()

    thread = Thread(target=rival)
    thread.start()
    with monkeypatch.context() as patch:
        patch.setattr(*place, slow)
        storage.write(accounts.store, {late: ACCOUNTS})
    thread.join()
    count_all(storage)
    assert counts(storage) == [4, 1]


def test_two_who_count_again_share_the_work(url, storage, closed):
    for _ in range(12):
        storage.write(accounts.store, {closed(Player(user=BOGDAN)): ACCOUNTS})
    assert storage.write(standings_rebuild.enter_all) == 12

    def go_on():
        with Storage.open(url) as other:
            while other.read(standings_rebuild.waits):
                other.write(standings_rebuild.count_next, 2)

    threads = [Thread(target=go_on) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts(storage) == [12, 12]


class KilledError(BaseException):
    """The process was killed."""


@contextmanager
def killed_at(number):
    """Kill the process before its commit of this number, counted from 0."""
    commits = count()

    def kill(connection):
        reads = connection.get_execution_options().get("reads")
        if not reads and next(commits) == number:
            raise KilledError

    event.listen(Engine, "commit", kill)
    try:
        yield
    finally:
        event.remove(Engine, "commit", kill)


def test_who_counts_again_may_be_killed_at_any_moment(url, storage, closed):
    """The next one goes on: nothing is lost or counted twice."""
    for _ in range(5):
        storage.write(accounts.store, {closed(Player(user=BOGDAN)): ACCOUNTS})
    for number in count():
        try:
            with Storage.open(url) as other, killed_at(number):
                other.write(standings_rebuild.enter_all)
                count_all(other, 2)
        except KilledError:
            count_all(storage)
            assert counts(storage) == [5, 5], number
        else:
            break
    assert number >= 4, "all were entered, then two, two and one counted"


def test_who_was_erased_does_not_return_when_all_is_counted_again(storage, closed, maker):
    round_id = closed(Player(user=BOGDAN))
    storage.write(accounts.store, {round_id: ACCOUNTS})
    storage.write(erasing.erase_part, BOGDAN, 0)
    storage.write(erasing.finish, BOGDAN, maker.noon)
    storage.write(standings_rebuild.enter_all)
    count_all(storage)
    assert storage.read(standings.of_member, SERVER, BOGDAN) == {}
    assert not {"accounts", "standings"} & storage.read(member_export.other_rows, BOGDAN).keys()
    assert storage.read(standings.of_member, SERVER, ANA)["dice-poker"].skill_rounds == 1
