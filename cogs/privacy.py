"""/privacy: what is kept about a member, and how to get or erase it."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.admin.privacy_panel import PrivacyPanel
from bot.play.client import DicePokerBot
from bot.ui.localization import named, slug, usable_everywhere
from bot.ui.response import Response
from rules.text import say, say_in


class Privacy(commands.Cog):
    """Tells members what is kept about them."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._panel = PrivacyPanel(bot.interactions)

    async def cog_load(self) -> None:
        """Register the buttons of the page."""
        self.bot.controls.add("privacy", self._panel.press)

    @app_commands.command(
        name=slug(say_in("command", "privacy")),
        description=named(say("What the bot keeps about you; export or erase it")),
    )
    @usable_everywhere
    async def privacy(self, interaction: discord.Interaction[Any]) -> None:
        """Show the page, with Export and Erase."""

        async def do(response: Response) -> None:
            await self._panel.show(response)

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add /privacy."""
    await bot.add_cog(Privacy(bot))
