"""All rounds are counted again while others are counted: each is counted once."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from threading import Event, Thread

import pytest

from bot.database import Storage
from bot.statistics.store import accounts, standings_update
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
    return [standings["dice-poker"].skill_rounds for standings in found]


@pytest.mark.parametrize(
    "place", [(accounts, "count"), (standings_update, "_in_period")], ids=["unread", "read"]
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


def test_who_was_erased_does_not_return_with_a_new_accounting(storage, closed, maker):
    round_id = closed(Player(user=BOGDAN))
    storage.accounts.store(round_id, ACCOUNTS)
    storage.erasures.erase_part(BOGDAN, 0)
    storage.erasures.finish(BOGDAN, maker.noon)
    storage.renewal.replace(round_id, ACCOUNTS, "new")
    storage.count_queue.enter_all()
    storage.count_queue.count_all()
    assert storage.standings.of_member(SERVER, BOGDAN) == {}
    assert not {"accounts", "standings"} & storage.member_export.other_rows(BOGDAN).keys()
    assert storage.standings.of_member(SERVER, ANA)["dice-poker"].skill_rounds == 1


def test_a_renewal_goes_on_for_the_code_that_began_it(storage, closed):
    waits, first, last = (closed(Player(level="house")) for _ in range(3))
    storage.accounts.store(first, ACCOUNTS)
    storage.accounts.store(last, ())
    assert storage.renewal.after(0, 5) == [first, last]  # what waits is accounted for anyway
    storage.renewal.replace(first, ACCOUNTS, "new")
    assert (storage.renewal.reached("new"), storage.renewal.reached("newer")) == (first, 0)
    assert storage.renewal.after(first, 5) == [last]
    storage.renewal.replace(last, ACCOUNTS, "new")
    assert storage.accounts.of_round(last)[0] == ACCOUNTS[0]
    storage.renewal.replace(waits + 99, ACCOUNTS, "new")  # deleted meanwhile, with its server
    storage.renewal.finish()
    assert storage.renewal.reached("new") == 0
