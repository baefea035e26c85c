"""/settings, for members who manage the server, and /language, one of its lines."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.admin.settings_panel import SettingsPanel, managed
from bot.language.languages import KNOWN
from bot.play.client import DicePokerBot
from bot.table.server_settings import AUTOMATIC
from bot.ui.localization import named, slug
from bot.ui.response import Response
from rules.errors import BadOption
from rules.text import say, say_in


class ServerSettings(commands.Cog):
    """Shows and changes the settings of a server.

    Permissions are checked here too: a server may allow these commands to others.
    """

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._panel = SettingsPanel(bot.servers, bot.missing)

    async def cog_load(self) -> None:
        """Register the controls of the panel: the key of a setting."""
        self.bot.controls.add("setting", self._panel.press)

    @app_commands.command(
        name=slug(say_in("command", "settings")),
        description=named(
            say("Choose how this server plays: where, which games, in which language")
        ),
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.allowed_contexts(guilds=True)
    @app_commands.allowed_installs(guilds=True)
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Show the panel of the settings."""
        await self.bot.interactions.answer(interaction, 0, self._panel.show)

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
    async def language(
        self, interaction: discord.Interaction[Any], language: str | None = None
    ) -> None:
        """Set the language, or leave it to the server's locale again; else show the panel."""

        async def do(response: Response) -> None:
            guild = managed(response)
            if language is None:
                await self._panel.show(response)
                return
            if language not in (*KNOWN, AUTOMATIC):
                raise BadOption(language)
            await self.bot.servers.set(guild, "language", language)
            await response.send_private(
                say("New rounds on this server use the language of its members.")
                if language == AUTOMATIC
                else say("New rounds on this server use {language}.", language=KNOWN[language].name)
            )

        await self.bot.interactions.answer(interaction, 0, do)


async def setup(bot: DicePokerBot) -> None:
    """Add /settings and /language."""
    await bot.add_cog(ServerSettings(bot))
