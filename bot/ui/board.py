"""The public message of a round: where it is, and how it is redrawn without a press.

A press redraws its own message. Everything else edits through the channel and
needs the permission to see it; where that is missing the round goes on, and
`/round` shows it.
"""

from __future__ import annotations

import logging

import discord

from bot.language.render import Place
from bot.table.frame import frame
from bot.table.stored_round import StoredRound
from bot.ui import layout
from bot.ui.components import Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.emoji import EmojiSet
from bot.ui.response import DISCORD_ERRORS, NO_PINGS
from bot.worker import Worker
from rules.text import say

log = logging.getLogger(__name__)


class Board:
    """Draws the public messages of rounds."""

    def __init__(self, client: discord.Client, worker: Worker, emoji: EmojiSet) -> None:
        self._client = client
        self._worker = worker
        self.emoji = emoji

    def drawing(self, stored: StoredRound, selected: tuple[int, ...] = ()) -> Drawing:
        """Return the round as everybody sees it."""
        return layout.draw(frame(stored), self.emoji, selected)

    async def refresh(self, stored: StoredRound, selected: tuple[int, ...] = ()) -> bool:
        """Redraw the round's message through its channel; return whether that succeeded."""
        if stored.message is None:
            return False
        redrawn = await self._edit(stored, stored.message, self.drawing(stored, selected))
        if redrawn:
            await self.mark_drawn(stored)
        return redrawn

    async def mark_drawn(self, stored: StoredRound) -> None:
        """Note that the message shows this version of the round."""
        await self._worker.storage(
            lambda storage: storage.rounds.mark_drawn(stored.id, stored.version)
        )

    async def move_to(self, stored: StoredRound, message: int) -> StoredRound:
        """Note the message that shows the round now; the older one links to it."""
        before = stored.message
        await self._worker.storage(
            lambda storage: storage.rounds.mark_message(stored.id, stored.channel, message)
        )
        await self.mark_drawn(stored)
        now = await self._worker.load(stored.id)
        if before is not None and before != message:
            await self._edit(stored, before, self.moved_notice(now))
        return now

    def moved_notice(self, stored: StoredRound) -> Drawing:
        """Return what an older message of the round shows: a link to the present one."""
        renderer = DiscordRenderer(stored.language, self.emoji)
        place = Place(stored.channel, stored.message, stored.guild)
        return layout.message([say("This round goes on here: {place}", place=place)], renderer)

    async def _edit(self, stored: StoredRound, message: int, drawing: Drawing) -> bool:
        channel = self._client.get_partial_messageable(stored.channel, guild_id=stored.guild)
        try:
            await channel.get_partial_message(message).edit(view=drawing, allowed_mentions=NO_PINGS)
        except DISCORD_ERRORS as error:
            log.info("round=%d message=%d could not be redrawn: %s", stored.id, message, error)
            if isinstance(error, discord.NotFound) and not stored.open:
                await self.mark_drawn(stored)  # the message was deleted: never try again
            return False
        return True
