"""The handler of commands that failed unexpectedly: a log entry and an apology."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.play import private
from bot.play.client import DicePokerBot
from bot.ui.response import Response

log = logging.getLogger(__name__)


class CommandErrors(commands.Cog):
    """The error handler of the command tree."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot

    async def cog_load(self) -> None:
        self._before = self.bot.tree.on_error
        self.bot.tree.error(self.on_command_error)

    async def cog_unload(self) -> None:
        """Restore the previous handler."""
        self.bot.tree.error(self._before)

    async def on_command_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        name = interaction.command.qualified_name if interaction.command else "?"
        log.error("command=%s failed", name, exc_info=error)
        bot = self.bot
        known = bot.emoji_set, bot.command_ids, bot.figures, bot.names
        answer = Response(interaction, *known, requests=bot.requests)
        async with answer as response:
            await private.apologise(response)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(CommandErrors(bot))
