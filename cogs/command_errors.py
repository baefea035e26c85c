"""The handler of commands that failed."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.admin.command_errors import CommandErrors


class CommandErrorEvents(commands.Cog):
    """Sets the error handler of the command tree."""

    def __init__(self, tree: app_commands.CommandTree[Any], errors: CommandErrors) -> None:
        self._tree, self._errors = tree, errors

    async def cog_load(self) -> None:
        self._before = self._tree.on_error
        self._tree.error(self._errors.answer_error)

    async def cog_unload(self) -> None:
        """Restore the previous handler."""
        self._tree.error(self._before)
