"""The introduction of the bot in a server that has just added it."""

from __future__ import annotations

import logging

import discord

from bot.admin.settings_panel import PANEL
from bot.language.languages import nearest
from bot.language.render import Place
from bot.play.boards.drawings import Drawings
from bot.play.servers import Servers
from bot.table.server_settings import SETTINGS
from bot.ui.channels import Channels
from bot.ui.custom_ids import CustomId
from bot.ui.drawing import components, layout
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.discord_renderer import DiscordRenderer
from bot.ui.requests import DISCORD_ERRORS, reason, unasked
from rules.text import Command, say

log = logging.getLogger(__name__)


class Welcome:
    """Introduces the bot in the system channel of a server, if there is one."""

    def __init__(
        self,
        *,
        channels: Channels,
        servers: Servers,
        drawings: Drawings,
        language: str | None,
    ) -> None:
        self._channels, self._servers = channels, servers
        self._drawings, self._language = drawings, language

    async def introduce(self, guild: discord.Guild) -> None:
        """Post the introduction silently, unless the server has chosen channels before."""
        channel = guild.system_channel
        settings = await self._servers.settings(guild.id)
        if channel is None or settings.channels:
            return
        language = settings.chosen_language or self._language
        language = language or nearest(str(guild.preferred_locale))
        drawing = welcome(self._drawings.renderer(language))
        try:
            with unasked():
                await self._channels.post(Place(channel.id, guild=guild.id), drawing)
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
