"""/rounds: a member's open and resting rounds, and *Show here*."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.own_rounds import OwnRounds
from bot.ui.localization import named, slug, usable_everywhere
from rules.text import say, say_in


class Rounds(commands.Cog):
    """Lists the rounds of a member."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._pages = OwnRounds(bot)

    async def cog_load(self) -> None:
        self.bot.controls.add_tool("continue", self._pages.take_up)
        self.bot.controls.add("rounds", self._pages.press)

    @app_commands.command(
        name=slug(say_in("command", "rounds")),
        description=named(say("Your games, and this channel’s shown again at the bottom")),
    )
    @usable_everywhere
    async def rounds(self, interaction: discord.Interaction[Any]) -> None:
        """List the member's rounds with links, those that await the member first."""
        await self.bot.interactions.answer(interaction, 0, self._pages.show)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Rounds(bot))
