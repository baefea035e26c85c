"""What servers allow: their settings, kept in memory for a short time, and their bars.

A press reads nothing from the database. Another process may change the settings of a server, so
they are read again once they are older than `FRESH`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord

from bot.language.render import Place
from bot.memory import Memory
from bot.storage.statement import Connection
from bot.storage.thread import StorageThread
from bot.table.server_settings import ServerSettings, read_settings, stored_value
from bot.table.store import server_settings
from bot.table.store.admission import admit
from bot.ui import reach
from bot.ui.answer import Answer
from rules import registry
from rules.errors import Refusal
from rules.text import Text, say, say_in, side_by_side

FRESH = timedelta(seconds=45)
"""The greatest age of settings in memory."""


class Servers:
    """The settings of servers."""

    def __init__(self, storage: StorageThread) -> None:
        self._storage = storage
        self._cache: Memory[int, tuple[datetime, ServerSettings]] = Memory()

    async def settings(self, guild: int | None) -> ServerSettings:
        """Return the settings of a server; in direct messages, the defaults."""
        if guild is None:
            return ServerSettings()
        cached = self._cache.get(guild)
        now = discord.utils.utcnow()
        if cached is not None and now - cached[0] < FRESH:
            return cached[1]
        settings = read_settings(await self._storage.read(server_settings.of_guild, guild))
        self._cache[guild] = (now, settings)
        return settings

    async def set(self, guild: int, key: str, value: Any) -> ServerSettings:
        """Store one setting and return all of them."""
        await self._storage.write(
            server_settings.set_of_guild, guild, key, stored_value(key, value)
        )
        self._cache.pop(guild, None)
        return await self.settings(guild)

    async def check(self, interaction: discord.Interaction[Any], game: str) -> ServerSettings:
        """Return the settings that apply to a round opened here.

        Servers without the bot have none. Raises AnswersInPrivate, and a refusal where the managers
        have chosen other channels or other games.
        """
        reach.check(interaction)
        guest = reach.answers_only(interaction)
        settings = await self.settings(None if guest else interaction.guild_id)
        if not settings.plays_in(places_of(interaction)):
            raise Refusal(_not_here(settings.channels))
        if not settings.offers(game):
            raise Refusal(
                say(
                    "This game is not offered on this server. You can play: {games}",
                    games=side_by_side([registry.game(key).info.name for key in settings.games]),
                )
            )
        return settings


def _not_here(channels: Iterable[int]) -> Text:
    """Return the refusal of a channel, which names the chosen ones instead.

    Discord itself shows which of them the member cannot see.
    """
    places = [say_in("a place", "{place}", place=Place(channel)) for channel in channels]
    return say(
        "Games are not played in this channel. Play here: {places}", places=side_by_side(places)
    )


def places_of(interaction: discord.Interaction[Any]) -> tuple[int, ...]:
    """Return the channel of an interaction and, for a thread, the channel that holds it."""
    parent = getattr(interaction.channel, "parent_id", None)
    return tuple(place for place in (interaction.channel_id, parent) if place is not None)


def admission(answer: Answer, others: Iterable[int]) -> Callable[[Connection], None]:
    """Return a check that raises a refusal where a member may not play, or invite `others`."""
    guild, users = answer.interaction.guild_id, (answer.user, *others)
    return partial(admit, guild=guild, users=users, now=discord.utils.utcnow())
