"""Daily backups of an SQLite database in a folder, of which the newest are kept.

Dumps of PostgreSQL are made by other programs (`deploy/postgresql-backup`): here only the newest
one is looked up.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from glob import escape
from pathlib import Path

from bot.storage.copies.backup import back_up, not_written
from bot.storage.engine import address, file_of

KEPT = 7
"""The number of daily backups that are kept."""


def make_backup(url: str, folder: Path, day: date) -> Path | None:
    """Make the backup of a day, in UTC, and delete all but the last `KEPT`; return its file.

    Returns None if it exists already. Raises BackupFault and StorageFault. It may take long, so
    call it on a separate thread.
    """
    file = folder / f"{_name(url)}-{day.isoformat()}.sqlite3"
    try:
        if file.exists():
            return None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left_over in folder.glob(f"{_pattern(url)}.*.unfinished*"):
            left_over.unlink(missing_ok=True)
        back_up(url, file, replace=True)
        for old in list_backups(url, folder)[:-KEPT]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise not_written(folder, error) from error
    return file


def list_backups(url: str, folder: Path) -> list[Path]:
    """Return the daily backups of a database, the newest last."""
    return sorted(folder.glob(_pattern(url)))


def newest_time(url: str, folder: Path) -> datetime | None:
    """Return the time in UTC at which the newest backup in a folder was made, None without one.

    For PostgreSQL that is the newest `*.dump`. Raises OSError where the folder cannot be read.
    """
    is_file = address(url).get_backend_name() == "sqlite"
    with suppress(FileNotFoundError):
        next(folder.iterdir(), None)  # `glob` finds nothing where it may not read
    files = folder.glob(_pattern(url) if is_file else "*.dump")
    made_at = max((file.stat().st_mtime for file in files), default=None)
    return None if made_at is None else datetime.fromtimestamp(made_at, UTC)


def _pattern(url: str) -> str:
    return f"{escape(_name(url))}-????-??-??.sqlite3"


def _name(url: str) -> str:
    file = file_of(address(url))
    return "rounds" if file is None else file.stem
