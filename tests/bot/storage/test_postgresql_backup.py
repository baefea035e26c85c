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

from bot.storage.backup import BackupFault, back_up
from bot.storage.connection import address
from bot.storage.database import Storage
from bot.storage.restoring import restore
from bot.table.store import rounds
from bot.table.store.errors import RoundGone


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


def test_a_dump_of_a_running_bot_is_restored_whole(database, maker, tmp_path):
    dump = tmp_path / "dice poker.dump"
    with Storage.open(database) as storage:
        first = storage.act(rounds.open_round, maker.begun(channel=1))
        with pytest.raises(BackupFault) as told:
            back_up(database, dump)
        run(told.value, database)
        later = storage.act(rounds.open_round, maker.begun(channel=2))
    with pytest.raises(BackupFault) as told:
        restore(database, dump, datetime(2026, 11, 21, tzinfo=UTC), ())
    run(told.value, database)
    with Storage.open(database) as storage:
        assert storage.read(rounds.load, first.id).play == first.play
        with pytest.raises(RoundGone):
            storage.read(rounds.load, later.id)
    Path(dump).unlink()
