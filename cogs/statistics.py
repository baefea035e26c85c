"""/stats: how members stand on a server, its leaderboard and their rounds, in private.

The accounting of rounds that have ended is made in idle time.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.statistics import game_names
from bot.statistics.accounting import Accounting
from bot.statistics.highlights import TICK_SECONDS, Highlights
from bot.statistics.pages import StatisticsPages
from bot.thinking.process import Restarting
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.text import say, say_in

ACCOUNTING_SECONDS = 10.0
"""The interval at which rounds that wait are accounted for, until the next one if they are many."""

GAMES = [Choice(name=named(game_names.described(key)), value=key) for key in game_names.all_keys()]


class Statistics(commands.Cog):
    """Shows members how they stand."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._pages = StatisticsPages(bot.live)
        self.accounting = Accounting(
            bot.live.storage, bot.analysis, lambda: bot.held_shards, bot.idle
        )

    async def cog_load(self) -> None:
        """Register the controls of the pages, and what is done with rounds that have ended."""
        self.bot.controls.add("stats", self._pages.press)
        highlights = Highlights(self.bot)
        self.bot.acts.on_over.append(highlights.ended.append)
        self.bot.ticks.every(
            TICK_SECONDS, "highlights", highlights.tell, fault="no highlights were told"
        )
        self.bot.ticks.every(
            ACCOUNTING_SECONDS, "accounts", self._account, fault="no accounting was stored"
        )

    async def _account(self) -> None:
        with suppress(Restarting):
            await self.accounting.make(ACCOUNTING_SECONDS)

    @app_commands.command(
        name=slug(say_in("command", "stats")),
        description=named(say("How well a member plays, luck left out")),
    )
    @app_commands.describe(
        member=named(say("The member; you, if you name nobody")),
        game=named(say("The game; all of them, if you choose none")),
    )
    @app_commands.rename(
        member=slug(say_in("command option", "member")), game=slug(say_in("command option", "game"))
    )
    @app_commands.choices(game=GAMES)
    @usable_everywhere
    async def stats(
        self,
        interaction: discord.Interaction[Any],
        member: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        """Show the numbers of a member."""

        async def do(response: Response) -> None:
            user = response.user if member is None else member.id
            await self._pages.show_stats(response, user, game)

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add the command."""
    await bot.add_cog(Statistics(bot))
