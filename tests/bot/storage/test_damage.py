"""An SQLite database that is harmed while the bot uses it: told, never silently lost."""

import logging
import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage.database import Storage
from bot.storage.errors import StatementError, StorageDamaged, StorageFailed
from bot.table.store import deadlines, rounds, server_settings
from results_counted import of_round
from sql import run


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "rounds.sqlite3"


@pytest.fixture
def storage(file):
    with Storage.open(f"sqlite:///{file}") as opened:
        yield opened


def beside(file, suffix) -> Path:
    return file.with_name(file.name + suffix)


def rescue_of(file) -> Path:
    (copy,) = file.parent.glob(f"{file.name}.rescued-????????-??????")
    return copy


def damaged(call) -> str:
    with pytest.raises(StorageDamaged) as caught:
        call()
    told = str(caught.value)
    assert "\n" not in told
    assert "stop the bot" in told
    return told


def test_a_sound_database_passes_the_check(storage, maker):
    storage.check()
    stored = storage.write(rounds.open_round, maker.begun())
    storage.check()
    storage.write(rounds.save, maker.acted(stored))
    storage.check()


def test_a_database_in_memory_has_no_file_to_check(maker):
    with Storage.open("sqlite://") as storage:
        storage.write(rounds.open_round, maker.begun())
        storage.check()


@pytest.mark.parametrize("lost", [("",), ("-wal",), ("-shm",), ("", "-wal", "-shm")])
def test_a_deleted_file_is_told_and_nothing_more_is_accepted(storage, maker, file, lost):
    stored = storage.write(rounds.open_round, maker.begun())
    for suffix in lost:
        beside(file, suffix).unlink()
    told = damaged(storage.check)
    assert f"{beside(file, lost[0])} was deleted" in told
    for call in (
        storage.check,
        lambda: storage.read(rounds.load, stored.id),
        lambda: storage.write(rounds.save, maker.acted(stored)),
        lambda: storage.write(rounds.open_round, maker.lobby(channel=11)),
        lambda: storage.read(server_settings.of_guild, 1),
        lambda: storage.read(of_round, 1),
    ):
        assert damaged(call) == told


def test_no_error_grows_with_each_call(storage, file):
    storage.read(deadlines.undrawn)
    file.unlink()
    damaged(storage.check)
    with pytest.raises(StorageDamaged) as first:
        storage.read(deadlines.undrawn)
    with pytest.raises(StorageDamaged) as second:
        storage.read(deadlines.undrawn)
    assert first.value is not second.value


@pytest.mark.parametrize("lost", ["", "-wal"])
def test_the_rounds_of_a_deleted_file_are_rescued(storage, maker, file, lost):
    stored = storage.write(rounds.open_round, maker.begun())
    beside(file, lost).unlink()
    told = damaged(storage.check)
    rescued = rescue_of(file)
    assert f"(dice-poker restore {rescued})" in told
    assert rescued.stat().st_mode & 0o777 == 0o600
    assert not [*file.parent.glob("*.unfinished*")]
    with Storage.open(f"sqlite:///{rescued}") as other:
        assert other.read(rounds.load, stored.id) == stored


@pytest.mark.parametrize("replaced", [False, True])
def test_what_is_read_beside_for_the_first_time_opens_no_other_file(
    storage, maker, file, tmp_path, replaced
):
    """SQLite would make an empty file where there is none, in which no table is found."""
    stored = storage.write(rounds.open_round, maker.begun())
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    if replaced:
        with Storage.open(f"sqlite:///{tmp_path / 'other.sqlite3'}"):
            pass
        (tmp_path / "other.sqlite3").replace(file)
    damaged(lambda: storage.read_beside(rounds.load, stored.id))
    assert file.exists() == replaced
    elsewhere.replace(file)
    storage.check()
    assert storage.read_beside(rounds.load, stored.id) == stored


