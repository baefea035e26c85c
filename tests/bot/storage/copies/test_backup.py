"""A backup of a running bot is whole, private and checked; what stands in its way is one line."""

import os
import shutil
import sqlite3
import stat
import sys
from contextlib import closing

import pytest

from bot.storage import settings
from bot.storage.copies import backup
from bot.storage.copies.backup import BackupFault, back_up
from bot.storage.database import Storage
from bot.storage.errors import NotADatabase, StorageFault
from bot.table.store import rounds, server_settings
from empty_database import write_empty_database


@pytest.fixture
def played(sqlite_url, maker, tmp_path):
    """Return the open storage of a bot that has just stored two rounds."""
    write_empty_database(tmp_path / "rounds.sqlite3")
    with Storage.open(sqlite_url) as storage:
        storage.write(rounds.open_round, maker.begun(channel=1))
        storage.write(rounds.open_round, maker.begun(channel=2))
        yield storage


def rows(file, table="rounds"):
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()


def test_a_copy_of_a_running_bot_holds_what_was_stored(played, sqlite_url, tmp_path, maker):
    """A `cp` of the file would hold nothing: all is in the write-ahead log."""
    copy = tmp_path / "copies.sqlite3"
    held = back_up(sqlite_url, copy)
    assert (held.rows["rounds"], held.rows["settings"]) == (2, 0)
    assert held.summary.endswith(", 2 rounds")
    assert rows(copy) == rows(tmp_path / "rounds.sqlite3")
    assert rows(copy, "steps") == rows(tmp_path / "rounds.sqlite3", "steps")
    played.write(rounds.open_round, maker.begun(channel=3))
    assert len(rows(copy)) == 2


def test_what_is_stored_while_it_is_copied_waits_for_nothing_and_is_not_in_it(
    played, sqlite_url, tmp_path, maker, monkeypatch
):
    """A copy is of one moment: nothing after it is in it, not even a part of an act."""
    database, copy = tmp_path / "rounds.sqlite3", tmp_path / "copy.sqlite3"
    before = rows(database), rows(database, "steps")
    real = backup._write_copy

    def play_on(reading, copy):
        played.write(rounds.open_round, maker.begun(channel=3))
        real(reading, copy)

    monkeypatch.setattr(backup, "_write_copy", play_on)
    assert back_up(sqlite_url, copy).rows["rounds"] == 2
    assert (rows(copy), rows(copy, "steps")) == before
    assert len(rows(database)) == 3


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_it_is_one_private_file(played, sqlite_url, tmp_path):
    folder = tmp_path / "copies"
    folder.mkdir()
    back_up(sqlite_url, folder / "copy.sqlite3")
    assert [file.name for file in folder.iterdir()] == ["copy.sqlite3"]
    assert stat.S_IMODE((folder / "copy.sqlite3").stat().st_mode) == 0o600
    with closing(sqlite3.connect(folder / "copy.sqlite3")) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_it_is_on_the_disk_before_it_has_its_name_and_after(
    played, sqlite_url, tmp_path, monkeypatch
):
    copy, flushed = tmp_path / "copy.sqlite3", []
    monkeypatch.setattr(
        "bot.atomic_file.flush", lambda file: flushed.append((file == copy, copy.exists()))
    )
    back_up(sqlite_url, copy)
    assert flushed == [(False, False), (True, True)]


