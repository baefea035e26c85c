"""Adds to the board of a round that has ended what the rounds before it make worth telling."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.statistics.store import highlights as store
from bot.storage.errors import StorageFailed
from bot.table import highlights
from bot.table.stored_round import StoredRound
from bot.ui.rate_limits import RateLimit
from rules.errors import Refusal

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)


MOST_A_SECOND = 5
"""How many ends of rounds are looked at in a second.

A second edit counts for Discord's fifty requests a second, which those who play need."""


class Highlights:
    """Looks at rounds that have ended, once their boards are shown; no press waits for it."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._live, self._board, self._under_way = bot.live, bot.board, bot.under_way
        self._limit = RateLimit(MOST_A_SECOND, 1.0)

    def heed(self, over: StoredRound) -> None:
        """Begin to look at a round that has just ended; where too many end at once, at none."""
        if highlights.members(over) and not self._limit.reached(self):
            self._limit.note(self)
            self._under_way.begin(self._tell(over.id))

    async def _tell(self, round_id: int) -> None:
        """Store what is worth telling of a round, and draw its board once more if there is any."""
        try:
            async with self._live.lock(round_id):
                over = await self._live.load(round_id)
                found = await self._live.storage.read_beside(store.of_round, over)
                if found:
                    _, told = await self._live.change(round_id, highlights.noted(found))
                    await self._board.refresh(told)
        except (StorageFailed, Refusal) as error:  # the board tells what follows from the round
            log.info("round=%d nothing more is told of its end: %s", round_id, error)