def test_without_room_for_a_copy_a_backup_is_the_remedy(storage, file, monkeypatch, caplog):
    def full(*paths):
        raise OSError(28, "No space left on device")

    storage.read(deadlines.undrawn)
    monkeypatch.setattr("bot.storage.files.copy_database", full)
    file.unlink()
    assert "restore a backup (dice-poker restore FILE)" in damaged(storage.check)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_a_replaced_file_is_told(storage, maker, file, tmp_path):
    stored = storage.write(rounds.open_round, maker.begun())
    with Storage.open(f"sqlite:///{tmp_path / 'other.sqlite3'}"):
        pass
    (tmp_path / "other.sqlite3").replace(file)
    damaged(storage.check)
    with Storage.open(f"sqlite:///{rescue_of(file)}") as rescued:
        assert rescued.read(rounds.load, stored.id) == stored


def test_a_file_that_comes_back_is_used_again(storage, maker, file, caplog):
    stored = storage.write(rounds.open_round, maker.begun())
    elsewhere = file.with_name("elsewhere")
    file.rename(elsewhere)
    damaged(storage.check)
    elsewhere.rename(file)
    storage.check()
    assert storage.read(rounds.load, stored.id) == stored
    assert "in its place again" in caplog.text


def test_a_corrupt_page_is_told(storage, maker, file):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.close()
    with file.open("r+b") as pages:
        pages.seek(4096)
        pages.write(b"\xff" * (os.path.getsize(file) - 4096))  # noqa: PTH202
    assert "database disk image is malformed" in damaged(
        lambda: storage.read(rounds.load, stored.id)
    )


def test_a_truncated_file_is_told(storage, maker, file):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.close()
    os.truncate(file, 3 * 4096)
    damaged(lambda: storage.read(rounds.load, stored.id))


def test_a_file_that_became_something_else_is_told(storage, maker, file):
    stored = storage.write(rounds.open_round, maker.begun())
    storage.close()
    file.write_text("Dear Ann, " * 2000)
    assert "not a database" in damaged(lambda: storage.read(rounds.load, stored.id))


def test_a_full_disk_is_a_failure_and_no_damage(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    connection = storage._held._connection.driver
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StorageFailed, match="free some disk space") as caught:  # noqa: PT012
        for channel in range(11, 1000):
            storage.write(rounds.open_round, maker.lobby(channel=channel, opener=channel))
    assert not isinstance(caught.value, StorageDamaged)
    storage.check()
    assert storage.read(rounds.load, stored.id) == stored


def test_a_locked_database_is_a_failure_in_time_for_an_apology(file, maker, monkeypatch):
    monkeypatch.setattr("bot.storage.engine.BUSY_TIMEOUT", 0.05)
    with (
        Storage.open(f"sqlite:///{file}") as storage,
        closing(sqlite3.connect(file, isolation_level=None)) as other,
    ):
        stored = storage.write(rounds.open_round, maker.begun())
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageFailed, match="database is locked"):
            storage.write(rounds.save, maker.acted(stored))
        other.execute("ROLLBACK")
        storage.write(rounds.save, maker.acted(stored))


def test_a_defect_of_our_own_is_not_taken_for_a_failing_database(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())

    with pytest.raises(StatementError, match="no such table"):
        storage.read(run, "SELECT id FROM ruonds")
    assert storage.read(rounds.load, stored.id) == stored


def test_a_copy_of_a_live_database_can_be_put_in_its_place(storage, maker, file):
    """What the log tells a host to do, works."""
    stored = storage.write(rounds.open_round, maker.begun())
    stored = storage.write(rounds.save, replace(stored, language="ro"))
    file.unlink()
    damaged(storage.check)
    storage.close()
    for suffix in ("-wal", "-shm"):
        beside(file, suffix).unlink(missing_ok=True)
    shutil.move(rescue_of(file), file)
    with Storage.open(f"sqlite:///{file}") as restored:
        assert restored.read(rounds.load, stored.id) == stored
