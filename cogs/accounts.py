"""Makes the accounting of rounds that have ended, in quiet moments."""

from __future__ import annotations

from contextlib import suppress

from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.thinking.process import Restarting
from bot.ui.ticking import ticking

TICK_SECONDS = 10.0

ROUNDS_AT_ONCE = 5
"""How many rounds one tick accounts for, and as many more for each tick that was put off."""

PUT_OFF = 6
"""How many ticks in a row are put off at most because somebody is being answered."""


class Accounts(commands.Cog):
    """Accounts for a few rounds at each tick."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._put_off = 0

    async def cog_load(self) -> None:
        """Start to tick."""
        self.tick.start()

    async def cog_unload(self) -> None:
        """Stop ticking."""
        self.tick.cancel()

    @ticking(TICK_SECONDS)
    async def tick(self) -> None:
        """Account for some rounds; rather not while somebody is being answered."""
        if not self.bot.is_ready():
            return
        if self.bot.interactions.under_way and self._put_off < PUT_OFF:
            self._put_off += 1
            return
        rounds, self._put_off = ROUNDS_AT_ONCE * (1 + self._put_off), 0
        with self.bot.background_faults.caught("no accounting was stored"), suppress(Restarting):
            await self.bot.account_tick.make(rounds)


async def setup(bot: DicePokerBot) -> None:
    """Add the accounting."""
    await bot.add_cog(Accounts(bot))
