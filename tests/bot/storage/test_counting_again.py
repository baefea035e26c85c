"""All rounds are counted again while others are counted: each is counted once."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from threading import Event, Thread

import pytest

from bot.storage import Storage, accounts, counting
from bot.table.stored_round import Player
from made_accounts import seat_account

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
        stored = storage.rounds.open(replace(begun, players=(begun.players[0], other)))
        storage.rounds.save(replace(stored, status="closed", deadline=None), maker.noon)
        return stored.id

    return close


def counts(storage):
    """Return how many rounds count for each player."""
    found = [storage.standings.of_member(SERVER, user) for user in (ANA, BOGDAN)]
    return [standings["dice-poker"].counted for standings in found]


@pytest.mark.parametrize(
    "place", [(accounts, "count"), (counting, "_in_period")], ids=["unread", "read"]
)
def test_a_round_that_is_counted_meanwhile_counts_once(url, storage, closed, monkeypatch, place):
    """`place` is where the one who counts is overtaken: before or after the numbers were read."""
    for _ in range(3):
        storage.accounts.store(closed(Player(level="house")), ACCOUNTS)
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
            other.count_queue.enter_all()
            overtaken.set()

    thread = Thread(target=rival)
    thread.start()
    with monkeypatch.context() as patch:
        patch.setattr(*place, slow)
        storage.accounts.store(late, ACCOUNTS)
    thread.join()
    storage.count_queue.count_all()
    assert counts(storage) == [4, 1]


def test_two_who_count_again_share_the_work(url, storage, closed):
    for _ in range(12):
        storage.accounts.store(closed(Player(user=BOGDAN)), ACCOUNTS)
    assert storage.count_queue.enter_all() == 12

    def go_on():
        with Storage.open(url) as other:
            while other.count_queue.waits():
                other.count_queue.count_next(2)

    threads = [Thread(target=go_on) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts(storage) == [12, 12]
