"""A database that another program overwrites while the bot uses it: `cp` leaves it in its place."""

import logging
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import date
from itertools import product
from pathlib import Path

import pytest

from bot.storage.copies import daily_backups
from bot.storage.copies.remains import rescues
from bot.storage.database import Storage
from bot.storage.errors import StorageDamaged
from bot.storage.file_content import MOST_COMPARED, PAGE, _checksum
from bot.table.store import rounds, server_settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="nothing is found out there")


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "rounds.sqlite3"


@pytest.fixture
def storage(file):
    with Storage.open(f"sqlite:///{file}") as opened:
        yield opened


def log_of(file) -> Path:
    return file.with_name(file.name + "-wal")


def fill(storage, maker, channels) -> None:
    """Store rounds, one in each of some channels."""
    for channel in channels:
        storage.write(rounds.open_round, maker.begun(channel=channel, opener=channel))


def database_with(path, maker, count) -> Path:
    with Storage.open(f"sqlite:///{path}") as other:
        fill(other, maker, range(1000, 1000 + count))
    return path


def overwrite_in_place(source, file) -> None:
    """Do what `rsync --inplace` does: write what differs, without a truncation before."""
    content = source.read_bytes()
    with file.open("r+b") as target:
        target.write(content)
        target.truncate(len(content))


def empty(_, file) -> None:
    """Do what `> file` does."""
    file.open("w").close()


def is_told(call: Callable[[], object], file) -> None:
    with pytest.raises(StorageDamaged) as caught:
        call()
    assert str(caught.value) == (
        f"The file {file} was overwritten while the bot was using it: stop the bot, restore a "
        "backup (dice-poker restore FILE) and start the bot again."
    )


EACH_WAY = [
    *(("smaller", False, empty), ("older", False, shutil.copyfile)),
    *(("larger", True, overwrite_in_place), ("backup", True, shutil.copyfile)),
]
"""Another file, whether it comes after a checkpoint, and how: each of them once."""

EVERY_WAY = [
    pytest.param(*way, marks=[] if way in EACH_WAY else pytest.mark.slow)
    for way in product(
        ["smaller", "larger", "older", "backup"],
        [False, True],
        [shutil.copyfile, overwrite_in_place, empty],
    )
]


@pytest.mark.parametrize(("other", "after_checkpoint", "overwrite"), EVERY_WAY)
def test_an_overwritten_file_is_told_before_anything_is_stored_in_it(  # noqa: PLR0917
    storage, maker, file, overwrite, after_checkpoint, other
):
    tmp_path = file.parent
    fill(storage, maker, range(1, 4))
    storage.checkpoint()
    older = Path(shutil.copyfile(file, tmp_path / "older.copy"))
    backup = daily_backups.make_backup(f"sqlite:///{file}", tmp_path / "copies", date(2026, 1, 1))
    fill(storage, maker, range(10, 30))
    if after_checkpoint:
        storage.checkpoint()
    else:  # else the older copy is the file as it is
        storage._held._connection.driver.execute("PRAGMA wal_checkpoint")
        fill(storage, maker, range(40, 42))
    source = {
        "smaller": lambda: database_with(tmp_path / "smaller", maker, 1),
        "larger": lambda: database_with(tmp_path / "larger", maker, 90),
        "older": lambda: older,
        "backup": lambda: backup,
    }[other]()
    overwrite(source, file)
    placed = file.read_bytes()
    log = log_of(file).read_bytes()
    is_told(lambda: fill(storage, maker, [77]), file)
    for call in (
        storage.check,
        storage.checkpoint,
        lambda: storage.read(server_settings.of_guild, 1),
        lambda: storage.read_beside(server_settings.of_guild, 1),
    ):
        is_told(call, file)
    assert "was overwritten" in storage.fault
    storage.close()
    assert file.read_bytes() == placed
    assert not [*tmp_path.glob("rounds.sqlite3.rescued*")]
    [kept] = rescues(f"sqlite:///{file}")
    assert (kept.read_bytes(), kept.stat().st_mode & 0o777) == (log, 0o600)
    assert kept.name.startswith("rounds.sqlite3-wal.rescued-")
    if overwrite is empty:
        return
    with closing(sqlite3.connect(file)) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with (
        closing(sqlite3.connect(file)) as there,
        closing(sqlite3.connect(f"{source.as_uri()}?immutable=1", uri=True)) as here,
    ):
        count = "SELECT count(*) FROM rounds"
        assert there.execute(count).fetchall() == here.execute(count).fetchall()


