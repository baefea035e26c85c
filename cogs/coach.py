"""The coach: private comments on costly choices, for members who want them."""

from __future__ import annotations

from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.member_choices import ON, MemberSwitch
from bot.review.coach import TAKE_BACK, Coach
from rules.text import say, say_in


class CoachCog(commands.Cog):
    """The coach after choices, and its switch in `/settings`."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._coach = Coach(bot)
        self._coached = bot.interactions.coached

    async def cog_load(self) -> None:
        self.bot.acts.on_coached.append(self._coach.heed)
        self.bot.controls.add_tool(TAKE_BACK, self._coach.take_back)
        self.bot.switches["coach"] = MemberSwitch(
            say_in("setting", "Coach"),
            say("Tells you in private when another choice was better, in games with hints."),
            self._is_on,
            self._turn,
        )

    async def _is_on(self, user: int) -> bool:
        return self._coached.get(user) is not None

    async def _turn(self, user: int, on: bool) -> None:
        await self._coached.choose(user, ON if on else None)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(CoachCog(bot))
