"""The free space on the disks of the database and of the backups, and the newest backup."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from bot.storage.copies import daily_backups
from bot.storage.engine import address, file_of


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """The free bytes for `database` and `backups`, as far as they are known on this machine."""

    free: Mapping[str, int]
    backup_age: float | None
    """Seconds since the newest backup was made; None if there is none."""


def disk_space(url: str, backup_dir: str, now: datetime) -> DiskSpace:
    """Return the disk space of the database of a DATABASE_URL and of BACKUP_DIR.

    It reads the disk, so call it on a separate thread.
    """
    free, age = {}, None
    file = file_of(address(url))
    with suppress(OSError):
        if file is not None:
            free["database"] = shutil.disk_usage(file.absolute().parent).free
    with suppress(OSError):
        if backup_dir:
            free["backups"] = shutil.disk_usage(backup_dir).free
            newest = daily_backups.newest_time(url, Path(backup_dir))
            if newest is not None:
                age = max(0.0, (now - newest).total_seconds())
    return DiskSpace(free, age)
