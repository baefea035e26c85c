"""The coach: tells members who want one in private what their choices cost."""

from __future__ import annotations

from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.member_choices import Switch
from bot.review.coach import TAKE_BACK, Coach
from rules.text import say, say_in

FRESH_SECONDS = 45.0
"""How old what is known of other processes may be."""


class CoachCog(commands.Cog):
    """Lets the coach speak, and members turn theirs on and off in `/settings`.

    Where several processes share the servers, what was chosen elsewhere is read every
    `FRESH_SECONDS`: direct messages reach one of them, servers another.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._coach = Coach(bot.interactions, bot.analysis)

    async def cog_load(self) -> None:
        """Read which members have a coach; register it, its switch, and *Take back*."""
        await self._coach.load()
        self.bot.interactions.on_act.append(self._coach.heed)
        self.bot.opening.has_coach = self._coach.has
        self.bot.interactions.memories.append(self._coach)
        self.bot.controls.add_tool(TAKE_BACK, self._coach.take_back)
        self.bot.switches["coach"] = Switch(
            say_in("setting", "Coach"),
            say("Tells you in private what a choice cost. Silent in rounds without hints."),
            self._is_on,
            self._coach.turn,
        )
        if self.bot.settings.held_shards is not None:
            self.bot.ticks.every(
                FRESH_SECONDS,
                "coach",
                self._coach.load,
                fault="which members have a coach could not be read",
            )

    async def _is_on(self, user: int) -> bool:
        return self._coach.has(user)


async def setup(bot: DicePokerBot) -> None:
    """Add the coach."""
    await bot.add_cog(CoachCog(bot))
