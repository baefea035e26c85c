"""The introduction of the bot in a server that has just added it."""

from __future__ import annotations

import logging

import discord

from bot.admin.settings_panel import PANEL
from bot.language.languages import nearest
from bot.play.servers import Servers
from bot.table.server_settings import SETTINGS
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout, mentions
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import CommandIds, DiscordRenderer
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.requests import DISCORD_ERRORS, Requests, reason, unasked
from rules.text import Command, say

log = logging.getLogger(__name__)


class Welcome:
    """Introduces the bot in the system channel of a server, if there is one."""

    def __init__(
        self,
        *,
        client: discord.Client,
        requests: Requests,
        servers: Servers,
        names: DisplayNames,
        emoji: EmojiSet,
        commands: CommandIds,
        language: str | None,
    ) -> None:
        self._client, self._requests, self._servers = client, requests, servers
        self._names, self._emoji, self._commands = names, emoji, commands
        self._language = language

    async def introduce(self, guild: discord.Guild) -> None:
        """Post the introduction silently, unless the server has chosen channels before."""
        channel = guild.system_channel
        settings = await self._servers.settings(guild.id)
        if channel is None or settings.channels:
            return
        language = settings.chosen_language or self._language
        language = language or nearest(str(guild.preferred_locale))
        drawing = welcome(DiscordRenderer(language, self._emoji, commands=self._commands))
        posted, _ = mentions.posted(drawing, self._names.on_server(guild.id))
        place = self._client.get_partial_messageable(channel.id, guild_id=guild.id)
        try:
            with unasked():
                await self._requests.make(place.send(**posted))
        except DISCORD_ERRORS as error:  # the bot may not write there, which /play reports
            log.info("guild=%d the bot could not introduce itself: %s", guild.id, reason(error))


def welcome(renderer: DiscordRenderer) -> Drawing:
    """Return the message, with a button for members who manage the server to open the settings."""
    texts = [
        say("Dice and cards for everybody: {command} shows the games.", command=Command("play")),
        say("They are played in every channel, until members who manage the server choose some."),
    ]
    label = renderer.text(SETTINGS["channels"].about)
    button = components.button(CustomId("setting", 0, 0, PANEL), label)
    return layout.message(texts, renderer, [button])