def test_a_file_that_exists_is_only_replaced_if_told(played, sqlite_url, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("precious")
    with pytest.raises(BackupFault, match="exists already: name another file, or add --force"):
        back_up(sqlite_url, copy)
    assert copy.read_text() == "precious"
    back_up(sqlite_url, copy, replace=True)
    assert len(rows(copy)) == 2


@pytest.mark.parametrize("in_use", [False, True])
def test_no_copy_gets_the_log_of_another_database(played, sqlite_url, tmp_path, in_use):
    """SQLite would apply it to the copy."""
    copy = tmp_path / "copy.sqlite3"
    with Storage.open(f"sqlite:///{copy}") as other:
        other.write(server_settings.set_of_guild, 1, "key", "value")
        if not in_use:
            copy.unlink()
        with pytest.raises(BackupFault, match=r"copy.sqlite3-wal belongs to another database of"):
            back_up(sqlite_url, copy, replace=True)
        assert copy.exists() == in_use


@pytest.mark.parametrize("name", ["rounds.sqlite3", "rounds.sqlite3-wal", "link"])
def test_the_database_is_never_overwritten_by_its_copy(played, sqlite_url, tmp_path, name):
    (tmp_path / "link").symlink_to(tmp_path / "rounds.sqlite3")
    with pytest.raises(BackupFault, match="is the database itself"):
        back_up(sqlite_url, tmp_path / name, replace=True)
    played.check()


def test_a_copy_that_is_damaged_is_not_kept(played, sqlite_url, tmp_path, monkeypatch):
    """The check finds what the disk has done to the copy."""
    real = backup.check

    def damaged(file):
        data = bytearray(file.read_bytes())
        data[4096:4196] = b"\xff" * 100
        file.write_bytes(data)
        return real(file)

    monkeypatch.setattr(backup, "check", damaged)
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("the copy before")
    with pytest.raises(NotADatabase):
        back_up(sqlite_url, copy, replace=True)
    assert copy.read_text() == "the copy before"
    assert not [*tmp_path.glob("*.unfinished*")]


def test_a_copy_with_other_rows_is_not_kept(played, sqlite_url, tmp_path, monkeypatch):
    real = backup.check

    def emptied(file):
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("DELETE FROM steps")
        return real(file)

    monkeypatch.setattr(backup, "check", emptied)
    with pytest.raises(BackupFault, match=r"does not hold what .*rounds.sqlite3 holds: try again"):
        back_up(sqlite_url, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "copy.sqlite3").exists()


def test_what_cannot_be_copied_is_one_line(sqlite_url, tmp_path):
    with pytest.raises(BackupFault, match=r"There is no database .*rounds.sqlite3: go to the"):
        back_up(sqlite_url, tmp_path / "copy.sqlite3")
    assert not (tmp_path / "rounds.sqlite3").exists()
    (tmp_path / "rounds.sqlite3").write_bytes(b"")
    with pytest.raises(BackupFault, match="is not a database of this bot"):
        back_up(sqlite_url, tmp_path / "copy.sqlite3")
    (tmp_path / "rounds.sqlite3").write_text("Dear diary, " * 100)
    with pytest.raises(NotADatabase):
        back_up(sqlite_url, tmp_path / "copy.sqlite3")
    with pytest.raises(BackupFault, match="in memory"):
        back_up("sqlite://", tmp_path / "copy.sqlite3")


def test_where_nothing_can_be_written_the_host_is_told(played, sqlite_url, tmp_path):
    with pytest.raises(BackupFault, match="is a folder: name a file in it"):
        back_up(sqlite_url, tmp_path)
    with pytest.raises(BackupFault, match=r"nowhere/copy.sqlite3 cannot be written \(No such file"):
        back_up(sqlite_url, tmp_path / "nowhere" / "copy.sqlite3")


def told(url, copy, **options) -> str:
    """Return the sentence of a backup that fails, which leaves nothing unfinished."""
    with pytest.raises((BackupFault, StorageFault)) as caught:
        back_up(url, copy, **options)
    sentence = str(caught.value)
    assert not [*copy.parent.glob("*.unfinished*")]
    assert not [sign for sign in ("\n", "unfinished", "Error", "Errno", "{") if sign in sentence]
    assert (sentence[-1], ": " in sentence) == (".", True)
    return sentence


def test_a_full_disk_is_that_of_the_copy(played, sqlite_url, tmp_path, monkeypatch):
    real = sqlite3.connect

    def small(file, **options):
        connection = real(file, **options)
        if not options:  # the copy
            connection.execute("PRAGMA max_page_count = 3")
        return connection

    copy = tmp_path / "copy.sqlite3"
    monkeypatch.setattr(backup.sqlite3, "connect", small)
    sentence = f"{copy} cannot be written (No space left on device): free some disk space."
    assert told(sqlite_url, copy) == sentence


def test_a_disk_without_room_for_the_index_of_a_log_is_full(
    played, sqlite_url, tmp_path, monkeypatch
):
    real = sqlite3.connect

    def full(file, **options):
        if options:
            return real(file, **options)
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise error

    monkeypatch.setattr(backup.sqlite3, "connect", full)
    sentence = told(sqlite_url, tmp_path / "copy.sqlite3")
    assert sentence.endswith("cannot be written (No space left on device): free some disk space.")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_disk_that_cannot_be_written_is_that_of_the_copy(played, sqlite_url, tmp_path):
    """SQLite says "disk I/O error" where a file may not grow, as with a quota."""
    import resource
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, before[1]))
    copy = tmp_path / "copy.sqlite3"
    try:
        sentence = told(sqlite_url, copy)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    assert sentence.startswith(f"{copy} cannot be written (")
    assert "name a place that exists, has room" in sentence


