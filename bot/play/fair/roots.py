"""Posts the roots of blocks of seeds, each in a message that is never edited.

A channel's first root is posted before its first round is opened, each later root before the block
in use is used up. A block is stored before its root is posted, so if the bot stops in between, the
next round posts the root; if it stops before the message is noted, the same root is posted twice.
Where the bot may not post, or Discord fails, the round begins all the same, and its proof is
weaker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import discord

from bot.play.live_rounds import UNOPENED
from bot.table.commitment import BLOCK, Block, OpeningNumber
from bot.table.store import rounds, seed_blocks
from bot.table.stored_round import StoredRound
from bot.ui import components, mentions, reach
from bot.ui.components import Drawing
from bot.ui.discord_renderer import DiscordRenderer
from bot.ui.requests import DISCORD_ERRORS, StillUnderWay, reason
from bot.ui.response import Response
from rules.text import say

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


class Roots:
    """Posts roots, and finds the number from Discord with which a round is opened."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._client, self._live, self._board = bot, bot.live, bot.board
        self._requests, self._under_way = bot.requests, bot.under_way
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.silent = False
        """Whether no roots are posted: without the numbers of Discord they prove nothing."""

    async def opening(
        self,
        response: Response,
        language: str,
        check: Callable[[], Awaitable[None]],
        *,
        answers: bool = False,
    ) -> OpeningNumber:
        """Return the opening number of a round, after posting the root of its seed where possible.

        The first round of a channel is opened after its root: where the board `answers` the
        interaction, its message is made after the root, and has the number. Before the root is
        posted, `check` raises an error if no round may be opened.
        """
        if self.silent:
            return UNOPENED
        interaction = response.interaction
        asked = OpeningNumber(interaction.id, "interaction")
        place, here = reach.seeds_of(interaction), interaction.channel_id or 0
        if self._live.root_is_posted(place) or not reach.may_post(interaction):
            return asked
        await check()
        if answers and await self._live.storage.read(rounds.in_channel, here) is not None:
            return asked  # no round is opened here
        posted = await self.post(place, reach.places_of_root(interaction), language)
        board = 0
        if posted and answers:
            try:
                board = await response.hold()
            except DISCORD_ERRORS as error:  # the round begins all the same
                log.info("interaction=%d was not held: %s", interaction.id, reason(error))
        return OpeningNumber(board, "board") if board else asked

    def look_ahead(self, opened: StoredRound) -> None:
        """Post the next root in the background, where a block has few seeds left."""
        seed = opened.commitment
        if seed is None or seed.number < BLOCK - seed_blocks.FEW or opened.out_of_reach:
            return
        where = (seed.channel, *((opened.channel,) if opened.channel != seed.channel else ()))
        self._under_way.begin(self.post(seed.channel, where, opened.language))

    async def post(self, place: int, where: Sequence[int], language: str) -> int:
        """Post the pending roots of a channel; return the id of the last message, 0 for none.

        Each root goes into the first channel of `where` that accepts it.
        """
        lock = self._locks.setdefault(place, asyncio.Lock())
        message = 0
        async with lock:
            for block in await self._live.unposted(place):
                if not self.silent:
                    message = await self._post(block, where, language) or message
        return message

    async def _post(self, block: Block, where: Sequence[int], language: str) -> int:
        drawing = message_of(block, DiscordRenderer(language, self._board.emoji))
        for channel in where:
            try:
                message = await self._requests.make(self._send(channel, drawing))
            except StillUnderWay as error:
                error.then(partial(self._note, block, channel))
                return 0
            except DISCORD_ERRORS as error:
                log.info("channel=%d the root could not be posted: %s", channel, reason(error))
            else:
                await self._note(block, channel, message)
                return message
        return 0

    async def _send(self, channel: int, drawing: Drawing) -> int:
        posted, _ = mentions.posted(drawing, lambda _: None)
        message = await self._client.get_partial_messageable(channel).send(**posted)
        return message.id

    async def _note(self, block: Block, channel: int, message: int) -> None:
        """Store the message that shows a root, with the time in its id."""
        at = discord.utils.snowflake_time(message)
        await self._live.note_root(replace(block, place=channel, message=message, shown=at))
        log.info("channel=%d block=%d has its root posted", block.channel, block.number)


def message_of(block: Block, renderer: DiscordRenderer) -> Drawing:
    """Return the message that shows the root of a block."""
    root = say("🎲 The dice of the next 1,024 games here are fixed: {root}", root=block.root)
    use = say("This number is never edited. *Fair dice?* compares its time with that of a game.")
    return Drawing([components.text(f"{renderer.text(root)}\n-# {renderer.text(use)}")])
