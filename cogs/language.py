"""/language: the language in which rounds on this server speak to everybody."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.language.languages import KNOWN
from bot.table.refusals import ManageServerOnly
from bot.ui.client import DicePokerBot
from bot.ui.interactions import Interactions
from bot.ui.localization import named, slug
from bot.ui.response import Response
from rules.errors import BadOption
from rules.text import say, say_in

AUTOMATIC = "auto"


class Language(commands.Cog):
    """Sets the language of new rounds on a server."""

    def __init__(self, interactions: Interactions) -> None:
        self._interactions = interactions

    @app_commands.command(
        name=slug(say_in("command", "language")),
        description=named(say("Choose the language of new rounds on this server")),
    )
    @app_commands.describe(language=named(say("The language, or automatic")))
    @app_commands.rename(language=slug(say_in("command option", "language")))
    @app_commands.choices(
        language=[
            *(Choice(name=language.name, value=key) for key, language in KNOWN.items()),
            Choice(name=named(say("automatic")), value=AUTOMATIC),
        ]
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.allowed_installs(guilds=True)
    async def language(self, interaction: discord.Interaction[Any], language: str) -> None:
        """Set the language, or leave it to the server's locale again.

        The permission is checked here too: a server may allow the command to others.
        """

        async def do(response: Response) -> None:
            guild = interaction.guild_id
            if language not in (*KNOWN, AUTOMATIC) or guild is None:
                raise BadOption(language)
            if not interaction.permissions.manage_guild:
                raise ManageServerOnly
            chosen = None if language == AUTOMATIC else language
            await self._interactions.worker.storage(
                lambda storage: storage.settings.set_guild_language(guild, chosen)
            )
            await response.send_private(
                say("New rounds on this server use the language of its members.")
                if chosen is None
                else say("New rounds on this server use {language}.", language=KNOWN[chosen].name)
            )

        await self._interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add /language."""
    await bot.add_cog(Language(bot.interactions))
