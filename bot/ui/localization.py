"""The names of commands in every language, and the language of a new round."""

from __future__ import annotations

from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.language.languages import LANGUAGES, nearest
from bot.language.render import PlainRenderer, render
from bot.ui import reach
from rules.text import Text

T = TypeVar("T")

_LANGUAGES = {locale: nearest(str(locale)) for locale in discord.Locale}
"""The language of each locale, computed once: a start translates all names for all locales."""


def named(text: Text) -> locale_str:
    """Return a sentence, such as a description, for translation by discord.py."""
    return locale_str(render(text, "en", PlainRenderer()), text=text)


def slug(text: Text) -> locale_str:
    """Return a name in the form of commands and options: lower case, with hyphens."""
    return locale_str(_slug(text, "en"), text=text, slug=True)


def _slug(text: Text, language: str) -> str:
    return "-".join(render(text, language, PlainRenderer()).lower().split())


def everywhere() -> dict[str, Any]:
    """Return the options of a command that works wherever the bot is installed."""
    return {
        "allowed_contexts": app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=True
        ),
        "allowed_installs": app_commands.AppInstallationType(guild=True, user=True),
    }


def usable_everywhere(command: T) -> T:
    """Make a command usable wherever a server or a member has installed the bot."""
    installed = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(installed)


class CommandTranslator(app_commands.Translator):
    """Translates command names, descriptions and choices from the catalogue."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation, None if English is used."""
        language = _LANGUAGES[locale]
        text = string.extras.get("text")
        if language == "en" or not isinstance(text, Text):
            return None
        if string.extras.get("slug"):
            return _slug(text, language)
        return render(text, language, PlainRenderer(language))


def public_language(
    interaction: discord.Interaction[Any], chosen: str | None, default: str | None, own: str
) -> str:
    """Return the public language of a round that is opened here.

    It is the server's own choice; else the host's `default`; else the locale of a Community server
    (elsewhere Discord always sends en-US); else the opener's `own`.
    """
    if chosen in LANGUAGES:
        return str(chosen)
    if default in LANGUAGES:
        return str(default)
    guild = None if reach.answers_only(interaction) else interaction.guild
    if guild is not None and "COMMUNITY" in guild.features and interaction.guild_locale:
        return nearest(str(interaction.guild_locale))
    return own