def test_the_check_of_a_bot_in_which_nobody_plays_tells_it(storage, maker, file, tmp_path):
    fill(storage, maker, [1])
    shutil.copyfile(database_with(tmp_path / "other", maker, 5), file)
    is_told(storage.check, file)


def test_a_file_overwritten_just_before_the_end_stays_as_it_is(
    storage, maker, file, tmp_path, caplog
):
    """SQLite would move its log into it, as the last connection is closed."""
    fill(storage, maker, [1])
    shutil.copyfile(database_with(tmp_path / "other", maker, 5), file)
    placed = file.read_bytes()
    storage.close()
    assert file.read_bytes() == placed
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "was overwritten" in caplog.text


def test_the_same_content_is_no_damage(storage, maker, file, tmp_path):
    fill(storage, maker, [1])
    shutil.copyfile(file, tmp_path / "copy")
    os.utime(file, (1, 1))
    storage.check()
    shutil.copyfile(tmp_path / "copy", file)
    fill(storage, maker, [2])
    assert storage.read(rounds.load, 2) is not None


def test_a_change_of_pages_is_found_in_a_small_file_and_of_the_first_one_in_any(tmp_path):
    """The count of changes stands in the first page."""
    for pages, changed, found in (
        (3, 2, True),
        (128, 127, True),
        (1000, 0, True),
        (1000, 7, False),
    ):
        content = bytearray(PAGE * pages)
        path = tmp_path / "pages"
        checksums = []
        for letter in b"ab":
            content[PAGE * changed + 24] = letter
            path.write_bytes(content)
            with path.open("rb") as opened:
                checksums.append(_checksum(opened.fileno(), len(content)))
        assert (checksums[0] != checksums[1]) is found
    assert MOST_COMPARED == 128


def test_without_room_for_the_log_it_is_not_applied_to_the_other_file(
    storage, maker, file, caplog, monkeypatch
):
    def full(*_):
        raise OSError(28, "No space left on device")

    fill(storage, maker, [1])
    empty(None, file)
    with monkeypatch.context() as disk:
        disk.setattr("bot.storage.files.shutil.copyfile", full)
        is_told(storage.check, file)
    assert caplog.messages == [f"the log {log_of(file)} cannot be copied (No space left on device)"]
    storage.close()
    assert file.stat().st_size == 0


def test_during_writes_it_is_told_within_a_write(storage, maker, file, tmp_path):
    other = database_with(tmp_path / "other", maker, 60)
    begun, told = threading.Event(), []

    def play() -> None:
        for channel in range(1, 2000):
            try:
                fill(storage, maker, [channel])
            except StorageDamaged as damage:
                told.append(str(damage))
                return
            if channel == 20:
                begun.set()

    playing = threading.Thread(target=play)
    playing.start()
    assert begun.wait(30)
    shutil.copyfile(other, file)
    playing.join(30)
    assert not playing.is_alive()
    assert told


def test_after_a_bot_that_was_killed_it_is_told(maker, file, tmp_path):
    """Until its log has been moved, the index of the log does not tell what is in the file."""
    with Storage.open(f"sqlite:///{file}") as killed:
        fill(killed, maker, [1])
        for each in (file, log_of(file)):
            shutil.copyfile(each, tmp_path / f"left{each.name.removeprefix(file.name)}")
    with Storage.open(f"sqlite:///{tmp_path / 'left'}") as storage:
        storage.read(server_settings.of_guild, 1)
        shutil.copyfile(database_with(tmp_path / "other", maker, 5), tmp_path / "left")
        is_told(lambda: fill(storage, maker, [2]), tmp_path / "left")


