"""The remains of an SQLite database whose file is missing: its log, and copies of it.

Copies have the name of the file with an ending: a rescue, a database that a backup replaced, a copy
made before an upgrade. Daily backups lie beside it or in BACKUP_DIR; other backups have any name.
"""

from __future__ import annotations

import re
import shlex
from glob import escape
from pathlib import Path

from bot.storage.copies import daily_backups
from bot.storage.copies.backup import BackupFault, check
from bot.storage.copies.restoring import restores
from bot.storage.engine import address, file_of, place_of
from bot.storage.errors import LostDatabase, MissingInUse, StorageFault
from bot.storage.files import RESCUED, files_of
from bot.storage.process_lock import is_locked

_TIME = r"-\d{8}-\d{6}"
_RESCUE = re.compile(rf"{re.escape(RESCUED)}({_TIME})?")
"""The ending of a rescue; version 1.0.0 gave it no time."""

_COPY = re.compile(rf"{_RESCUE.pattern}|-replaced{_TIME}|\.before-\w+({_TIME})?")


def rescues(url: str) -> list[Path]:
    """Return the rescues that lie beside the database of a DATABASE_URL, by name, logs last."""
    file = file_of(address(url))
    if file is None:
        return []
    return [rescue for path in files_of(file)[:2] for rescue in _files_beside(path, _RESCUE)]


def refuse_lost(url: str, backup_dir: str) -> None:
    """Raise LostDatabase where the file of a database is missing or empty, but not its remains.

    Raises MissingInUse if another process still uses the missing file. A restoration that was
    interrupted is not refused: opening the database completes it.
    """
    parsed = address(url)
    file = file_of(parsed)
    if file is None or restores(file) or _size(file):
        return
    if is_locked(file):
        raise MissingInUse(place_of(parsed))
    named = {*_files_beside(file, _COPY)}
    for folder in {file.parent, Path(backup_dir) if backup_dir else file.parent}:
        named.update(daily_backups.list_backups(url, folder))
    others = {*file.parent.glob("*.sqlite3")} - named
    candidates = {*filter(_size, named), *filter(_is_backup, filter(_size, others))}
    copies = sorted(candidates, key=lambda copy: (_change_time(copy), copy))
    logs = [*filter(_size, files_of(file)[1:2])]
    remedies = []
    if copies:
        newest = next(filter(_is_whole, reversed(copies)), copies[-1])
        command = f"dice-poker restore {shlex.quote(str(newest))}"
        remedies.append(f"restore its newest copy with {command}")
    remedies += [f"put the file back, whose log {log.name} is still there" for log in logs]
    kept_logs = _files_beside(files_of(file)[1], _RESCUE)
    if kept_logs and not remedies:  # it was overwritten by nothing
        remedies.append("restore a backup with dice-poker restore FILE")
    if remedies:
        left = sorted({str(copy.absolute().parent) for copy in copies + logs + kept_logs})
        anew = f"move its copies and its log out of {' and '.join(left)}"
        raise LostDatabase(place_of(parsed), remedy=", or ".join(remedies), anew=anew)


def _files_beside(file: Path, ending: re.Pattern[str]) -> list[Path]:
    """Return the files beside one whose names are its name with such an ending."""
    files = file.parent.glob(f"{escape(file.name)}*")
    return sorted(other for other in files if ending.fullmatch(other.name.removeprefix(file.name)))


def _is_backup(file: Path) -> bool:
    """Return whether a file is a whole database of the bot, which no bot has ever used."""
    own = (file.with_name(f"{file.name}.lock"), *files_of(file)[1:])
    return not any(path.exists() for path in own) and _is_whole(file)


def _is_whole(copy: Path) -> bool:
    try:
        check(copy)
    except (BackupFault, StorageFault):
        return False
    return True


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def _change_time(copy: Path) -> float:
    """Return the time of the last change of a copy, which may have a log."""
    return max(path.stat().st_mtime for path in files_of(copy)[:2] if path.exists())
