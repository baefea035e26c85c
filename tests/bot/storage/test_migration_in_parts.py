"""A migration that moves something of every round goes on where it was interrupted."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest
from sqlalchemy import inspect, text

from bot.admin.store import erasing
from bot.storage import migrations
from bot.storage.connection import address, engine_for
from bot.storage.database import Storage
from bot.storage.errors import NotMigrated
from bot.table.closing import closed_by
from bot.table.store import results, rounds
from bot.table.stored_round import Player
from older_databases import take_back

MODERATOR = 1456074443980800006
ROUNDS = 7


class Killed(Exception):
    """Stands for the end of the process."""


@pytest.fixture
def old(url, maker):
    """Return what the rounds of a database were that has been taken back to 0017."""
    with Storage.open(url) as storage:
        left = Player(user=300, left=True, left_at=3, hints=(1, 3), coached=(2,), wins=2)
        table = (
            maker.begun(channel=1, table_options={"pace": "slow", "thread": "yes"}),
            maker.begun(channel=2, players=(left, Player(level="house"))),
            maker.lobby(channel=3, guild=None, players=(Player(user=1, accepted=False),)),
            maker.begun(channel=4, table_options={"reach": "answers", "match": "3"}),
            maker.begun(channel=5),
            maker.begun(channel=6),
            maker.lobby(channel=7),
        )
        stored = [storage.act(rounds.open_round, one) for one in table]
        assert len(stored) == ROUNDS
        over = stored[4]
        while over.status == "playing":
            over = storage.act(rounds.save, maker.acted(over), maker.noon)
        closed = replace(closed_by(stored[5], MODERATOR), status="closed", deadline=None)
        storage.act(rounds.save, closed, maker.noon)
        before = [storage.read(rounds.load, one.id) for one in stored]
        won = storage.read(results.of_round, over.id)
    take_back(url, "0017")
    return before, won


def in_parts_of(monkeypatch, rounds_each, killed_after=None):
    """Let a migration have parts of so many rounds, and end after some of them."""
    whole = migrations._in_parts

    def in_parts(connection, revision, module, upgrade):
        fill, done = module.fill, []

        def filled(*args):
            found = fill(*args)
            if len(done) == killed_after:  # this part is not committed any more
                raise Killed
            done.append(found)
            return found

        monkeypatch.setattr(module, "PART", rounds_each)
        monkeypatch.setattr(module, "fill", filled)
        whole(connection, revision, module, upgrade)

    monkeypatch.setattr(migrations, "_in_parts", in_parts)


def revision_of(url):
    engine = engine_for(address(url))
    with engine.connect() as connection:
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    engine.dispose()
    return found


def test_a_database_is_the_same_after_it_was_killed_in_each_part(url, old, monkeypatch):
    before, won = old
    for killed_after, reached in ((0, "0018-0"), (1, "0018-2"), (1, "0018-4"), (2, "0018-7")):
        with monkeypatch.context() as patch:
            in_parts_of(patch, 2, killed_after)
            with pytest.raises(Killed):
                Storage.open(url)
        assert revision_of(url) == reached
        with pytest.raises(NotMigrated):
            Storage.open_existing(url)
    with Storage.open(url) as storage:
        assert [storage.read(rounds.load, one.id) for one in before] == before
        assert storage.read(results.of_round, before[4].id) == won
        assert storage.read(rounds.of_member, 1)[0] == (before[2].id,)
        columns = {one["name"] for one in inspect(storage._engine).get_columns("rounds")}
    assert columns.isdisjoint({"sitters", "table_options", "old_sitters", "old_table_options"})


def test_the_copy_is_that_of_the_database_before_it_began(sqlite_url, tmp_path, monkeypatch, maker):
    with Storage.open(sqlite_url) as storage:
        storage.act(rounds.open_round, maker.lobby())
    take_back(sqlite_url, "0017")
    with monkeypatch.context() as patch:
        in_parts_of(patch, 1, 1)
        with pytest.raises(Killed):
            Storage.open(sqlite_url)
    (copy,) = tmp_path.glob("rounds.sqlite3.before-*")
    written = copy.read_bytes()
    Storage.open(sqlite_url).close()
    assert copy.read_bytes() == written
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == ("0017",)
        assert connection.execute("SELECT sitters FROM rounds").fetchone() != ("",)


@pytest.mark.parametrize("url", ["sqlite_url"], indirect=True, ids=["sqlite"])
def test_who_is_erased_after_it_is_nowhere_in_the_file(sqlite_url, tmp_path, old):
    """No column of before is left that erasing does not know."""
    with Storage.open(sqlite_url) as storage:
        after = 0
        while after is not None:
            after = storage.write(erasing.erase_part, MODERATOR, after)
        storage.checkpoint()
    (file,) = tmp_path.glob("rounds.sqlite3")
    held = file.read_bytes()
    assert str(MODERATOR).encode() not in held
    assert MODERATOR.to_bytes(8, "big") not in held
