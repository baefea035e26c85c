"""Daily backups of the database, if the host has set BACKUP_DIR."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import discord

from bot.storage.copies import daily_backups
from bot.storage.copies.backup import BackupFault
from bot.storage.errors import StorageFault
from bot.storage.shards import Shards

log = logging.getLogger(__name__)

TICK_SECONDS = 20.0
"""The interval at which the date is checked."""

RETRY_AFTER = 600.0
"""The seconds to wait after a failed backup."""


class Backups:
    """Copies the database in a thread of its own, without delaying presses or the storage.

    `folder` is where the copies go, empty for none; `url` names the database; `held` returns the
    shards of this process. `wanted` is whether there are to be copies: of an SQLite database alone.
    """

    def __init__(self, *, folder: str, url: str, held: Callable[[], Shards]) -> None:
        self.wanted = bool(folder) and url.startswith("sqlite")
        self._folder, self._url, self._held = Path(folder), url, held
        self._monotonic = time.monotonic
        self._again = float("-inf")

    async def back_up(self) -> bool:
        """Make the backup of today, unless it exists; one process does so for all."""
        if self._monotonic() < self._again or not self._held().does_shared_work:
            return False
        return await self._make(today())

    async def _make(self, day: date) -> bool:
        """Make the backup of a day; return whether it exists now."""
        try:
            file = await asyncio.to_thread(daily_backups.make_backup, self._url, self._folder, day)
            if file is not None:
                log.info("the database is copied to %s", file)
        except (BackupFault, StorageFault) as fault:
            self._again = self._monotonic() + RETRY_AFTER
            log.error("the backup of today failed, and is tried again in ten minutes: %s", fault)  # noqa: TRY400 — the fault is the host's
            return False
        return True


def today() -> date:
    """Return the date of today in UTC."""
    return discord.utils.utcnow().date()
