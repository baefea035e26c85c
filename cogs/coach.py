"""/coach: whether the bot tells a member in private what their choices cost."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.review.coach import TAKE_BACK, Coach
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.errors import BadOption
from rules.text import say, say_in

ON, OFF = "on", "off"

FRESH_SECONDS = 45.0
"""How old what is known of other processes may be."""


class CoachCommand(commands.Cog):
    """Turns the coach of a member on and off.

    Where several processes share the servers, what was typed elsewhere is read every
    `FRESH_SECONDS`: direct messages reach one of them, servers another.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._coach = Coach(bot.interactions, bot.analysis)

    async def cog_load(self) -> None:
        """Read which members have a coach; register it, and *Take back*."""
        await self._coach.load()
        self.bot.interactions.on_act.append(self._coach.heed)
        self.bot.interactions.memories.append(self._coach)
        self.bot.controls.add_tool(TAKE_BACK, self._coach.take_back)
        if self.bot.settings.held_shards is not None:
            self.bot.ticks.every(
                FRESH_SECONDS,
                "coach",
                self._coach.load,
                fault="which members have a coach could not be read",
            )

    @app_commands.command(
        name=slug(say_in("command", "coach")),
        description=named(say("Be told in private what your choices cost")),
    )
    @app_commands.describe(coach=named(say("Whether you have a coach")))
    @app_commands.rename(coach=slug(say_in("command option", "coach")))
    @app_commands.choices(
        coach=[
            Choice(name=named(say_in("the coach", "on")), value=ON),
            Choice(name=named(say_in("the coach", "off")), value=OFF),
        ]
    )
    @usable_everywhere
    async def coach(self, interaction: discord.Interaction[Any], coach: str) -> None:
        """Turn the coach on or off, for all rounds of the member."""

        async def do(response: Response) -> None:
            if coach not in (ON, OFF):
                raise BadOption(coach)
            await self._coach.turn(response.user, on=coach == ON)
            if coach == OFF:
                await response.send_private(say("Your coach is off."))
                return
            await response.send_private(
                say(
                    "Your coach is on: after each choice that cost you something you read in "
                    "private how much, and what was best."
                ),
                say(
                    "In rounds opened with training as their help you may take back one such "
                    "choice."
                ),
                say("At tables without hints your coach keeps silent."),
            )

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add /coach."""
    await bot.add_cog(CoachCommand(bot))
