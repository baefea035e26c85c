"""Hears the press of every button and every choice from a menu."""

from __future__ import annotations

from typing import Any

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.play.presses import Presses


class PressListener(commands.Cog):
    """Passes component interactions on, whether or not their message still shows the component."""

    def __init__(self, presses: Presses) -> None:
        self._presses = presses

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press of a component; commands have their own cogs."""
        if interaction.type is discord.InteractionType.component:
            await self._presses.press(interaction)


async def setup(bot: DicePokerBot) -> None:
    """Add the listener."""
    await bot.add_cog(PressListener(bot.presses))
