"""Makes the accounting of rounds that have ended, in quiet moments."""

from __future__ import annotations

import logging

from discord.ext import commands, tasks

from bot.analysis.process import Restarting
from bot.storage.errors import StorageFailed
from bot.ui.client import DicePokerBot
from bot.ui.fault_log import FaultLog

log = logging.getLogger(__name__)

TICK_SECONDS = 10.0

ROUNDS_AT_ONCE = 5
"""How many rounds one tick accounts for."""


class Accounts(commands.Cog):
    """Accounts for a few rounds at each tick."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._faults = FaultLog(log, shared=bot.background_faults)

    async def cog_load(self) -> None:
        """Start to tick."""
        self.tick.start()

    async def cog_unload(self) -> None:
        """Stop ticking."""
        self.tick.cancel()

    @tasks.loop(seconds=TICK_SECONDS)
    async def tick(self) -> None:
        """Account for some rounds, unless somebody is being answered."""
        if not self.bot.is_ready() or self.bot.interactions.under_way:
            return
        try:
            await self.bot.accountant.make(ROUNDS_AT_ONCE)
        except Restarting:
            return
        except StorageFailed as error:  # the next tick tries again
            self._faults.error("no accounting could be stored: %s", error)


async def setup(bot: DicePokerBot) -> None:
    """Add the accounting."""
    await bot.add_cog(Accounts(bot))
