"""/daily: the daily challenge, and the tick that begins and ends its days."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, datetime
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.ui.localization import everywhere, named, slug
from bot.ui.response import Response
from bot.ui.ticking import ticking
from rules.text import say, say_in

TICK_SECONDS = 20.0
"""The interval at which the date is checked."""


class DailyCommands(commands.Cog):
    """Plays the daily challenge."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._kept: date | None = None
        self._posted: datetime | None = None
        self.daily = app_commands.Group(
            name=slug(say_in("command", "daily")),
            description=named(say("The same dice for everybody, once a day")),
            **everywhere(),
        )
        self.daily.add_command(
            app_commands.Command(
                name=slug(say_in("command", "play")),
                description=named(say("Play the daily challenge, or go on with it")),
                callback=self._answering(bot.daily.play),
            )
        )
        self.daily.add_command(
            app_commands.Command(
                name=slug(say_in("command", "standings")),
                description=named(say("The day and the week on this server, and days in a row")),
                callback=self._answering(bot.daily.standings),
            )
        )

    async def cog_load(self) -> None:
        """Add /daily and start to tick."""
        self.bot.tree.add_command(self.daily)
        self.tick.start()

    async def cog_unload(self) -> None:
        """Stop ticking and remove /daily."""
        self.tick.cancel()
        self.bot.tree.remove_command(self.daily.name)

    @ticking(TICK_SECONDS)
    async def tick(self) -> None:
        """Where a day has ended, reveal it, commit to the one after the next; post standings.

        Standings, and attempts that could not be judged, are looked after once an hour and
        after each start.
        """
        if not self.bot.is_ready():
            return
        today, now = self.bot.daily.today, discord.utils.utcnow()
        hour = now.replace(minute=0, second=0, microsecond=0)
        with self.bot.background_faults.caught("the daily challenge could not be prepared"):
            if today != self._kept:
                await self.bot.daily.keep_days()
                self._kept = today
            if hour != self._posted:
                await self.bot.daily.judge_rest()
                await self.bot.standings_posts.post()
                self._posted = hour

    def _answering(self, do: Callable[[Response], Awaitable[None]]) -> Any:
        """Return the callback of a command that `do` answers."""

        async def answer(interaction: discord.Interaction[Any]) -> None:
            await self.bot.interactions.answer(interaction, 0, do)

        return answer


async def setup(bot: DicePokerBot) -> None:
    """Add /daily, unless the host has turned it off."""
    if bot.settings.daily == "on":
        await bot.add_cog(DailyCommands(bot))
