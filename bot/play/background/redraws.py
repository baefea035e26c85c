"""Overdue drawings: the boards that are older than their rounds, or may be.

An urgent board is drawn at once, another one after a while, and again ever more rarely until it
shows its round. After a gap, such boards are searched in storage.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.play.background.outages import Outages
from bot.play.background.round_tasks import RoundTasks
from bot.play.boards.board import Board
from bot.storage.thread import StorageThread
from bot.table.store import deadlines
from bot.table.stored_round import StoredRound

REDRAW_AFTER = 20.0
"""The seconds after which a failed drawing is repeated; later intervals double."""

MOST_REDRAW_AFTER = 600.0
"""The longest of these intervals, in seconds."""

REDRAWN_AT_TICK = deadlines.UNDRAWN_AT_ONCE
"""The maximum number of rounds in progress after a tick has started to redraw boards."""

MOST_UNDRAWN = 2048
"""The number of undrawn boards with which no older ones are searched."""


@dataclass(frozen=True, slots=True)
class RedrawPlan:
    """The time of the next drawing of a board, the interval after it, and the known doubts."""

    at: float
    wait: float
    doubts: int


class Redraws:
    """Finds the boards that are older than their rounds, and redraws them.

    `plans` are the next drawings of boards by round, in seconds of the monotonic clock.
    """

    def __init__(
        self, *, storage: StorageThread, board: Board, outages: Outages, tasks: RoundTasks
    ) -> None:
        self._storage, self._board, self._outages, self._tasks = storage, board, outages, tasks
        self.plans: dict[int, RedrawPlan] = {}
        self.search_below: int | None = None

    def search(self) -> None:
        """Search, from the next tick on, all boards that are older than their rounds."""
        self.search_below = deadlines.ABOVE_ALL

    async def find(self) -> None:
        """Find the next boards of a search.

        The newest come first, and no more are searched than can be drawn.
        """
        room, board = self._room, self._board
        if self.search_below is None or room <= 0 or len(board.undrawn) >= MOST_UNDRAWN:
            return
        round_ids = await self._storage.read(
            deadlines.undrawn, self._outages.connected(), below=self.search_below, most=room
        )
        board.put_off(round_ids)
        self.search_below = round_ids[-1] if len(round_ids) == room else None

    @property
    def _room(self) -> int:
        """The number of further boards that may be redrawn now."""
        return REDRAWN_AT_TICK - len(self._tasks.busy)

    def start(self, monotonic: float) -> None:
        """Redraw undrawn boards, urgent ones at once, the others after a while.

        The newest come first; the rest waits for a later tick. A drawing that begins `REDRAW_AFTER`
        after a doubt was known settles it, since requests that were given up before are too old by
        then. If one of them is carried out all the same, the board becomes urgent.
        """
        board = self._board
        ready: list[tuple[int, bool]] = []
        for round_id in sorted(board.undrawn, reverse=True):
            if len(ready) >= self._room:
                break
            if round_id in self._tasks.busy:  # such as with a reminder; the next tick draws it
                continue
            plan, doubts = self.plans.get(round_id), board.doubts(round_id)
            if round_id in board.urgent:
                plan = RedrawPlan(monotonic, REDRAW_AFTER, 0)
            elif plan is None:
                plan = RedrawPlan(monotonic + REDRAW_AFTER, REDRAW_AFTER, doubts)
                self.plans[round_id] = plan
            if plan.at <= monotonic:
                ready.append((round_id, doubts == plan.doubts))
                wait = min(2 * plan.wait, MOST_REDRAW_AFTER)
                self.plans[round_id] = RedrawPlan(monotonic + plan.wait, wait, doubts)
        board.urgent.intersection_update(board.undrawn)
        board.urgent.difference_update(round_id for round_id, _ in ready)
        for round_id, settles in ready:
            redraw = partial(self.redraw, settles=settles)
            self._tasks.start((round_id,), partial(self._tasks.draw, do=redraw))
        for round_id in self.plans.keys() - board.undrawn:
            del self.plans[round_id]

    async def redraw(self, stored: StoredRound, *, settles: bool = False) -> None:
        """Redraw the board of a round, unless it shows it (`settles`: see `Board.refresh`)."""
        board = self._board
        if stored.place.message is None or (
            stored.place.drawn >= stored.version and not board.doubts(stored.id)
        ):
            board.undrawn.discard(stored.id)
            return
        await board.refresh(stored, settles=settles)
