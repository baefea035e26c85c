"""Messages in channels that answer no interaction: posted, edited and deleted."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import replace
from functools import partial

import discord

from bot.language.render import Place
from bot.ui import reach
from bot.ui.drawing import mentions
from bot.ui.drawing.components import Drawing
from bot.ui.drawing.emoji import EmojiSet
from bot.ui.drawing.mentions import DisplayNames
from bot.ui.reach import Edit
from bot.ui.requests import DISCORD_ERRORS, Requests, reason

log = logging.getLogger(__name__)


class Channels:
    """Sends messages to channels.

    An archived thread is opened first, and emoji that Discord refuses are replaced. All methods
    raise the errors of Discord, and StillUnderWay.
    """

    def __init__(
        self, client: discord.Client, requests: Requests, emoji: EmojiSet, names: DisplayNames
    ) -> None:
        self._client, self._requests, self._emoji, self._names = client, requests, emoji, names

    async def post(
        self,
        place: Place,
        message: Drawing | str,
        pinged: Collection[int] = (),
        *,
        board: bool = False,
    ) -> int:
        """Post a message in the channel of a place, pinging the members `pinged`; return its id.

        Without pings it notifies no member. The other members in it have their display names, with
        an @ on a `board`; where one is not known, the message is edited at once.
        """
        names, unnamed = self._names.on_server(place.guild), False

        async def send() -> int:
            nonlocal unnamed
            posted, unnamed = mentions.posted(self._present(message), names, pinged, board=board)
            sending = partial(self._channel(place).send, **posted)
            sent = await reach.in_open_thread(self._client, place.channel, sending)
            if "view" in posted:
                self._requests.last_drawings.keep(sent.id, posted["view"])
            return sent.id

        message_id = await self._requests.make(self._emoji.sent(send))
        if unnamed:
            try:
                await self.edit(replace(place, message=message_id), message)
            except DISCORD_ERRORS as error:
                log.info("message=%d its members are not named: %s", message_id, reason(error))
        return message_id

    async def edit(
        self, place: Place, message: Drawing | str, edit_message: Edit | None = None
    ) -> None:
        """Replace the message at a place, pinging nobody; `edit_message` is another way."""
        edit_message = edit_message or self._message(place).edit

        async def edit() -> object:
            editing = partial(edit_message, **mentions.edited(self._present(message)))
            return await reach.in_open_thread(self._client, place.channel, editing)

        if isinstance(message, str):
            await self._requests.make(self._emoji.sent(edit))
        else:
            sending = partial(self._emoji.sent, edit)
            await self._requests.edit(place.message or 0, message, sending)

    async def delete(self, place: Place) -> None:
        """Delete the message at a place."""
        await self._requests.make(self._message(place).delete())

    def _present(self, message: Drawing | str) -> Drawing | str:
        return message if isinstance(message, str) else self._emoji.present(message)

    def _channel(self, place: Place) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)

    def _message(self, place: Place) -> discord.PartialMessage:
        return self._channel(place).get_partial_message(place.message or 0)
