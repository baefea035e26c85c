"""Makes the accounting of rounds that have ended, in idle time."""

from __future__ import annotations

from contextlib import suppress

from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.statistics.accounting import Accounting
from bot.thinking.process import Restarting

TICK_SECONDS = 10.0


class Accounts(commands.Cog):
    """Accounts at each tick for the rounds that wait, until the next one if they are many."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._accounting = Accounting(
            bot.live.storage, bot.analysis, lambda: bot.held_shards, bot.idle
        )

    async def cog_load(self) -> None:
        """Register the tick."""
        self.bot.ticks.every(
            TICK_SECONDS, "accounts", self._account, fault="no accounting was stored"
        )

    async def _account(self) -> None:
        with suppress(Restarting):
            await self._accounting.make(TICK_SECONDS)


async def setup(bot: DicePokerBot) -> None:
    """Add the accounting."""
    await bot.add_cog(Accounts(bot))
