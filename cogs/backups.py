"""Daily backups of the database, if the host has set BACKUP_DIR: their tick."""

from __future__ import annotations

from discord.ext import commands

from bot.admin.backups import TICK_SECONDS, Backups, today
from bot.ui.ticks import Ticks


class BackupTick(commands.Cog):
    """Makes the backup of each day."""

    def __init__(self, ticks: Ticks, backups: Backups) -> None:
        self._ticks, self._backups = ticks, backups

    async def cog_load(self) -> None:
        """Start the tick, if there are to be backups."""
        if self._backups.wanted:
            make, fault = self._backups.back_up, "the backup of today failed"
            self._ticks.once(today, TICK_SECONDS, "backups", make, fault=fault)
