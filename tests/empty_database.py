"""An empty SQLite database with all tables, migrated once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.storage import Storage


def write_empty_database(file: Path) -> None:
    """Write a migrated database without rows to this file."""
    file.write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite3"
        Storage.open(f"sqlite:///{file}").close()
        return file.read_bytes()
