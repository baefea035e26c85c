"""A look at a database changes nothing, on SQLite and PostgreSQL; open rounds are counted by shards."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.storage.database import Storage
from bot.storage.errors import StorageFault
from bot.storage.inspection import inspect_database
from bot.storage.shards import Shards
from bot.table.store import deadlines, rounds


def test_an_empty_database_stays_empty(url: str) -> None:
    assert [inspect_database(url).state for _ in range(2)] == ["missing", "missing"]


def test_one_in_use_is_up_to_date_and_whole(storage: Storage, url: str) -> None:
    found = inspect_database(url)
    assert (found.state, found.damage) == ("newest", "")
    assert found.size > 10_000


def test_one_of_a_newer_version_is_refused(storage: Storage, url: str) -> None:
    with storage._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'r9999'")
    with pytest.raises(StorageFault):
        inspect_database(url)


def test_open_rounds_are_counted_by_shards(storage: Storage, maker) -> None:
    for shard, channel in ((0, 11), (1, 12), (1, 13)):
        storage.write(rounds.open_round, maker.lobby(channel=channel, guild=shard << 22))
    direct = maker.lobby(channel=14, guild=None)
    storage.write(rounds.open_round, direct)
    assert storage.read(deadlines.count_open) == 4
    assert storage.read(deadlines.count_open, Shards(2, (0,))) == 2
    assert storage.read(deadlines.count_open, Shards(2, (1,))) == 2
    later = maker.noon + timedelta(minutes=11)
    assert storage.read(deadlines.due, later, Shards(2, (1,))) == (2, 3), (
        "PostgreSQL shifts by integers"
    )
    assert storage.write(deadlines.extend_overdue, later, later, Shards(2, (0,))) == 2
    stored = storage.read(rounds.load, 1)
    storage.write(rounds.save, stored.ended_as("closed"))
    assert storage.read(deadlines.count_open) == 3
