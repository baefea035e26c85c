"""Bars: by keyed hashes, for each server, until they end."""

from __future__ import annotations

import time
from datetime import timedelta
from threading import Event, Thread

from sqlalchemy import func, select

from bot.storage import keyed_hash as hashing
from bot.storage.database import Storage
from bot.storage.keyed_hash import existing_hash, keyed_hash
from bot.storage.schema import bars as bars_table
from bot.table.store import bars
from bot.table.store.bars import Bar
from sql import run

DAY = timedelta(days=1)
MOD = 5


def count(storage):
    with storage._held.transaction(reads=True) as connection:
        return run(connection, select(func.count()).select_from(bars_table)).scalar()


def test_a_bar_holds_on_its_server_until_its_time(storage, maker):
    now = maker.noon
    assert storage.read(bars.bar_end, 1, 100, now) is None
    storage.write(bars.bar, 1, 100, now + DAY, MOD)
    assert storage.read(bars.bar_end, 1, 100, now) == now + DAY
    assert storage.read(bars.bar_end, 1, 100, now + DAY) is None
    assert storage.read(bars.bar_end, 2, 100, now) is None
    assert storage.read(bars.bar_end, 1, 200, now) is None
    storage.write(bars.bar, 1, 100, now + 2 * DAY, MOD)
    assert storage.read(bars.bar_end, 1, 100, now) == now + 2 * DAY
    storage.write(bars.lift, 2, 100)
    storage.write(bars.lift, 1, 200)
    assert storage.read(bars.bar_end, 1, 100, now)
    storage.write(bars.lift, 1, 100)
    assert storage.read(bars.bar_end, 1, 100, now) is None


def test_those_in_force_are_listed_in_the_order_of_their_ends(storage, maker):
    now = maker.noon
    for user, days in ((7, 3), (8, 1), (9, 2)):
        storage.write(bars.bar, 1, user, now + days * DAY, MOD)
    storage.write(bars.bar, 1, 7, now + 4 * DAY, 6)
    storage.write(bars.bar, 2, 7, now + 2 * DAY, MOD)
    assert storage.read(bars.in_force, 1, now + DAY) == [
        Bar(9, MOD, now + 2 * DAY),
        Bar(7, 6, now + 4 * DAY),
    ]


def test_those_that_have_ended_are_deleted(storage, maker):
    now = maker.noon
    for user in range(3):
        storage.write(bars.bar, 1, user, now + DAY, MOD)
    storage.write(bars.bar, 2, 7, now + 2 * DAY, MOD)
    storage.write(bars.delete_ended, now + DAY)
    assert count(storage) == 1


def test_a_hash_is_known_to_a_later_process(storage, url, maker):
    storage.write(bars.bar, 1, 100, maker.noon + DAY, MOD)
    with Storage.open(url) as later:  # the key is stored
        assert later.read(bars.bar_end, 1, 100, maker.noon)


def test_a_hash_stays_the_same_and_is_not_made_by_reading(storage):
    with storage._held.transaction(reads=True) as connection:
        assert existing_hash(connection, 1) is None
    with storage._held.transaction(reads=False) as connection:
        first, other = keyed_hash(connection, 1), keyed_hash(connection, 2)
    assert len(first) == 64
    assert first != other
    with storage._held.transaction(reads=True) as connection:
        assert existing_hash(connection, 1) == first


def test_two_processes_that_need_the_key_for_the_first_time_get_the_same_one(
    postgres_url, monkeypatch, maker
):
    """Both see that there is none; the second waits for the first and takes its key."""
    with Storage.open(postgres_url) as one, Storage.open(postgres_url) as other:
        now, first, real = maker.noon, Event(), hashing.store_key

        def store(connection, key):
            real(connection, key)
            if not first.is_set():
                first.set()
                time.sleep(0.5)

        monkeypatch.setattr(hashing, "store_key", store)
        thread = Thread(target=one.write, args=(bars.bar, 1, 100, now + DAY, MOD))
        thread.start()
        assert first.wait(5)
        other.write(bars.bar, 1, 200, now + DAY, MOD)
        thread.join()
        assert {one.read(bars.bar_end, 1, user, now) for user in (100, 200)} == {now + DAY}
