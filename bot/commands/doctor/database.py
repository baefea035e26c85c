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
from bot.storage.inspection import Inspection, inspect_database

LITTLE_SPACE = 200_000_000
"""The bytes of free disk below which the host is warned."""

NO_SPACE = 20_000_000
"""The bytes of free disk below which the bot will soon be unable to store anything."""

MANY_UNJUDGED = 20_000
"""The waiting rounds for which an idle machine takes a quarter of an hour, at twenty a second."""

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
        found = inspect_database(settings.database_url)
    except StorageFault as fault:
        yield Finding("database", "away" if fault.passes else "fault", str(fault))
    else:
        yield from _look_inside(found)
        yield _backup(settings, now)
    for rescue in rescued:
        yield _rescue(rescue)


def _look_inside(found: Inspection) -> Iterator[Finding]:
    yield _state(found)
    if found.state != "missing" and found.free is not None:  # PostgreSQL checks its own pages
        yield _integrity(found)
    if found.added:
        told = (
            f"the {found.added} is not as this bot makes it, so that no backup can be restored: "
            "take out what you have added to the database yourself"
        )
        yield Finding("tables", "warn", told)
    if found.state == "newest" and not found.damage:
        yield _counting(found)
    if found.free is not None:
        yield _space(found)
    if found.danger:
        yield Finding("file system", "warn", found.danger)


def _state(found: Inspection) -> Finding:
    match found.state:
        case "missing":
            told = f"{found.place} can be written; its tables are made at the first start"
        case "older":
            told = (
                f"{found.place} is of an older version and is migrated at the next start: make a "
                "backup before it"
            )
            return Finding("database", "warn", told)
        case "newest":
            told = f"{found.place} can be written and is up to date, {megabytes(found.size)}"
    return Finding("database", "ok", told)


def _integrity(found: Inspection) -> Finding:
    if found.damage:
        return Finding(
            "integrity", "fault", f"{found.place} is damaged ({found.damage}): {RESTORE}"
        )
    return Finding("integrity", "ok", "no damage was found")


def _counting(found: Inspection) -> Finding:
    told = f"{found.unjudged} ended games wait to be judged"
    if found.unjudged >= MANY_UNJUDGED:
        remedy = "if they become more while the bot runs, it needs a faster machine or disk"
        return Finding("statistics", "warn", f"{told}: {remedy}")
    return Finding("statistics", "ok", told)


def _space(found: Inspection) -> Finding:
    free = found.free or 0
    told = f"{megabytes(free)} are free"
    if free < NO_SPACE:
        return Finding("disk", "fault", f"{told}, too little to go on: free some disk space")
    if free < max(LITTLE_SPACE, 2 * found.size):
        return Finding("disk", "warn", f"{told}, too little for a backup: free some disk space")
    return Finding("disk", "ok", told)


def _backup(settings: Config, now: datetime) -> Finding:
    by_bot = settings.database_url.startswith("sqlite")
    if not settings.backup_dir:
        told = "none is made: set BACKUP_DIR to a folder, best on another disk"
        if not by_bot:
            told = (
                f"none is known of: {ENABLE_TIMER}, and set BACKUP_DIR to the folder of the dumps"
            )
        return Finding("backup", "warn", told)
    try:
        made = daily_backups.newest(settings.database_url, Path(settings.backup_dir))
    except OSError as error:
        told = f"{settings.backup_dir} cannot be read: {error.strerror}"
        return Finding("backup", "warn", told)
    if made is None:
        maker = "the bot makes one a day while it runs" if by_bot else ENABLE_TIMER
        return Finding("backup", "warn", f"there is none in {settings.backup_dir} yet: {maker}")
    age = now - made
    told = f"the newest in {settings.backup_dir} is {age.total_seconds() / 3600:.0f} hours old"
    if age > OLD_BACKUP:
        where = "the bot's log" if by_bot else "the log of what makes the dumps"
        return Finding("backup", "warn", f"{told}: look for a warning in {where}")
    return Finding("backup", "ok", told)


def _rescue(rescue: Path) -> Finding:
    told = (
        f"{rescue} holds all rounds of a file that was deleted or replaced while the bot used it: "
        "if they are missing, stop the bot and run dice-poker restore "
        f"{shlex.quote(str(rescue))}; once you do not need it, delete it"
    )
    return Finding("rescue", "warn", told)


def megabytes(size: int) -> str:
    """Return a number of bytes in a readable unit.

    >>> megabytes(1_500_000), megabytes(72_500_000_000)
    ('1.5 MB', '72.5 GB')
    """
    return f"{size / 1e6:.1f} MB" if size < 1e9 else f"{size / 1e9:.1f} GB"
