"""/language: the language in which rounds on this server speak to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.words import LANGUAGES
from cogs.answer import Answer
from cogs.tongue import named, slug
from rules.errors import BadOption
from rules.text import say, say_in

if TYPE_CHECKING:
    from bot.client import DicePokerBot

LANGUAGE_NAMES = {"en": "English", "ro": "Română"}


async def setup(bot: commands.Bot) -> None:
    """Add /language."""
    ours = cast("DicePokerBot", bot)

    async def choose(interaction: discord.Interaction[Any], language: str) -> None:
        async def do(answer: Answer) -> None:
            guild = interaction.guild_id
            if language not in (*LANGUAGES, "auto") or guild is None:
                raise BadOption(language)
            kept = None if language == "auto" else language
            await ours.worker.ask(lambda storage: storage.settings.set_guild_language(guild, kept))
            await answer.whisper(
                say("New rounds on this server speak the language of its members.")
                if kept is None
                else say(
                    "New rounds on this server speak {language}.", language=LANGUAGE_NAMES[kept]
                )
            )

        await ours.desk.answer(interaction, 0, do)

    app_commands.describe(language=named(say("The language, or automatic")))(choose)
    app_commands.rename(language=slug(say_in("command option", "language")))(choose)
    app_commands.choices(
        language=[
            *(Choice(name=LANGUAGE_NAMES[key], value=key) for key in LANGUAGES),
            Choice(name=named(say("automatic")), value="auto"),
        ]
    )(choose)
    app_commands.default_permissions(manage_guild=True)(choose)
    bot.tree.add_command(
        app_commands.Command(
            name=slug(say_in("command", "language")),
            description=named(say("Choose the language of new rounds on this server")),
            callback=choose,
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
        )
    )
