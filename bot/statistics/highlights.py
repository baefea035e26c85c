"""Adds highlights and accuracies to the boards of rounds that have ended."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from bot.statistics.store import accuracies
from bot.statistics.store import highlights as store
from bot.storage.errors import StorageFailed
from bot.table import highlights
from bot.table.highlights import Highlight
from bot.table.stored_round import StoredRound
from bot.thinking.process import AnalysisCrashed
from bot.ui.requests import unasked
from rules import registry
from rules.errors import Refusal
from rules.game import Game
from rules.screen import Seat

if TYPE_CHECKING:
    from bot.play.client import DicePokerBot
    from bot.statistics.accounting import Accounting

log = logging.getLogger(__name__)

TICK_SECONDS = 1.0
"""The interval in seconds at which ended rounds are processed."""

AT_ONCE = 10
"""The number of rounds processed at a time.

A second edit counts towards Discord's fifty requests a second, which players need.
"""

MOST_WAITING = 100
"""The most rounds that may wait; beyond that, the oldest keep only their own highlights."""


class Highlights:
    """Processes ended rounds a moment later, so that no press waits for it."""

    def __init__(self, bot: DicePokerBot, accounting: Accounting) -> None:
        self._live, self._board, self._analysis = bot.live, bot.board, bot.analysis
        self._accounting = accounting
        accounting.kept_back = self._not_counted
        self.ended: deque[StoredRound] = deque(maxlen=MOST_WAITING)
        """The rounds to be processed, oldest first."""
        self._now: Sequence[StoredRound] = ()
        """The ended rounds that are being processed."""

    async def tell(self) -> None:
        """Process the rounds that have waited longest.

        Those of a game whose tables are being built wait for them.
        """
        ended = list[StoredRound]()
        for over in self._longest(self.ended):
            if highlights.members(over) and over.set_key is None:
                waits = self._live.preparation.builds(registry.game(over.game))
                (self.ended if waits else ended).append(over)
        if ended:
            self._now = ended
            with unasked():
                await self._tell(ended)

    def _not_counted(self) -> set[int]:
        """Return the rounds whose records and streaks are still to be read.

        That is done before they are counted themselves.
        """
        return {over.id for over in (*self.ended, *self._now)}

    def _longest(self, waiting: deque[StoredRound]) -> Iterator[StoredRound]:
        """Yield the rounds that have waited longest; rounds with a press under way keep waiting."""
        for _ in range(min(AT_ONCE, len(waiting))):
            one = waiting.popleft()
            if self._live.lock(one.id).locked():
                waiting.append(one)
            else:
                yield one

    async def _tell(self, ended: Sequence[StoredRound]) -> None:
        """Store the highlights of rounds, and draw their boards once more if there are any."""
        try:
            earlier = await self._live.storage.read_beside(store.of_each, store.of_round, ended)
        except StorageFailed as error:  # the boards keep the highlights of their own rounds
            log.info("nothing more is told of the ends of %d rounds: %s", len(ended), error)
            return
        finally:
            self._now = ()
        seldom = await self._feats(ended)
        accuracy = await self._accuracies(ended)
        for over, *found in zip(ended, earlier, seldom, accuracy, strict=True):
            await self._note(over.id, tuple(chain(*found)))

    async def _accuracies(self, ended: Sequence[StoredRound]) -> Sequence[tuple[Highlight, ...]]:
        """Return the accuracies of each round; their accounts are made before others."""
        try:
            await self._accounting.make_now([over.id for over in ended])
            return await self._live.storage.read_beside(store.of_each, accuracies.of_round, ended)
        except (StorageFailed, Refusal) as error:
            log.info("no accuracy is told of %d rounds: %s", len(ended), error)
            return [()] * len(ended)

    async def _note(self, round_id: int, found: Sequence[Highlight]) -> None:
        if not found:
            return
        try:
            async with self._live.lock(round_id):
                _, told = await self._live.change(round_id, highlights.noted(found))
                await self._board.refresh(told)
        except (StorageFailed, Refusal) as error:
            log.info("round=%d nothing more is told of its end: %s", round_id, error)

    async def _feats(self, ended: Sequence[StoredRound]) -> Sequence[tuple[Highlight, ...]]:
        """Return the notable rows and hands of each round, none if the analysis fails."""
        asked = [
            (over.play.game, over.play.state, highlights.members(over))
            for over in ended
            if over.play is not None
        ]
        try:
            return await self._analysis.ask(feats, asked)
        except (Refusal, AnalysisCrashed) as error:
            log.info("no row or hand is told of %d rounds: %s", len(ended), error)
            return [()] * len(ended)


def feats(rounds: Sequence[tuple[Game[Any], Any, Sequence[int]]]) -> list[tuple[Highlight, ...]]:
    """Return the notable rows and hands of rounds, given by game, state and seats."""
    return [tuple(_feats(*one)) for one in rounds]


def _feats(game: Game[Any], state: Any, seats: Sequence[int]) -> Iterator[Highlight]:
    if game.exact is None:
        return
    for seat in seats:
        one = game.exact.feat(state, Seat(seat))
        if one is not None and one.chance < highlights.SELDOM:
            yield Highlight("feat", seat, (one.number, round(1 / one.chance)))
