"""A database of version 0.1.0 is migrated: it gets its new indexes, and nothing else changes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.storage import Storage
from bot.storage.migrations import VERSIONS
from bot.table.refusals import TooManyOpen
from bot.table.stored_round import Player, StoredRound
from made_accounts import seat_account

DUMP = Path(__file__).with_name("rounds_0_1_0.sql")
TABLES = ("rounds", "steps", "results", "settings")


NEWEST = max(file.name[1:5] for file in VERSIONS.glob("r*.py"))


@pytest.fixture
def file(tmp_path):
    file = tmp_path / "rounds.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(DUMP.read_text(encoding="utf-8"))
    return file


def read(file, statement):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(statement).fetchall()


def revision(file):
    return read(file, "SELECT version_num FROM alembic_version")


def test_it_gets_the_indexes_and_keeps_every_row(file):
    before = {name: read(file, f"SELECT * FROM {name}") for name in TABLES}
    indexes = {name for (name,) in read(file, "SELECT name FROM sqlite_master WHERE type='index'")}
    assert revision(file) == [("0001",)]
    Storage.open(f"sqlite:///{file}").close()
    assert revision(file) == [(NEWEST,)]
    after = {name: read(file, f"SELECT * FROM {name}") for name in TABLES}
    for name, old in before.items():
        added = {"rounds": 1, "steps": 2}.get(name, 0) * (None,)
        assert after[name] == [(*row, *added) for row in old]
    now = {name for (name,) in read(file, "SELECT name FROM sqlite_master WHERE type='index'")}
    assert now - indexes >= {"open_rounds_by_opener", "resting_rounds_by_opener"}
    assert indexes <= now


def test_it_is_copied_first(file):
    Storage.open(f"sqlite:///{file}").close()
    copy = file.with_name(f"rounds.sqlite3.before-{NEWEST}")
    assert revision(copy) == [("0001",)]
    assert read(copy, "SELECT count(*) FROM rounds") == read(file, "SELECT count(*) FROM rounds")


def test_its_open_rounds_count(file):
    (opener, count), *_ = read(
        file,
        "SELECT opener, count(*) FROM rounds WHERE status IN ('waiting', 'playing') "
        "GROUP BY opener ORDER BY 2 DESC",
    )
    assert count > 1
    new = StoredRound(999, "nine", opener, (Player(user=opener),), datetime(2026, 3, 1, tzinfo=UTC))
    with Storage.open(f"sqlite:///{file}") as storage:
        with pytest.raises(TooManyOpen):
            storage.rounds.open(new, count)
        assert storage.rounds.open(new, count + 1).open


def test_members_of_a_database_without_rarest_hands_stand_as_they_did(tmp_path, maker):
    file = tmp_path / "rounds.sqlite3"
    with Storage.open(f"sqlite:///{file}") as storage:
        stored = storage.rounds.open(maker.begun())
        storage.rounds.save(replace(stored, status="closed"), maker.noon)
        storage.accounts.store(stored.id, [seat_account(), seat_account()])
        before = storage.standings.of_member(1, 100), storage.accounts.of_round(stored.id)
    with closing(sqlite3.connect(file)) as connection:
        for table in ("accounts", "standings"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN rarest")
        connection.execute("DROP TABLE count_queue")
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
        connection.commit()
    with Storage.open(f"sqlite:///{file}") as storage:
        after = storage.standings.of_member(1, 100), storage.accounts.of_round(stored.id)
        assert after == before
        assert after[0]["dice-poker"].rarest is None