# What SQLite itself and other processes do is no damage ---------------------------------


def test_no_checkpoint_of_our_own_is_damage(storage, maker, file):
    fill(storage, maker, [1])
    before = file.read_bytes()
    storage._held._connection.driver.execute("PRAGMA wal_autocheckpoint = 8")
    fill(storage, maker, range(2, 30))
    storage.check()
    assert file.read_bytes() != before
    storage.checkpoint()
    fill(storage, maker, [40])
    storage.check()


def test_two_checkpoints_in_one_tick_of_the_clock_are_no_damage(storage, maker, file):
    """The time of the file changes later, by `touch` or by the server of a network drive."""
    for channel in (1, 2):
        fill(storage, maker, [channel])
        storage._held._connection.driver.execute("PRAGMA wal_checkpoint")
        os.utime(file, (1, 1))
        storage.check()
    os.utime(file, (2, 2))
    storage.check()


def test_no_checkpoint_under_a_reader_is_damage(storage, maker, file):
    fill(storage, maker, [1])
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM rounds").fetchall()
        fill(storage, maker, range(2, 10))
        storage._held._connection.driver.execute("PRAGMA wal_checkpoint")
        storage.check()
        fill(storage, maker, [11])
    storage.checkpoint()
    fill(storage, maker, [12])
    storage.check()


OTHER_PROCESS = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=20)
for statement in sys.argv[2:]:
    connection.execute(statement).fetchall()
connection.close()
"""


@pytest.mark.parametrize(
    "statements",
    [
        ["VACUUM", "PRAGMA wal_checkpoint"],
        *(
            pytest.param(statements, marks=pytest.mark.slow)
            for statements in (
                ["VACUUM"],
                ["PRAGMA wal_checkpoint(TRUNCATE)"],
                ["PRAGMA wal_checkpoint(RESTART)"],
                ["PRAGMA user_version = 7", "PRAGMA wal_checkpoint(FULL)"],
                ["PRAGMA wal_autocheckpoint = 1", "CREATE TABLE mine (id)", "DROP TABLE mine"],
            )
        ),
    ],
)
def test_what_another_process_does_by_sqlite_is_no_damage(storage, maker, file, statements):
    fill(storage, maker, range(1, 20))
    storage.check()
    run = [sys.executable, "-c", OTHER_PROCESS, str(file), *statements]
    subprocess.run(run, check=True)
    storage.check()
    fill(storage, maker, [30])
    subprocess.run(run, check=True)
    fill(storage, maker, [31])
    storage.check()


def test_a_backup_and_an_opening_beside_are_no_damage(storage, maker, file, tmp_path):
    fill(storage, maker, range(1, 5))
    daily_backups.make_backup(f"sqlite:///{file}", tmp_path / "copies", date(2026, 1, 1))
    storage.check()
    with Storage.open(f"sqlite:///{file}") as second:
        for channel in range(10, 30, 2):
            fill(second, maker, [channel])
            storage.check()
            fill(storage, maker, [channel + 1])
            second.checkpoint()
            storage.check()
    storage.check()
    fill(storage, maker, [50])


def test_a_descriptor_that_is_not_listed_finds_nothing_out(maker, file, tmp_path, monkeypatch):
    def refuse(_):
        raise FileNotFoundError(2, "No such file or directory")

    other = database_with(tmp_path / "other", maker, 5)
    monkeypatch.setattr("bot.storage.file_content.os.listdir", refuse)
    with Storage.open(f"sqlite:///{file}") as storage:
        fill(storage, maker, [1])
        shutil.copyfile(other, file)
        storage.check()
