"""The programs of PostgreSQL that `dice-poker backup` and `restore` name copy a database and put it back."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import create_engine, make_url

from bot.storage import daily_backups
from bot.storage.backup import BackupFault, back_up
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.restoring import restore
from bot.table.store import rounds
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound


@pytest.fixture
def database() -> Iterator[str]:
    """Make an empty database on the server of TEST_DATABASE_URL; drop it after the test."""
    given = os.environ.get("TEST_DATABASE_URL")
    if not given or not all(map(shutil.which, ("pg_dump", "pg_restore", "psql"))):
        pytest.skip("TEST_DATABASE_URL is not set, or the programs of PostgreSQL are missing")
    name = f"test_{uuid4().hex}"
    admin = create_engine(address(given), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    yield make_url(given).set(database=name).render_as_string(hide_password=False)
    with admin.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    admin.dispose()


def run(named: BackupFault, url: str) -> None:
    """Run the commands that the sentence names, as a host would."""
    _, _, command = str(named).partition(": ")
    password = make_url(url).password or ""
    subprocess.run(
        command,
        shell=True,
        check=True,
        capture_output=True,
        timeout=60,
        env={**os.environ, "PGPASSWORD": password},
    )


def assert_restored(url: str, made: Path, first: StoredRound, later: StoredRound) -> None:
    """Restore a dump that was made after the round `first` and before `later`."""
    with pytest.raises(BackupFault) as told:
        restore(url, made, datetime(2026, 11, 21, tzinfo=UTC), ())
    run(told.value, url)
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, first.id).play == first.play
        with pytest.raises(RoundGone):
            storage.read(rounds.load, later.id)


SCRIPT = Path(__file__).parents[3] / "deploy" / "postgresql-backup"


def dump(url: str, folder: Path | str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the timer, with the settings of the bot."""
    env = {**os.environ, "DATABASE_URL": url, "BACKUP_DIR": str(folder), **more}
    return subprocess.run(
        [SCRIPT], check=False, capture_output=True, text=True, timeout=60, env=env
    )


def test_the_script_of_the_timer_dumps_and_its_dump_is_restored(database, maker, tmp_path):
    folder = tmp_path / "dumps of a day"
    with Storage.open(database) as storage:
        first = storage.write(rounds.open_round, maker.begun(channel=1))
        assert dump(database, folder).returncode == 0
        later = storage.write(rounds.open_round, maker.begun(channel=2))
    (made,) = folder.iterdir()
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.stat().st_size > 0
    written = datetime.fromtimestamp(made.stat().st_mtime, UTC)
    assert daily_backups.newest(database, folder) == written
    assert_restored(database, made, first, later)


def test_only_the_newest_dumps_stay_and_other_files_do(database, tmp_path):
    for day in range(1, 10):
        (tmp_path / f"dice-poker-2026-01-0{day}.dump").touch()
    (tmp_path / "before-the-move.dump").touch()
    with Storage.open(database):
        assert dump(database, tmp_path).returncode == 0
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names[:2] == ["before-the-move.dump", "dice-poker-2026-01-04.dump"]
    assert names[6] == "dice-poker-2026-01-09.dump"
    assert len(names) == 8


def test_a_dump_that_fails_leaves_the_last_one(database, tmp_path):
    wrong = make_url(database).set(database="nobody_has_it")
    day = f"dice-poker-{datetime.now(UTC):%Y-%m-%d}.dump"
    (tmp_path / day).write_bytes(b"the one of before")
    done = dump(wrong.render_as_string(hide_password=False), tmp_path)
    assert done.returncode == 1
    assert "nobody_has_it" in done.stderr
    assert (tmp_path / day).read_bytes() == b"the one of before"


@pytest.mark.skipif(not shutil.which("sh"), reason="there is no sh")
@pytest.mark.parametrize(
    ("url", "shown", "password"),
    [
        ("postgresql://bot:secret@db:5432/rounds", "postgresql://bot@db:5432/rounds", "secret"),
        ("postgresql+psycopg://bot:a-b@db/rounds", "postgresql://bot@db/rounds", "a-b"),
        ("postgres+psycopg://bot:a-b@db/rounds", "postgresql://bot@db/rounds", "a-b"),
        ("postgresql://bot@db/rounds", "postgresql://bot@db/rounds", "none"),
    ],
)
def test_no_password_stands_in_the_arguments(tmp_path, url, shown, password):
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("pg_dump", "pg_restore"):
        stand_in = programs / name
        stand_in.write_text(
            f'#!/bin/sh\necho "$@" "${{PGPASSWORD:-none}}" >> {tmp_path}/{name}\n'
            'for one in "$@"; do case $one in --file=*) : > "${one#--file=}";; esac; done\n'
        )
        stand_in.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    env = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    env |= {"DATABASE_URL": url, "BACKUP_DIR": str(tmp_path / "dumps"), "PATH": path}
    subprocess.run([SCRIPT], check=True, capture_output=True, timeout=60, env=env)
    arguments = (tmp_path / "pg_dump").read_text().split()
    assert arguments[-2:] == [f"--dbname={shown}", password]


def test_without_a_folder_or_for_sqlite_it_says_so(tmp_path):
    assert "set BACKUP_DIR" in dump("postgresql://bot@db/rounds", "").stderr
    refused = dump("sqlite:///rounds.sqlite3", tmp_path)
    assert (refused.returncode, "SQLite" in refused.stderr) == (2, True)


def test_a_dump_of_a_running_bot_is_restored_whole(database, maker, tmp_path):
    dump = tmp_path / "dice poker.dump"
    with Storage.open(database) as storage:
        first = storage.write(rounds.open_round, maker.begun(channel=1))
        with pytest.raises(BackupFault) as told:
            back_up(database, dump)
        run(told.value, database)
        later = storage.write(rounds.open_round, maker.begun(channel=2))
    assert_restored(database, dump, first, later)
    Path(dump).unlink()