@pytest.mark.parametrize("step", ["contents", "check"])
def test_a_folder_that_vanishes_is_told(played, sqlite_url, tmp_path, monkeypatch, step):
    folder, real = tmp_path / "copies", getattr(backup, step)
    folder.mkdir()

    def vanish(*arguments):
        shutil.rmtree(folder, ignore_errors=True)
        return real(*arguments)

    monkeypatch.setattr(backup, step, vanish)
    assert f"{folder}/copy.sqlite3 cannot be written (" in told(sqlite_url, folder / "copy.sqlite3")


def test_a_name_that_cannot_be_is_told(played, sqlite_url, tmp_path):
    assert "cannot be written (File name too long)" in told(sqlite_url, tmp_path / ("n" * 300))
    (tmp_path / "file").touch()
    assert "cannot be written (Not a directory)" in told(sqlite_url, tmp_path / "file" / "copy")


def test_a_source_that_is_locked_is_told(played, sqlite_url, tmp_path, monkeypatch):
    monkeypatch.setattr("bot.storage.inspection.BUSY_SECONDS", 0.2)
    played.close()
    with closing(sqlite3.connect(tmp_path / "rounds.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("DELETE FROM steps")
        sentence = told(sqlite_url, tmp_path / "copy.sqlite3")
    assert sentence.endswith("is locked by another program: close that program, then try again.")


def test_damage_that_is_found_in_the_copy_is_that_of_the_database(played, sqlite_url, tmp_path):
    file = tmp_path / "rounds.sqlite3"
    for number in range(40):
        played.write(settings.put, number, "filler", "x" * 9000)
    played.close()
    with file.open("r+b") as pages:
        pages.seek(-4096 * 20, os.SEEK_END)
        pages.write(b"\xff" * 4096 * 15)
    assert f"The file {file} is not a database, or it is damaged" in told(
        sqlite_url, tmp_path / "copy.sqlite3"
    )


def test_a_disk_that_fails_as_the_source_is_read_is_told(played, sqlite_url, tmp_path, monkeypatch):
    def fail(*_):
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise error

    monkeypatch.setattr(backup, "contents", fail)
    file = tmp_path / "rounds.sqlite3"
    assert told(sqlite_url, tmp_path / "copy.sqlite3") == (
        f"{file} cannot be read (disk I/O error): look whether its disk fails."
    )


def test_postgresql_is_told_its_own_program_without_the_password(tmp_path):
    url = "postgresql://dice:s3cret@db.example:5433/games"
    with pytest.raises(BackupFault) as refused:
        back_up(url, tmp_path / "my copy")
    assert str(refused.value) == (
        "PostgreSQL has programs of its own for this: pg_dump --format=custom "
        f"--exclude-schema='replaced_*' --file='{tmp_path}/my copy' --host=db.example --port=5433 --username=dice --dbname=games"
    )
