"""The ticks of the daily challenge and of dares."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import discord

from bot.daily.challenge import DailyChallenge
from bot.daily.dares import Dares
from bot.daily.day_cards import DayCards
from bot.daily.reminders import DailyReminders
from bot.storage.shards import Shards
from bot.ui.discord_clock import DiscordClock

DAYS_SECONDS = 20.0
"""The interval at which the date is checked."""

DARES_SECONDS = 10.0
"""The interval at which dares are checked."""

REMINDERS_SECONDS = 30.0
"""The interval at which reminders of the day are sent."""


class DailyTicks:
    """Keeps days, dares and reminders; what must happen once is done in the process of shard 0.

    `held` returns the shards of this process.
    """

    def __init__(
        self,
        *,
        challenge: DailyChallenge,
        cards: DayCards,
        dares: Dares,
        reminders: DailyReminders,
        clock: DiscordClock,
        held: Callable[[], Shards],
    ) -> None:
        self._challenge, self._cards, self._dares = challenge, cards, dares
        self._reminders, self._clock, self._held = reminders, clock, held

    def hours(self) -> tuple[datetime | None, ...]:
        """Return the present hour by the clock, and by Discord's newest id if there was one."""
        times = discord.utils.utcnow(), self._clock.newest
        return tuple(
            None if time is None else time.replace(minute=0, second=0, microsecond=0)
            for time in times
        )

    async def keep_days(self) -> bool:
        """Reveal past days and, in the process of shard 0, draw the seeds of coming ones.

        This is done once an hour and after each start.
        """
        await self._challenge.close_days()
        if self._held().does_shared_work:
            await self._challenge.keep_days()
        return True

    async def keep_dares(self) -> None:
        """Close and draw dares, judge their rounds, and draw the cards of days."""
        if self._held().does_shared_work:
            await self._dares.keep_cards()
            await self._cards.keep_cards()

    async def send_reminders(self) -> None:
        if self._held().does_shared_work:
            await self._reminders.send_due()
