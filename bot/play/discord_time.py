"""The time by Discord, which is in each of its ids, however the clock of this machine stands."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import discord

log = logging.getLogger(__name__)

MOST_APART = timedelta(hours=1)
"""The difference between the clocks of this machine and of Discord that is worth a warning."""


class DiscordTime:
    """The time in the newest id that this process has received, None before the first one."""

    def __init__(self) -> None:
        self.newest: datetime | None = None
        self._warned = False

    def note(self, snowflake: int) -> None:
        """Note an id that Discord has given just now; the first odd one is a warning."""
        told = discord.utils.snowflake_time(snowflake)
        if self.newest is None or told > self.newest:
            self.newest = told
        apart = discord.utils.utcnow() - told
        if abs(apart) >= MOST_APART and not self._warned:
            self._warned = True
            hours = abs(apart) / timedelta(hours=1)
            behind = "ahead of" if apart > timedelta() else "behind"
            log.warning(
                "the clock of this machine is %.1f hours %s that of Discord: set it", hours, behind
            )
