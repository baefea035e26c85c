"""The short ping of a member who has not acted, deleted when they act."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.table.frame import names
from bot.table.seating import is_challenge
from bot.table.store import member_settings
from bot.table.stored_round import StoredRound
from bot.ui import mentions, reach
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, reason, unasked
from bot.under_way import UnderWay
from rules.text import say_count

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

DELETIONS_AT_ONCE = 16
"""How many reminders are deleted at the same time."""


class Reminders:
    """Sends reminders and deletes them."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._bot, self._live = bot, bot.live
        self.deletions = UnderWay()
        self._deleting = asyncio.Semaphore(DELETIONS_AT_ONCE)

    async def remind(self, stored: StoredRound) -> None:
        """Ping the awaited members with one short message.

        Where nobody else waits, the server wants none or the bot may not write, there is
        none. Members who want none are left out. In a challenge, members whom the challenger
        has pinged too often are named without a ping.
        """
        if stored.play is None:
            return
        wanted = (await self._bot.servers.settings(stored.guild)).reminders
        if stored.alone or stored.out_of_reach or not wanted:  # alone: the others have left since
            await self._live.mark_reminded(stored, 0)
            return
        people = await self._reminded(stored)
        if not people:
            await self._live.mark_reminded(stored, 0)
            return
        renderer = DiscordRenderer(stored.language, self._bot.emoji_set, names(stored))
        place = stored.place
        reminder = say_count(
            "It is your turn: {place}", "It is your turn: {place}", len(people), place=place
        )
        text = f"{' '.join(map(renderer.person, people))} {renderer.text(reminder)}"
        if is_challenge(stored):
            people = [user for user in people if self._bot.pings.allow(stored.opener, user)]
        known = self._bot.names.on_server(stored.guild)
        posted, unnamed = mentions.posted(text, known, people)
        # Noted before it is sent, as one that could not be sent: once at most, whatever happens.
        stored = await self._live.mark_reminded(stored, 0)
        try:
            message = await self._bot.requests.make(self._channel(stored).send(**posted))
        except StillUnderWay as error:
            error.then(partial(self._note_late, stored))
            log.info("round=%d the reminder takes long", stored.id)
            return
        except DISCORD_ERRORS as error:
            log.info("round=%d no reminder sent: %s", stored.id, reason(error))
            if reach.is_deleted(error):
                await self._live.lose_channel(stored.id, discord.utils.utcnow())
            return
        await self._live.mark_reminded(stored, message.id)
        if unnamed:
            with suppress(*DISCORD_ERRORS):
                await self._bot.requests.make(message.edit(**mentions.edited(text)))

    async def _reminded(self, stored: StoredRound) -> list[int]:
        """Return the awaited members who want to be reminded."""
        seats = () if stored.play is None else stored.play.awaits.seats
        users = [stored.players[seat.index].user for seat in seats]
        people = [user for user in users if user is not None]
        storage = self._live.storage
        silent = await storage.read(member_settings.unreminded_among, people)
        return [user for user in people if user not in silent]

    async def delete_reminder(self, stored: StoredRound) -> None:
        """Delete the reminder that was sent for this round, without waiting for Discord."""
        await self._live.mark_reminded(stored, None)
        if stored.reminder:
            self.deletions.begin(self._delete(stored, stored.reminder))

    async def _note_late(self, reminded: StoredRound, sent: discord.Message) -> None:
        """Note a reminder that was sent late, or delete it where the member has acted."""
        stored = await self._live.load(reminded.id)
        if (stored.moment, stored.reminder) == (reminded.moment, 0):
            await self._live.mark_reminded(stored, sent.id)
        else:
            await self._delete(reminded, sent.id)

    async def _delete(self, stored: StoredRound, message: int) -> None:
        try:
            with unasked():
                async with self._deleting:
                    reminder = self._channel(stored).get_partial_message(message)
                    await self._bot.requests.make(reminder.delete())
        except DISCORD_ERRORS as error:
            why = reason(error)
            log.info("round=%d the reminder could not be deleted: %s", stored.id, why)

    def _channel(self, stored: StoredRound) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(stored.channel, guild_id=stored.guild)
