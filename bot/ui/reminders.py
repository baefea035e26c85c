"""The short ping of a member who has not acted, deleted when they act."""

from __future__ import annotations

import logging

import discord

from bot.language.render import Place
from bot.table.frame import names
from bot.table.stored_round import StoredRound
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from bot.ui.response import DISCORD_ERRORS, pinging
from bot.worker import Worker
from rules.text import say

log = logging.getLogger(__name__)


class Reminders:
    """Sends reminders and deletes them."""

    def __init__(self, client: discord.Client, worker: Worker, emoji: EmojiSet) -> None:
        self._client = client
        self._worker = worker
        self._emoji = emoji

    async def remind(self, stored: StoredRound) -> None:
        """Ping the awaited members with one short message."""
        if stored.play is None:
            return
        users = [stored.players[seat.index].user for seat in stored.play.awaits.seats]
        people = [user for user in users if user is not None]
        renderer = DiscordRenderer(stored.language, self._emoji, names(stored))
        place = Place(stored.channel, stored.message, stored.guild)
        mentions = " ".join(renderer.person(user) for user in people)
        sent = None
        try:
            message = await self._channel(stored).send(
                f"{mentions} {renderer.text(say('It is your turn: {place}', place=place))}",
                allowed_mentions=pinging(*people),
            )
            sent = message.id
        except DISCORD_ERRORS as error:
            log.info("round=%d no reminder sent: %s", stored.id, error)
        # A reminder that could not be sent is noted too, so that it is tried once.
        await self._worker.storage(
            lambda storage: storage.rounds.mark_reminded(stored.id, sent or 0)
        )

    async def delete_reminder(self, stored: StoredRound) -> None:
        """Delete the reminder that was sent for this round."""
        if stored.reminder is None:
            return
        await self._worker.storage(lambda storage: storage.rounds.mark_reminded(stored.id, None))
        if not stored.reminder:
            return
        try:
            await self._channel(stored).get_partial_message(stored.reminder).delete()
        except DISCORD_ERRORS as error:
            log.info("round=%d the reminder could not be deleted: %s", stored.id, error)

    def _channel(self, stored: StoredRound) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(stored.channel, guild_id=stored.guild)
