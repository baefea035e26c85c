"""Answers to commands that failed: those of an earlier program, and unexpected errors."""

from __future__ import annotations

import logging
from typing import Any, cast

import discord
from discord import app_commands

from bot.play.interactions import Interactions
from bot.ui import command_sync
from bot.ui.answer import APOLOGY
from bot.ui.requests import Requests
from rules.text import say

log = logging.getLogger(__name__)

UNKNOWN_ERRORS = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.TransformerError,
)
"""The errors of a command, or of its options, that this program does not have."""

NOT_IN_USE = say("This command is no longer in use: reload Discord to see the present ones.")


class CommandErrors:
    """Answers commands that failed, and removes commands of single servers, which are old ones."""

    def __init__(
        self,
        *,
        client: discord.Client,
        requests: Requests,
        interactions: Interactions,
    ) -> None:
        self._client, self._requests, self._interactions = client, requests, interactions

    async def answer_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        """Log the error of a command, and apologise for it."""
        data = cast("Any", interaction.data)
        unknown, name = is_unknown(interaction, error), data.get("name")
        if unknown:
            log.info("command=%s is not one of this program: %s", name, error)
        else:
            log.error("command=%s failed", name, exc_info=error)
        async with self._interactions.answer_to(interaction) as answer:
            await answer.apologise(NOT_IN_USE if unknown else APOLOGY)
        if unknown and data.get("guild_id"):  # a command of one server: this program has none
            await command_sync.clear(self._client, self._requests, (int(data["guild_id"]),))


def is_unknown(interaction: discord.Interaction[Any], error: app_commands.AppCommandError) -> bool:
    """Return whether a command, or an option of it, is not one of this program."""
    if isinstance(error, UNKNOWN_ERRORS):
        return True
    command, data = interaction.command, cast("Any", interaction.data)
    if not isinstance(command, app_commands.Command):
        return False
    types = {parameter.display_name: parameter.type.value for parameter in command.parameters}
    options = data.get("options", [])
    return any(types.get(option["name"]) != option["type"] for option in options)
