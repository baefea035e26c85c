"""/rounds: a member's open and resting rounds, and *Show here*."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play.interactions import Interactions
from bot.play.own_rounds import OwnRounds
from bot.ui.controls import Controls
from bot.ui.localization import named, slug, usable_everywhere
from rules.text import say, say_in


class RoundsCommand(commands.Cog):
    """Lists the rounds of a member."""

    def __init__(self, interactions: Interactions, controls: Controls, pages: OwnRounds) -> None:
        self._interactions, self._controls, self._pages = interactions, controls, pages

    async def cog_load(self) -> None:
        self._controls.add_tool("continue", self._pages.take_up)
        self._controls.add("rounds", self._pages.press)

    @app_commands.command(
        name=slug(say_in("command", "rounds")),
        description=named(say("Your games, and this channel’s shown again at the bottom")),
    )
    @usable_everywhere
    async def rounds(self, interaction: discord.Interaction[Any]) -> None:
        """List the member's rounds with links, those that await the member first."""
        await self._interactions.answer(interaction, 0, self._pages.show)
