"""/stats: ratings, the leaderboard and the rounds of members, in private.

Finished rounds are accounted for in idle time.
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
from bot.statistics.pages import StatisticsPages
from bot.thinking.process import Restarting
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.text import say, say_in

ACCOUNTING_SECONDS = 10.0
"""The interval of the accounting of waiting rounds, which takes it whole if they are many."""

GAMES = [Choice(name=named(game_names.described(key)), value=key) for key in game_names.all_keys()]


class Statistics(commands.Cog):
    """Shows the statistics of members."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._pages = StatisticsPages(bot.live.storage)
        self.accounting = Accounting(
            bot.live.storage, bot.analysis, lambda: bot.held_shards, bot.idle
        )

    async def cog_load(self) -> None:
        """Register the controls of the pages, and the accounting of finished rounds."""
        self.bot.controls.add("stats", self._pages.press)
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
        member=named(say("The member; leave out for yourself")),
        game=named(say("The game; leave out for all of them")),
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
        async def do(response: Response) -> None:
            user = response.user if member is None else member.id
            await self._pages.show_stats(response, user, game)

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Statistics(bot))
