"""The last resort for commands: log what went wrong, apologise once."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from cogs import whispers
from cogs.answer import Answer

if TYPE_CHECKING:
    from bot.client import DicePokerBot

log = logging.getLogger(__name__)


async def failed(
    interaction: discord.Interaction[Any], error: app_commands.AppCommandError
) -> None:
    """Answer a command that failed before or beside the desk."""
    name = interaction.command.qualified_name if interaction.command else "?"
    log.error("command=%s failed", name, exc_info=error)
    bot = cast("DicePokerBot", interaction.client)
    async with Answer(interaction, bot.board.emoji) as answer:
        await whispers.apologise(answer)


async def setup(bot: commands.Bot) -> None:
    """Hear the errors of the command tree."""
    bot.tree.error(failed)
