"""/stats: the games of members and the lists of a server, in private.

The choices in finished games are judged in idle time.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.statistics.judging import Judging
from bot.statistics.pages import StatisticsPages
from bot.statistics.store import to_judge
from bot.thinking.process import Restarting
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.text import say, say_in

JUDGING_SECONDS = 10.0
"""The interval of the judging of games, which takes it whole if they are many."""

REST_SECONDS = 600.0
"""The interval at which games that have rested for a day are found."""


class Statistics(commands.Cog):
    """Shows the statistics of members."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._pages = StatisticsPages(bot.live.storage)
        self.judging = Judging(bot.live.storage, bot.analysis, lambda: bot.held_shards, bot.idle)

    async def cog_load(self) -> None:
        """Register the controls of the pages, and the judging of games."""
        self.bot.controls.add("stats", self._pages.press)
        self.bot.ticks.every(
            JUDGING_SECONDS, "judging", self._judge, fault="no judgement was stored"
        )
        self.bot.ticks.every(
            REST_SECONDS, "rests", self._let_rest, fault="resting games could not be noted"
        )

    async def _judge(self) -> None:
        with suppress(Restarting):
            await self.judging.judge(JUDGING_SECONDS)

    async def _let_rest(self) -> None:
        if self.bot.does_shared_work:
            await self.bot.live.storage.write(to_judge.let_rest, discord.utils.utcnow())

    @app_commands.command(
        name=slug(say_in("command", "stats")),
        description=named(say("The games of a member: won, best totals, accuracy")),
    )
    @app_commands.describe(member=named(say("The member; leave out for yourself")))
    @app_commands.rename(member=slug(say_in("command option", "member")))
    @usable_everywhere
    async def stats(
        self, interaction: discord.Interaction[Any], member: discord.User | None = None
    ) -> None:
        async def do(response: Response) -> None:
            await self._pages.show(response, response.user if member is None else member.id)

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Statistics(bot))
