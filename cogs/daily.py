"""/daily, and the ticks of days and dares."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.daily.attempts import Attempts
from bot.daily.challenge import DailyChallenge
from bot.daily.dares import Dares
from bot.daily.day_cards import DayCards
from bot.play.client import DicePokerBot
from bot.play.presses import Presses
from bot.review.hint_and_review import HintAndReview
from bot.table.frame import BEAT, OFFER
from bot.ui.custom_ids import DARE, DAY
from bot.ui.localization import everywhere, named, slug
from bot.ui.response import Response
from rules.text import say, say_in

TICK_SECONDS = 20.0
"""The interval at which the date is checked."""

DARES_SECONDS = 10.0
"""The interval at which dares are checked."""

REMINDERS_SECONDS = 30.0
"""The interval at which reminders of the day are sent."""


class DailyCommands(commands.Cog):
    """Plays the daily challenge."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        attempts = Attempts(bot)
        reviews = HintAndReview(bot, Presses(bot))
        self._day_cards = DayCards(bot)
        self._challenge = DailyChallenge(bot, attempts, self._day_cards)
        self._reminders = attempts.reminders
        self._dares = Dares(bot, attempts, reviews.give_review)
        self.daily: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=slug(say_in("command", "daily")),
            description=named(say("The same dice for everybody, once a day")),
            callback=self._answering(self._challenge.show),
            **everywhere(),
        )

    async def cog_load(self) -> None:
        """Register the controls, add /daily and start the ticks.

        If the host has turned the challenge off, messages of earlier days are still answered.
        """
        self.bot.controls.add_place(DAY, self._challenge.press)
        self.bot.controls.add_place(DARE, self._dares.press)
        self.bot.controls.add_tool(BEAT, self._dares.ask)
        self.bot.controls.add_tool(OFFER, self._dares.offer)
        self.bot.ticks.every(
            DARES_SECONDS, "dares", self._keep_dares, fault="dares could not be closed"
        )
        if self.bot.settings.daily != "on":
            return
        self.bot.tree.add_command(self.daily)
        self.bot.ticks.once(
            self._hours,
            TICK_SECONDS,
            "daily",
            self._keep,
            fault="the daily challenge could not be prepared",
        )
        self.bot.ticks.every(
            REMINDERS_SECONDS,
            "daily reminders",
            self._keep_reminders,
            fault="reminders of the day could not be sent",
        )

    async def cog_unload(self) -> None:
        self.bot.tree.remove_command(self.daily.name)

    def _hours(self) -> tuple[datetime | None, ...]:
        """Return the hours by the clock and by Discord."""
        times = discord.utils.utcnow(), self.bot.discord_clock.newest
        return tuple(
            None if one is None else one.replace(minute=0, second=0, microsecond=0) for one in times
        )

    async def _keep(self) -> bool:
        """Reveal past days and, in the process of shard 0, draw the seeds of coming ones.

        It does so once an hour and after each start.
        """
        await self._challenge.close_days()
        if self.bot.does_shared_work:
            await self._challenge.keep_days()
        return True

    async def _keep_dares(self) -> None:
        """Close and draw dares, and judge attempts, in the process of shard 0."""
        if self.bot.does_shared_work:
            await self._dares.keep()
            await self._day_cards.keep()

    async def _keep_reminders(self) -> None:
        if self.bot.does_shared_work:
            await self._reminders.keep()

    def _answering(self, do: Callable[[Response], Awaitable[None]]) -> Any:
        async def answer(interaction: discord.Interaction[Any]) -> None:
            await self.bot.interactions.answer(interaction, 0, do)

        return answer


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(DailyCommands(bot))
