"""What tells that nothing can be stored, and the trial that ends that."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.storage.database import Storage
from bot.storage.errors import StorageDamaged, StorageFailed
from bot.storage.write_fault import WriteFault
from bot.table.store import deadlines, member_settings, rounds, server_settings
from empty_database import write_empty_database


@pytest.fixture
def storage(sqlite_url):
    write_empty_database(Path(make_url(sqlite_url).database))
    with Storage.open(sqlite_url) as opened:
        yield opened


def file_of(storage) -> Path:
    assert storage.file is not None
    return storage.file


def driver_of(storage):
    storage.read(deadlines.undrawn)  # connects
    return storage._held._connection.driver


def fill(storage, maker):
    """Let the disk be full, and open rounds until one cannot be stored."""
    driver = driver_of(storage)
    (pages,) = driver.execute("PRAGMA page_count").fetchone()
    driver.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageFailed, match="free some disk space"):  # noqa: PT012
        for channel in range(11, 1000):
            storage.write(rounds.open_round, maker.lobby(channel=channel, opener=channel))


def make_room(storage):
    driver_of(storage).execute("PRAGMA max_page_count = 4294967294")


def test_a_sound_database_has_no_fault(storage, maker):
    assert storage.fault == ""
    storage.write(rounds.open_round, maker.begun())
    storage.check()
    assert storage.fault == ""


def test_a_full_disk_is_told_until_a_trial_has_worked(storage, maker, caplog):
    caplog.set_level("INFO", "bot.storage")
    fill(storage, maker)
    assert "free some disk space" in storage.fault
    storage.read(deadlines.undrawn)
    storage.check()
    assert "free some disk space" in storage.fault, "reads and a trial that fails end nothing"
    make_room(storage)
    assert "free some disk space" in storage.fault
    storage.check()
    assert storage.fault == ""
    assert [one.getMessage() for one in caplog.records] == [
        f"the database {storage.file} can be written again"
    ]


def test_a_write_that_finds_room_where_an_act_finds_none_ends_nothing(storage, maker):
    storage.write(member_settings.choose, 7, "positions", "on")
    fill(storage, maker)
    storage.write(rounds.mark_shown, {})
    storage.write(deadlines.extend_overdue, maker.noon - timedelta(days=9), maker.noon)
    storage.write(member_settings.choose, 7, "positions", None)
    assert storage.read(member_settings.choices, "positions") == {}
    storage.check()
    assert "free some disk space" in storage.fault


def test_a_trial_leaves_nothing_behind(storage, maker):
    driver_of(storage).execute("PRAGMA query_only = ON")
    with pytest.raises(StorageFailed):
        storage.write(rounds.open_round, maker.begun())
    driver_of(storage).execute("PRAGMA query_only = OFF")
    rows = "SELECT * FROM settings"
    with closing(sqlite3.connect(file_of(storage))) as other:
        before = other.execute(rows).fetchall()
        storage.check()
        assert storage.fault == ""
        assert other.execute(rows).fetchall() == before


def test_a_trial_does_not_wait_for_a_lock(storage, maker, monkeypatch):
    """What members ask of the database meanwhile would wait behind it."""
    driver_of(storage).execute("PRAGMA query_only = ON")
    with pytest.raises(StorageFailed):
        storage.write(rounds.open_round, maker.begun())
    driver_of(storage).execute("PRAGMA query_only = OFF")
    waits = []
    monkeypatch.setattr("bot.storage.held_connection.try_write", lambda _: waits.append("in vain"))
    with closing(sqlite3.connect(file_of(storage), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        driver_of(storage).set_trace_callback(waits.append)
        storage.check()
        other.execute("ROLLBACK")
    assert waits == ["PRAGMA busy_timeout = 0", "BEGIN IMMEDIATE", "PRAGMA busy_timeout = 8000"]
    assert "locked" in storage.fault


@pytest.mark.parametrize("reads", [True, False])
def test_damage_is_told_until_the_bot_starts_on_a_restored_database(storage, maker, reads):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.close()
    file = file_of(storage)
    (root,) = _ask(file, "SELECT rootpage FROM sqlite_schema WHERE name = 'rounds'")
    (size,) = _ask(file, "PRAGMA page_size")
    with file.open("r+b") as pages:
        pages.seek((root - 1) * size)
        sound = pages.read(size)
        pages.seek((root - 1) * size)
        pages.write(b"\xff" * size)
    with pytest.raises(StorageDamaged):
        storage.read(rounds.load, stored.id) if reads else storage.write(
            rounds.save, maker.acted(stored)
        )
    for _ in range(2):
        assert "is damaged" in storage.fault
        assert "restore a backup" in storage.fault
        storage.check()
        storage.read(server_settings.of_guild, 1)
        storage.write(member_settings.choose, 7, "positions", "on")
    storage.close()
    with file.open("r+b") as pages:
        pages.seek((root - 1) * size)
        pages.write(sound)
    with Storage.open(f"sqlite:///{file}") as again:
        again.write(rounds.save, maker.acted(stored))
        assert again.fault == ""


def _ask(file, query):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchone()


def test_damage_is_not_hidden_by_what_fails_later():
    fault = WriteFault("here")
    for failure in (StorageDamaged("damaged"), StorageFailed("full")):
        fault.record_failure(failure, reads=False)
    assert str(fault) == "damaged"
    assert not fault.ends_by_trial


def test_a_deleted_file_is_told_until_it_is_in_its_place_again(storage, maker):
    storage.write(rounds.open_round, maker.begun())
    file = file_of(storage)
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    for _ in range(2):
        with pytest.raises(StorageDamaged):
            storage.check()
        with pytest.raises(StorageDamaged):
            storage.write(rounds.open_round, maker.lobby(channel=11))
        assert "was deleted or replaced" in storage.fault
    elsewhere.rename(file)
    storage.check()
    assert storage.fault == ""


def test_a_server_that_refuses_writes_is_told_until_a_trial_has_worked(postgres_url, maker):
    with Storage.open(postgres_url) as storage:
        storage.write(rounds.open_round, maker.begun())
        _let_writes_fail(storage)
        with pytest.raises(StorageFailed):
            storage.write(rounds.open_round, maker.lobby(channel=11))
        assert "free some disk space" in storage.fault
        storage.check()
        assert "free some disk space" in storage.fault
        _let_writes_work(storage)
        storage.check()
        assert storage.fault == ""
        assert storage.read(server_settings.of_guild, 1) == {}


def _let_writes_fail(storage):
    """Let PostgreSQL refuse every row of two tables, as it does on a full disk."""
    with storage._engine.begin() as connection:
        connection.exec_driver_sql(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
            "RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END $$"
        )
        for table in ("rounds", "settings"):
            connection.exec_driver_sql(
                f"CREATE TRIGGER refuse BEFORE INSERT ON {table} EXECUTE FUNCTION refuse()"
            )


def _let_writes_work(storage):
    with storage._engine.begin() as connection:
        connection.exec_driver_sql("DROP FUNCTION refuse CASCADE")
