"""The handler of commands that failed: those of an earlier program, and unexpected errors."""

from __future__ import annotations

import logging
from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.play import private
from bot.play.client import DicePokerBot
from bot.ui import command_sync
from bot.ui.response import Response
from rules.text import say

log = logging.getLogger(__name__)

UNKNOWN = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""The errors of a command, or of its options, that this program does not have."""

NOT_IN_USE = say("This command is no longer in use: reload Discord to see the present ones.")


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
        bot, data = self.bot, cast("Any", interaction.data)
        unknown = isinstance(error, UNKNOWN) or _has_other_options(interaction)
        name = data.get("name")
        if unknown:
            log.info("command=%s is not one of this program: %s", name, error)
        else:
            log.error("command=%s failed", name, exc_info=error)
        known = bot.emoji_set, bot.command_ids, bot.figures, bot.names
        answer = Response(interaction, *known, requests=bot.requests)
        async with answer as response:
            await private.apologise(response, NOT_IN_USE if unknown else private.APOLOGY)
        if unknown and data.get("guild_id"):  # a command of one server: this program has none
            await command_sync.clear(bot, bot.requests, (int(data["guild_id"]),))


def _has_other_options(interaction: discord.Interaction[Any]) -> bool:
    """Return whether a command has options that it does not have in this program."""
    command, data = interaction.command, cast("Any", interaction.data)
    if not isinstance(command, app_commands.Command):
        return False
    known = {one.display_name: one.type.value for one in command.parameters}
    return any(known.get(one["name"]) != one["type"] for one in data.get("options", []))


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(CommandErrors(bot))
