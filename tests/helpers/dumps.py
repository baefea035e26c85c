"""Dumps of a database of its own on a server of PostgreSQL, as hosts make and restore them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from sqlalchemy import make_url

from bot.commands.maintenance.copies import put_in_place
from bot.storage.copies.backup import BackupFault, back_up
from postgres_servers import own_database, written


@contextmanager
def dumped_database() -> Iterator[str]:
    """Make an empty database on the server of TEST_DATABASE_URL, and drop it after the block."""
    if not all(map(shutil.which, ("pg_dump", "pg_restore", "psql"))):
        pytest.skip("the programs of PostgreSQL are missing")
    with own_database("SUPERUSER") as (url, _):  # who owns the schema public in every version
        yield written(url)


def dump(url: str, file: Path) -> None:
    """Make a dump with the command that `dice-poker backup` names."""
    with pytest.raises(BackupFault) as told:
        back_up(url, file)
    run_told(told.value, url)


def restore(url: str, file: Path, now: datetime, *, whole: bool = True) -> str:
    """Restore a dump with the commands that `dice-poker restore` names; return what they print.

    Unless `whole`, the last one is forgotten.
    """
    program = Path(sys.executable).with_name("dice-poker")
    with patch.object(sys, "argv", [str(program)]), pytest.raises(BackupFault) as told:
        put_in_place(url, file, now)
    return run_told(told.value, url, whole=whole)


def run_told(named: BackupFault, url: str, *, whole: bool = True) -> str:
    """Run the commands that a sentence names, as a host would; return what they print."""
    _, _, command = str(named).partition(": ")
    if not whole:
        command = command.rpartition(" && ")[0]
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    password = make_url(url).password or ""
    done = subprocess.run(
        command,
        shell=True,
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PATH": programs, "PGPASSWORD": password, "DATABASE_URL": url},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
