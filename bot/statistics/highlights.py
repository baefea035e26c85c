"""Adds highlights and accuracies to the boards of rounds that have ended.

To a challenge it adds the score between the two members.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterator
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

AT_ONCE = 5
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
        self.ended: deque[StoredRound] = deque(maxlen=MOST_WAITING)
        """The rounds to be processed, oldest first."""
        self.challenges: deque[StoredRound] = deque(maxlen=MOST_WAITING)
        """The challenges between two members that were just posted."""
        self._told: deque[tuple[int, tuple[Highlight, ...]]] = deque(maxlen=MOST_WAITING)
        """The rounds whose accuracy is still to be shown, with their other highlights."""

    async def tell(self) -> None:
        """Process the rounds that have waited longest."""
        for new in self._longest(self.challenges):
            with unasked():
                await self._tell_meeting(new.id)
        for over in self._longest(self.ended):
            if highlights.members(over) and over.set_key is None:
                with unasked():
                    await self._tell(over.id)

    def _longest(self, waiting: deque[StoredRound]) -> Iterator[StoredRound]:
        """Yield the rounds that have waited longest; rounds with a press under way keep waiting."""
        for _ in range(min(AT_ONCE, len(waiting))):
            one = waiting.popleft()
            if self._live.lock(one.id).locked():
                waiting.append(one)
            else:
                yield one

    def note(self, new: StoredRound) -> None:
        """Note a round that was just posted, if it is a first challenge between two members."""
        users = [player.user for player in new.players]
        if len(users) == 2 and None not in users and new.successor_of is None:
            self.challenges.append(new)

    async def judge(self) -> None:
        """Add the accuracies to the rounds that have waited longest for them.

        Their accounts are made before others. That may take seconds, so the other highlights are
        shown before.
        """
        for _ in range(min(AT_ONCE, len(self._told))):
            round_id, found = self._told.popleft()
            with unasked():
                await self._judge(round_id, found)

    async def _tell_meeting(self, round_id: int) -> None:
        """Store the score between the two members of a challenge, and draw it once more."""
        try:
            async with self._live.lock(round_id):
                new = await self._live.load(round_id)
                found = await self._live.storage.read_beside(store.of_meeting, new)
                if found and not new.ended:
                    _, told = await self._live.change(round_id, highlights.noted(found))
                    await self._board.refresh(told)
        except (StorageFailed, Refusal) as error:
            log.info("round=%d is not told how it stands between the two: %s", round_id, error)

    async def _tell(self, round_id: int) -> None:
        """Store the highlights of a round, and draw its board once more if there are any."""
        try:
            async with self._live.lock(round_id):
                over = await self._live.load(round_id)
            found = (
                *await self._live.storage.read_beside(store.of_round, over),
                *await self._feats(over),
            )
            await self._note(round_id, found)
            self._told.append((round_id, found))
        except (StorageFailed, Refusal) as error:  # the board keeps the round's own highlights
            log.info("round=%d nothing more is told of its end: %s", round_id, error)

    async def _judge(self, round_id: int, found: tuple[Highlight, ...]) -> None:
        """Add the accuracy of a round to its other highlights."""
        try:
            over = await self._live.load(round_id)
            ready = self._live.preparation.is_ready(registry.game(over.game))
            await self._accounting.make_now(round_id, later=not ready)
            chosen = await self._live.storage.read_beside(accuracies.of_round, over)
            if chosen:
                await self._note(round_id, (*found, *chosen))
        except (StorageFailed, Refusal) as error:
            log.info("round=%d no accuracy is told: %s", round_id, error)

    async def _note(self, round_id: int, found: tuple[Highlight, ...]) -> None:
        if found:
            async with self._live.lock(round_id):
                _, told = await self._live.change(round_id, highlights.noted(found))
                await self._board.refresh(told)

    async def _feats(self, over: StoredRound) -> tuple[Highlight, ...]:
        """Return the notable rows and hands of a round, none if the analysis fails."""
        play = over.play
        if play is None or play.game.exact is None:
            return ()
        asked = (play.game, play.state, highlights.members(over))
        try:
            return await self._analysis.ask(feats, *asked)
        except (Refusal, AnalysisCrashed) as error:
            log.info("round=%d no row or hand is told: %s", over.id, error)
            return ()


def feats(game: Game[Any], state: Any, seats: tuple[int, ...]) -> tuple[Highlight, ...]:
    """Return the notable row or hand of each of these seats."""
    assert game.exact is not None  # noqa: S101 — only games with exact play get here
    found = ((seat, game.exact.feat(state, Seat(seat))) for seat in seats)
    return tuple(
        Highlight("feat", seat, (one.number, round(1 / one.chance)))
        for seat, one in found
        if one is not None and one.chance < highlights.SELDOM
    )
