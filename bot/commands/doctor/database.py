"""The checks of `dice-poker doctor` on the database and its backups."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from bot.commands.doctor.finding import Finding
from bot.config import Config
from bot.storage.copies import daily_backups
from bot.storage.copies.remains import refuse_lost, rescues
from bot.storage.errors import StorageFault
from bot.storage.files import RESCUED
from bot.storage.inspection import Inspection, inspect_database, may_write_into

LITTLE_SPACE = 200_000_000
"""The bytes of free disk below which the host is warned."""

NO_SPACE = 20_000_000
"""The bytes of free disk below which the bot will soon be unable to store anything."""

OLD_BACKUP = timedelta(hours=26)
"""The age of the newest backup that shows that the daily one is missing."""

ENABLE_TIMER = "let deploy/dice-poker-backup.timer, or compose's service backup, make a dump a day"

RESTORE = "stop the bot and put a backup in its place: dice-poker restore FILE"


def look_at_database(settings: Config, now: datetime) -> Iterator[Finding]:
    """Yield the findings about the database."""
    rescued: list[Path] = []
    try:
        rescued = rescues(settings.database_url)
        refuse_lost(settings.database_url, settings.backup_dir)
        inspection = inspect_database(settings.database_url)
    except StorageFault as fault:
        yield Finding("database", "away" if fault.passes else "fault", str(fault))
    else:
        yield from _look_inside(inspection)
        yield _backup(settings, now)
    for rescue in rescued:
        yield _rescue(rescue)


def _look_inside(inspection: Inspection) -> Iterator[Finding]:
    yield _state(inspection)
    # PostgreSQL, of which the free space is not known, checks its own pages.
    if inspection.state != "missing" and inspection.free is not None:
        yield _integrity(inspection)
    if inspection.added:
        text = (
            f"the {inspection.added} is not as this bot makes it, so that no backup can be "
            "restored: take out what you have added to the database yourself"
        )
        yield Finding("tables", "warn", text)
    if inspection.free is not None:
        yield _space(inspection)
    if inspection.danger:
        yield Finding("file system", "warn", inspection.danger)


def _state(inspection: Inspection) -> Finding:
    match inspection.state:
        case "missing":
            text = f"{inspection.place} can be written; its tables are made at the first start"
        case "older":
            text = (
                f"{inspection.place} is of an older version and is migrated at the next start: "
                "make a backup before it"
            )
            return Finding("database", "warn", text)
        case "newest":
            text = (
                f"{inspection.place} can be written and is up to date, {megabytes(inspection.size)}"
            )
    return Finding("database", "ok", text)


def _integrity(inspection: Inspection) -> Finding:
    if inspection.damage:
        return Finding(
            "integrity", "fault", f"{inspection.place} is damaged ({inspection.damage}): {RESTORE}"
        )
    return Finding("integrity", "ok", "no damage was found")


def _space(inspection: Inspection) -> Finding:
    free = inspection.free or 0
    text = f"{megabytes(free)} are free"
    if free < NO_SPACE:
        return Finding("disk", "fault", f"{text}, too little to go on: free some disk space")
    if free < max(LITTLE_SPACE, 2 * inspection.size):
        return Finding("disk", "warn", f"{text}, too little for a backup: free some disk space")
    return Finding("disk", "ok", text)


def _backup(settings: Config, now: datetime) -> Finding:
    by_bot = settings.database_url.startswith("sqlite")
    if not settings.backup_dir:
        text = "none is made: set BACKUP_DIR to a folder, best on another disk"
        if not by_bot:
            text = (
                f"none is known of: {ENABLE_TIMER}, and set BACKUP_DIR to the folder of the dumps"
            )
        return Finding("backup", "warn", text)
    if by_bot and not may_write_into(Path(settings.backup_dir)):
        text = (
            f"{settings.backup_dir} cannot be written: allow the bot to write this folder, or name "
            "another one in BACKUP_DIR"
        )
        return Finding("backup", "fault", text)
    try:
        made = daily_backups.newest_time(settings.database_url, Path(settings.backup_dir))
    except OSError as error:
        text = (
            f"{settings.backup_dir} cannot be read ({error.strerror}): let BACKUP_DIR name a "
            "folder that the bot may read"
        )
        return Finding("backup", "warn", text)
    if made is None:
        maker = "the bot makes one a day while it runs" if by_bot else ENABLE_TIMER
        return Finding("backup", "warn", f"there is none in {settings.backup_dir} yet: {maker}")
    age = now - made
    text = f"the newest in {settings.backup_dir} is {age.total_seconds() / 3600:.0f} hours old"
    if age > OLD_BACKUP:
        where = "the bot's log" if by_bot else "the log of what makes the dumps"
        return Finding("backup", "warn", f"{text}: look for a warning in {where}")
    return Finding("backup", "ok", text)


def _rescue(rescue: Path) -> Finding:
    if f"-wal{RESCUED}" in rescue.name:
        text = (
            f"{rescue} is the log of a file that was replaced or overwritten while the bot used "
            "it: if rounds are missing, stop the bot and restore a backup with dice-poker restore "
            "FILE; once you do not need it, delete it"
        )
        return Finding("rescue", "warn", text)
    text = (
        f"{rescue} holds all rounds of a file that was deleted or replaced while the bot used it: "
        "if they are missing, stop the bot and run dice-poker restore "
        f"{shlex.quote(str(rescue))}; once you do not need it, delete it"
    )
    return Finding("rescue", "warn", text)


def megabytes(size: int) -> str:
    """Return a number of bytes in a readable unit.

    >>> megabytes(1_500_000), megabytes(72_500_000_000)
    ('1.5 MB', '72.5 GB')
    """
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"
