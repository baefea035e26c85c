"""Keeps the threads of slow rounds open."""

from __future__ import annotations

from discord.ext import commands

from bot.play.client import DicePokerBot

TICK_SECONDS = 300.0
"""The interval at which threads are looked at that are due."""


class Threads(commands.Cog):
    """Looks at the threads of slow rounds."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Begin to look."""
        self.bot.ticks.every(
            TICK_SECONDS,
            "threads",
            self._keep_open,
            fault="threads of slow rounds could not be kept open",
        )

    async def _keep_open(self) -> None:
        await self.bot.threads.keep_open(self.bot.held_shards)


async def setup(bot: DicePokerBot) -> None:
    """Add the look at threads."""
    await bot.add_cog(Threads(bot))
