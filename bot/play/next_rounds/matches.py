"""Opens the next round of a match once the one before is over.

The press that ends a round opens the next one. Where time was up, or the bot has stopped in
between, the next tick does, which finds the rounds whose next one is due in the database. A round
has at most one successor, so none is opened twice.
"""

from __future__ import annotations

import logging
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.play.live_rounds import UNOPENED
from bot.table import next_round
from bot.table.commitment import Reserved
from bot.table.notes import NEXT_WAITS
from bot.table.store.admission import admit
from bot.table.store.errors import RematchExists
from bot.table.stored_round import StoredRound
from bot.ui import reach
from bot.ui.requests import DISCORD_ERRORS, reason
from bot.ui.response import Response
from rules.errors import Refusal

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


class Matches:
    """Opens the next rounds of matches and posts them."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._acts, self._servers, self._limit = bot.acts, bot.servers, bot.openings
        self._table, self._live, self._board = bot.table, bot.live, bot.board
        self._private_screens, self._roots = bot.private_screens, bot.roots

    async def go_on(self, over: StoredRound, response: Response | None = None) -> None:
        """Open and post the next round of a match, if it is due after this round.

        The caller holds the round's lock. `response` is the answer to the press that has ended the
        round, None if no press did. Where the next round may not be opened, the board keeps the
        button *Next round*.
        """
        if not next_round.is_due(over):
            return
        try:
            new = await self._opened(over, response)
        except Refusal as refusal:
            log.info("round=%d the match does not go on by itself: %r", over.id, refusal)
            _, waits = await self._live.change(over.id, next_round.with_next_waiting)
            await self._draw(waits, response)
            return
        if new.message is None and new.open:
            try:
                await self._acts.post(response, new)
                if response is not None:
                    await self._private_screens.show_own(response, new)
            except DISCORD_ERRORS as error:  # /rounds and the next /play show the round
                log.info("round=%d could not be posted: %s", new.id, reason(error))
                if reach.is_deleted(error):
                    await self._live.lose_channel(new.id, discord.utils.utcnow())
        _, followed = await self._live.change(over.id, next_round.with_next_begun)
        await self._draw(followed, response)

    async def _opened(self, over: StoredRound, response: Response | None) -> StoredRound:
        """Return the next round; it may be open already, if the bot has stopped after that."""
        if response is None and over.out_of_reach:
            raise Refusal(NEXT_WAITS)
        settings = await self._servers.settings(over.guild)
        if not settings.offers(over.game):
            raise Refusal(NEXT_WAITS)
        now = discord.utils.utcnow()
        if not next_round.goes_on(over, now):  # a player was erased
            raise Refusal(NEXT_WAITS)
        opener = over.opener if over.seats_of(over.opener) else over.people[0]
        others = (one for one in over.people if one != opener)

        def prepare(reserved: Reserved) -> StoredRound:
            return self._table.rematch(over, opener, now, reserved)

        admitted = partial(admit, guild=over.guild, users=(opener, *others), now=now)
        place, seed = seeds_after(over, response), over.commitment
        begins = UNOPENED if seed is None else seed.opening
        try:
            with self._limit.counted(opener, place) if over.alone else nullcontext():
                new = await self._live.open(
                    place,
                    prepare,
                    users=over.people,
                    opening=begins if begins == UNOPENED else replace(begins, by="before"),
                    slow=over.slow,
                    admit=admitted,
                )
        except RematchExists as exists:
            return await self._live.load(exists.round_id)
        log.info("round=%d game=%s goes on after round=%d", new.id, new.game, over.id)
        self._roots.look_ahead(new)
        return new

    async def _draw(self, stored: StoredRound, response: Response | None) -> None:
        try:
            if response is None:
                await self._board.refresh(stored)
            else:
                await self._acts.draw(response, stored)
        except DISCORD_ERRORS as error:  # the round is over; a press on its message redraws it
            log.info("round=%d could not be redrawn: %s", stored.id, reason(error))


def seeds_after(over: StoredRound, response: Response | None) -> int:
    """Return the channel whose seeds the next round has: as the round before, if known."""
    seed = over.commitment
    if seed is not None:
        return seed.channel
    return over.channel if response is None else reach.seeds_of(response.interaction)
