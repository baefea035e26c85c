"""Daily backups of the database, if the host has set BACKUP_DIR."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.storage.copies import daily_backups
from bot.storage.copies.backup import BackupFault
from bot.storage.errors import StorageFault

log = logging.getLogger(__name__)

TICK_SECONDS = 20.0
"""The interval at which the date is checked."""

RETRY_AFTER = 600.0
"""The seconds to wait after a failed backup."""


class Backups(commands.Cog):
    """Copies the database in a thread of its own, without delaying presses or the storage.

    `monotonic` measures seconds; None stands for `time.monotonic`.
    """

    def __init__(self, bot: DicePokerBot, monotonic: Callable[[], float] | None = None) -> None:
        self.bot = bot
        self._folder = Path(bot.settings.backup_dir)
        self._monotonic = monotonic or time.monotonic
        self._again = float("-inf")

    async def cog_load(self) -> None:
        """Start the tick, if the host wants backups of an SQLite database."""
        settings = self.bot.settings
        if settings.backup_dir and settings.database_url.startswith("sqlite"):
            self.bot.ticks.once(
                lambda: discord.utils.utcnow().date(),
                TICK_SECONDS,
                "backups",
                self._back_up,
                fault="the backup of today failed",
            )

    async def _back_up(self) -> bool:
        """Make the backup of today, unless it exists; one process does so for all."""
        if self._monotonic() < self._again or not self.bot.does_shared_work:
            return False
        return await self._make(discord.utils.utcnow().date())

    async def _make(self, today: date) -> bool:
        """Make the backup of a day; return whether it exists now."""
        url = self.bot.settings.database_url
        try:
            if not await asyncio.to_thread(daily_backups.is_made, url, self._folder, today):
                file = await asyncio.to_thread(daily_backups.make, url, self._folder, today)
                log.info("the database is copied to %s", file)
        except (BackupFault, StorageFault, OSError) as error:
            self._again = self._monotonic() + RETRY_AFTER
            why = error if isinstance(error, BackupFault) else repr(error)
            log.error("the backup of today failed, and is tried again in ten minutes: %s", why)  # noqa: TRY400 — the fault is the host's
            return False
        return True


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Backups(bot))
