"""`dice-poker backup` and `restore`: what they print, and their exit codes."""

import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.commands.maintenance.copies import put_in_place
from bot.storage.copies.backup import BackupFault
from bot.storage.database import Storage

pytestmark = pytest.mark.usefixtures("here")


def test_a_backup_is_made_and_restored_without_a_token(run):
    code, out, err = run("backup", "copy.sqlite3")
    assert (code, err) == (0, "")
    assert out.startswith("copy.sqlite3 is written and checked: revision r00")
    assert out.endswith(", 0 rounds.\n")
    code, out, err = run("restore", "copy.sqlite3")
    assert (code, err) == (0, "")
    first, second = out.splitlines()
    assert first.startswith("copy.sqlite3 is restored: revision r00")
    kept = second.removeprefix("The database before it is kept as ").removesuffix(".")
    assert Path(kept).exists()


def test_a_database_from_before_the_first_release_is_one_line_and_code_2(run):
    Storage.open("sqlite:///dice-poker.sqlite3").close()
    with closing(sqlite3.connect("dice-poker.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0024'")
    code, out, err = run("move", "postgresql://nobody@nowhere/nothing")
    assert (code, out) == (2, "")
    assert err == (
        "dice-poker: dice-poker.sqlite3 is from before version 1.0.0 of this bot and cannot be "
        "read any more: name another database in DATABASE_URL, or restore a later backup.\n"
    )


def test_every_fault_is_one_line_and_code_2(run, monkeypatch):
    Path("copy.sqlite3").write_text("mine")
    code, out, err = run("backup", "copy.sqlite3")
    assert (code, out) == (2, "")
    assert err == "dice-poker: copy.sqlite3 exists already: name another file, or add --force.\n"
    assert run("backup", "copy.sqlite3", "--force")[0] == 0
    code, out, err = run("restore", "nothing")
    assert (code, out, err) == (2, "", "dice-poker: There is no file nothing that can be read.\n")
    monkeypatch.setenv("DATABASE_URL", "postgresql://dice:s3cret@db.example/games")
    for command, program in (("backup", "pg_dump"), ("restore", "pg_restore")):
        code, out, err = run(command, "copy.sqlite3", *["--force"][: command == "backup"])
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert program in err
        assert "s3cret" not in err


@pytest.mark.parametrize("command", ["backup", "restore", "verify"])
def test_an_address_in_place_of_a_file_is_not_repeated(run, monkeypatch, command):
    for url in ("sqlite:///dice-poker.sqlite3", "postgresql://dice:s3cret@h/games"):
        monkeypatch.setenv("DATABASE_URL", url)
        code, out, err = run(command, "postgresql://u:s3cret@h/db")
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "s3cret" not in err


def test_a_log_alone_is_kept_as_such(run):
    assert run("backup", "copy.sqlite3")[0] == 0
    Path("dice-poker.sqlite3").unlink()
    Path("dice-poker.sqlite3-wal").write_bytes(b"of a database that is missing")
    code, out, _ = run("restore", "copy.sqlite3")
    (kept,) = Path().glob("dice-poker.sqlite3-replaced-*-wal")
    assert code == 0
    assert out.splitlines()[1] == f"The log of the database before it is kept as {kept}."


@pytest.mark.skipif(os.name != "posix", reason="files have no such rights")
def test_a_backup_that_may_not_be_read_is_one_line():
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy.sqlite3")
        copy.touch()
        Path(folder).chmod(0o000)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)
        try:
            with pytest.raises(BackupFault) as told:
                put_in_place(
                    "sqlite:///dice-poker.sqlite3", copy, datetime(2026, 11, 30, tzinfo=UTC)
                )
        finally:
            os.seteuid(user)
            Path(folder).chmod(0o700)
    assert str(told.value) == f"There is no file {copy} that can be read."


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
def test_a_database_that_could_not_be_read_is_told(run):
    assert run("backup", "copy.sqlite3")[0] == 0
    Path("dice-poker.sqlite3").write_bytes(b"\xff" * 9000)
    code, out, _ = run("restore", "copy.sqlite3")
    assert code == 0
    assert out.splitlines()[2].startswith("The database before it could not be read: what that")
    Storage.open("sqlite:///dice-poker.sqlite3").close()
