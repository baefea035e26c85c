"""One backup a day of an SQLite database, in a folder; the last ones stay."""

from __future__ import annotations

from datetime import UTC, date, datetime
from glob import escape
from pathlib import Path

from bot.storage.backup import BackupFault, back_up
from bot.storage.connection import address, file_of


def is_made(url: str, folder: Path, day: date) -> bool:
    """Return whether the backup of a day is there."""
    return _file(url, folder, day).exists()


def make(url: str, folder: Path, day: date, keep: int) -> Path:
    """Make the backup of a day, in UTC, and delete all but the last `keep`; return its file.

    Raises BackupFault and StorageFault. It may take long: call it on a thread of its own.
    """
    file = _file(url, folder, day)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for left_over in folder.glob(f"{_pattern(url)}.*.unfinished*"):
            left_over.unlink(missing_ok=True)
        back_up(url, file, replace=True)
        for old in made(url, folder)[:-keep]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise BackupFault(f"{error.filename or folder} cannot be written: {error.strerror}.") from (
            error
        )
    return file


def made(url: str, folder: Path) -> list[Path]:
    """Return the daily backups of a database, the newest last."""
    return sorted(folder.glob(_pattern(url)))


def newest(url: str, folder: Path) -> datetime | None:
    """Return when the newest daily backup was made, in UTC; None if there is none."""
    found = made(url, folder)
    return datetime.fromtimestamp(found[-1].stat().st_mtime, UTC) if found else None


def _file(url: str, folder: Path, day: date) -> Path:
    return folder / f"{_name(url)}-{day.isoformat()}.sqlite3"


def _pattern(url: str) -> str:
    return f"{escape(_name(url))}-????-??-??.sqlite3"


def _name(url: str) -> str:
    file = file_of(address(url))
    return "rounds" if file is None else file.stem
