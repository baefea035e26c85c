"""/rounds: a member's open and resting rounds, in private."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play import own_rounds
from bot.play.client import DicePokerBot
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.text import say, say_in


class Rounds(commands.Cog):
    """Lists the rounds of a member."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register *Continue*."""
        take_up = partial(own_rounds.take_up, self.bot.interactions, self.bot.opening)
        self.bot.controls.add_tool("continue", take_up)

    @app_commands.command(
        name=slug(say_in("command", "rounds")),
        description=named(say("Your open rounds, and those that wait for you to go on")),
    )
    @usable_everywhere
    async def rounds(self, interaction: discord.Interaction[Any]) -> None:
        """List the member's rounds with links, those that await them first."""

        async def do(response: Response) -> None:
            listed, more = await own_rounds.of_member(self.bot.interactions, response.user)
            await response.show_private(own_rounds.page(response, listed, more))

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add /rounds."""
    await bot.add_cog(Rounds(bot))
