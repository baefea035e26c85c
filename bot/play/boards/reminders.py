"""Reminders: short pings of members who have not acted, deleted when they act."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from functools import partial

import discord

from bot.language.render import Until
from bot.play.boards.drawings import Drawings
from bot.play.quotas import Pings, Quota
from bot.play.rounds import Rounds
from bot.play.servers import Servers
from bot.storage.thread import StorageThread
from bot.table.seating import is_challenge
from bot.table.store import member_settings
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.channels import Channels
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, reason, unasked
from bot.under_way import UnderWay
from rules.errors import Refusal
from rules.text import Text, say, say_count

log = logging.getLogger(__name__)

AGAIN_AFTER = timedelta(minutes=10)
"""How long after a reminder the next one may be requested on the same board."""

DELETIONS_AT_ONCE = 16
"""The most reminders that are deleted at the same time."""


class Reminders:
    """Sends reminders and deletes them."""

    def __init__(
        self,
        *,
        channels: Channels,
        storage: StorageThread,
        rounds: Rounds,
        servers: Servers,
        drawings: Drawings,
        pings: Pings,
    ) -> None:
        self._channels, self._storage, self._rounds = channels, storage, rounds
        self._servers, self._drawings, self._pings = servers, drawings, pings
        self.deletions = UnderWay()
        self._recent = Quota(1, AGAIN_AFTER.total_seconds())
        self._deleting = asyncio.Semaphore(DELETIONS_AT_ONCE)

    async def ask(self, stored: StoredRound) -> Text:
        """Ping the awaited members for a member who waits; return the answer to that member.

        Raises a refusal where a reminder was sent for this round a while ago.
        """
        wait = timedelta(seconds=self._recent.seconds_left(stored.id))
        if stored.deadline.reminder:  # its id holds its time, also after a restart
            sent = discord.utils.snowflake_time(stored.deadline.reminder)
            wait = max(wait, sent + AGAIN_AFTER - discord.utils.utcnow())
        if wait > timedelta():
            again = Until(discord.utils.utcnow() + wait)
            raise Refusal(
                say(
                    "A reminder was just sent. You may ask for the next one after {when}.",
                    when=again,
                )
            )
        if stored.deadline.reminder:
            await self.delete_reminder(stored)
        if await self.remind(await self._rounds.load(stored.id)):
            return say("⏰ The reminder is sent.")
        return say("No reminder can be sent: they are turned off, or the bot may not write here.")

    async def remind(self, stored: StoredRound) -> bool:
        """Ping the awaited members with one short message; return whether it was sent.

        No reminder is sent if no other member waits, if the server has turned reminders off or if
        the bot may not write. Members who have turned them off are left out. In a challenge,
        members whom the challenger has pinged too often are named without a ping.
        """
        if stored.play is None:
            return False
        wanted = (await self._servers.settings(stored.place.guild)).reminders
        # alone: the others have left since
        if stored.players.alone or stored.place.out_of_reach or not wanted:
            await self._rounds.mark_reminded(stored, 0)
            return False
        people = await self._reminded(stored)
        if not people:
            await self._rounds.mark_reminded(stored, 0)
            return False
        renderer, place = self._drawings.renderer(stored.language), stored.place.link
        reminder = say_count(
            "It is your turn: {place}", "It is your turn: {place}", len(people), place=place
        )
        text = f"{' '.join(map(renderer.person, people))} {renderer.text(reminder)}"
        if is_challenge(stored):
            people = [user for user in people if self._pings.allow(stored.opener, user)]
        # Noted before sending, as a reminder that could not be sent: so there is one at most.
        stored = await self._rounds.mark_reminded(stored, 0)
        try:
            message = await self._channels.post(place, text, people)
        except StillUnderWay as error:
            error.then(partial(self._keep_late, stored))
            log.info("round=%d the reminder takes long", stored.id)
            self._recent.count(stored.id)
            return True
        except DISCORD_ERRORS as error:
            log.info("round=%d no reminder sent: %s", stored.id, reason(error))
            if reach.is_deleted(error):
                await self._rounds.lose_channel(stored.id, discord.utils.utcnow())
            return False
        self._recent.count(stored.id)
        await self._rounds.mark_reminded(stored, message)
        return True

    async def _reminded(self, stored: StoredRound) -> list[int]:
        """Return the awaited members who want to be reminded."""
        seats = () if stored.play is None else stored.play.awaits.seats
        users = [stored.players[seat.index].user for seat in seats]
        people = [user for user in users if user is not None]
        silent = await self._storage.read(member_settings.unreminded_among, people)
        return [user for user in people if user not in silent]

    async def delete_reminder(self, stored: StoredRound) -> None:
        """Delete the reminder that was sent for this round, without waiting for Discord."""
        await self._rounds.mark_reminded(stored, None)
        if stored.deadline.reminder:
            self.deletions.begin(self._delete(stored, stored.deadline.reminder))

    async def _keep_late(self, reminded: StoredRound, message: int) -> None:
        """Note a reminder that was sent late, or delete it where the member has acted."""
        stored = await self._rounds.load(reminded.id)
        if (stored.moment, stored.deadline.reminder) == (reminded.moment, 0):
            await self._rounds.mark_reminded(stored, message)
        else:
            await self._delete(reminded, message)

    async def _delete(self, stored: StoredRound, message: int) -> None:
        try:
            with unasked():
                async with self._deleting:
                    await self._channels.delete(replace(stored.place.link, message=message))
        except DISCORD_ERRORS as error:
            why = reason(error)
            log.info("round=%d the reminder could not be deleted: %s", stored.id, why)
