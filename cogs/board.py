"""The public message of a round: where it is, and how it is drawn anew without a press.

A press redraws its own message. Only what nobody pressed for goes through the
channel, and needs the permission to see it; where that is missing the round
goes on and `/round` shows it.
"""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui

from bot.emoji import EmojiBook
from bot.frame import frame, names
from bot.rounds import Kept
from bot.words import Place
from bot.worker import Worker
from cogs import layout
from cogs.answer import FAULTS, pinging
from cogs.layout import Words
from rules.text import say

log = logging.getLogger(__name__)


class Board:
    """Draws the public messages of rounds."""

    def __init__(self, client: discord.Client, worker: Worker, emoji: EmojiBook) -> None:
        self._client = client
        self._worker = worker
        self.emoji = emoji

    def drawing(self, kept: Kept, marked: tuple[int, ...] = ()) -> ui.LayoutView:
        """Return the round as everybody sees it."""
        return layout.draw(frame(kept), self.emoji, marked)

    async def refresh(self, kept: Kept, marked: tuple[int, ...] = ()) -> bool:
        """Redraw the round's message through its channel; return whether that went well."""
        if kept.message is None:
            return False
        redrawn = await self._edit(kept, kept.message, self.drawing(kept, marked))
        if redrawn:
            await self.drawn(kept)
        return redrawn

    async def drawn(self, kept: Kept) -> None:
        """Remember that the message shows this version of the round."""
        await self._worker.ask(lambda storage: storage.rounds.mark_drawn(kept.id, kept.version))

    async def moved(self, kept: Kept, to: int) -> Kept:
        """Remember the message that the round stands on now; the older one says where it went."""
        before = kept.message
        await self._worker.ask(
            lambda storage: storage.rounds.mark_message(kept.id, kept.channel, to)
        )
        await self.drawn(kept)
        now = await self._worker.look(kept.id)
        if before is not None and before != to:
            await self._edit(kept, before, self.signpost(now))
        return now

    def signpost(self, kept: Kept) -> ui.LayoutView:
        """Return what an older message of the round says: where the round is now."""
        words = Words(kept.language, self.emoji)
        place = Place(kept.channel, kept.message, kept.guild)
        return layout.whisper([say("This round goes on here: {place}", place=place)], words)

    async def nudge(self, kept: Kept) -> None:
        """Ping whoever is awaited with one short message, deleted when they act."""
        if kept.play is None:
            return
        users = [kept.sitters[seat.index].user for seat in kept.play.awaits.seats]
        people = [user for user in users if user is not None]
        words = Words(kept.language, self.emoji, names(kept))
        place = Place(kept.channel, kept.message, kept.guild)
        called = " ".join(words.person(user) for user in people)
        sent = None
        try:
            message = await self._channel(kept).send(
                f"{called} {words.say(say('It is your turn: {place}', place=place))}",
                allowed_mentions=pinging(*people),
            )
            sent = message.id
        except FAULTS as fault:
            log.info("round=%d no reminder sent: %s", kept.id, fault)
        # A reminder that could not be sent counts as sent: once is enough.
        await self._worker.ask(lambda storage: storage.rounds.mark_nudged(kept.id, sent or 0))

    async def hush(self, kept: Kept) -> None:
        """Delete the reminder that was sent for this round."""
        if kept.nudge_message is None:
            return
        await self._worker.ask(lambda storage: storage.rounds.mark_nudged(kept.id, None))
        if not kept.nudge_message:
            return
        try:
            await self._channel(kept).get_partial_message(kept.nudge_message).delete()
        except FAULTS as fault:
            log.info("round=%d the reminder could not be deleted: %s", kept.id, fault)

    async def _edit(self, kept: Kept, message: int, drawn: ui.LayoutView) -> bool:
        try:
            await (
                self._channel(kept)
                .get_partial_message(message)
                .edit(view=drawn, allowed_mentions=discord.AllowedMentions.none())
            )
        except FAULTS as fault:
            log.info("round=%d message=%d could not be redrawn: %s", kept.id, message, fault)
            if isinstance(fault, discord.NotFound) and not kept.open:
                await self.drawn(kept)  # the message is gone for good: never try again
            return False
        return True

    def _channel(self, kept: Kept) -> discord.PartialMessageable | Any:
        return self._client.get_partial_messageable(kept.channel, guild_id=kept.guild)
