"""Makes the accounting of rounds that have ended, in quiet moments."""

from __future__ import annotations

from contextlib import suppress

from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.statistics.accounting import Accounting
from bot.thinking.process import Restarting

TICK_SECONDS = 10.0

ROUNDS_AT_ONCE = 25
"""How many rounds one tick accounts for, and as many more for each tick that was put off."""

PUT_OFF = 6
"""How many ticks in a row are put off at most because somebody is being answered."""


class Accounts(commands.Cog):
    """Accounts for a few rounds at each tick."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._accounting = Accounting(bot.live.storage, bot.analysis, lambda: bot.held_shards)

    async def cog_load(self) -> None:
        """Register the tick."""
        self._tick = self.bot.ticks.every(
            TICK_SECONDS,
            "accounts",
            self._account,
            fault="no accounting was stored",
            most_put_off=PUT_OFF,
        )

    async def _account(self) -> None:
        with suppress(Restarting):
            await self._accounting.make(ROUNDS_AT_ONCE * (1 + self._tick.put_off))


async def setup(bot: DicePokerBot) -> None:
    """Add the accounting."""
    await bot.add_cog(Accounts(bot))
