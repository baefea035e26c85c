"""Adds to the board of a round that has ended what the rounds before it make worth telling."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING

from bot.statistics.store import highlights as store
from bot.storage.errors import StorageFailed
from bot.table import highlights
from bot.table.stored_round import StoredRound
from bot.ui.requests import unasked
from rules.errors import Refusal

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0
"""The interval at which rounds that have ended are looked at."""

AT_ONCE = 5
"""How many of them at a time.

A second edit counts for Discord's fifty requests a second, which those who play need."""

MOST_WAITING = 100
"""How many may wait; of more, the boards of the oldest tell what follows from the round alone."""


class Highlights:
    """Looks at rounds that have ended, a moment later; no press waits for it."""

    def __init__(self, bot: DicePokerBot) -> None:
        self._live, self._board = bot.live, bot.board
        self.ended: deque[StoredRound] = deque(maxlen=MOST_WAITING)
        """Those that are to be looked at, the oldest first."""

    async def tell(self) -> None:
        """Look at the rounds that have waited longest."""
        for _ in range(min(AT_ONCE, len(self.ended))):
            over = self.ended.popleft()
            if highlights.members(over):
                with unasked():
                    await self._tell(over.id)

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
