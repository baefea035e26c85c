"""/help: the games of this channel with their buttons, the rules and the commands."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.ui import rules_pages
from bot.ui.custom_ids import CustomId
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.text import say, say_in


class Help(commands.Cog):
    """Shows the games, the rules and the commands."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        """Register the buttons of the pages, and those of the rules."""
        self.bot.controls.add("help", self.bot.pages.press)
        self.bot.controls.add_tool("games", self._other_games, waits=False)
        # A game's key and the part; "choose" for the menu of games.
        self.bot.controls.add("rules", rules_pages.turn)

    async def _other_games(self, response: Response, _pressed: CustomId) -> None:
        await self.bot.pages.show(response)

    @app_commands.command(
        name=slug(say_in("command", "help")),
        description=named(say("What you can play here, and how to begin")),
    )
    @usable_everywhere
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        await self.bot.interactions.answer(interaction, 0, self.bot.pages.show)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Help(bot))
