"""Tasks of rounds without a press, side by side: no round waits for the requests of another."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from bot.play.background.outages import Outages
from bot.play.rounds import Rounds
from bot.storage.errors import StorageFailed
from bot.table.stored_round import StoredRound
from bot.ui.fault_log import FaultLog
from bot.ui.requests import unasked

log = logging.getLogger(__name__)

RETRY_AFTER = 600.0
"""The seconds for which a round is skipped after its task raised."""

DRAWINGS_AT_ONCE = 32
"""The number of boards and reminders that all processes draw at the same time.

Their requests wait for each other (`bot.ui.requests.UNASKED_A_SECOND`), and none for long.
"""


class RoundTasks:
    """Runs one task for a round at a time, and the tasks of different rounds side by side.

    `part` is the part of all shards that this process has, above 0 and at most 1. `busy` are the
    tasks under way by round; `skipped` are the rounds whose task has raised, with the time from
    which on they are tried again.
    """

    def __init__(
        self,
        *,
        rounds: Rounds,
        outages: Outages,
        faults: FaultLog,
        part: float,
    ) -> None:
        self._rounds, self._outages, self._faults = rounds, outages, faults
        self.busy: dict[int, asyncio.Task[None]] = {}
        self.skipped: dict[int, float] = {}
        self.drawing = asyncio.Semaphore(max(1, round(DRAWINGS_AT_ONCE * part)))

    def start(self, round_ids: Iterable[int], do: Callable[[int], Awaitable[None]]) -> None:
        """Start a task for each round, unless one is running for it."""
        for round_id in round_ids:
            if round_id not in self.busy and self.skipped.get(round_id, 0) <= time.monotonic():
                self.skipped.pop(round_id, None)
                task = asyncio.create_task(self._run(round_id, do))
                self.busy[round_id] = task
                task.add_done_callback(partial(self._done, round_id))

    def stop(self) -> None:
        for task in self.busy.values():
            task.cancel()

    async def draw(self, round_id: int, do: Callable[[StoredRound], Awaitable[None]]) -> None:
        """Do what needs Discord for a round under its lock, unless a press is being answered.

        What a server that is away would answer says nothing about its channels.
        """
        async with self.drawing:
            lock = self._rounds.lock(round_id)
            if not lock.locked():
                async with lock:
                    stored = await self._rounds.load(round_id)
                    if not self._outages.is_away(stored):
                        await do(stored)

    def _done(self, round_id: int, _: asyncio.Task[None]) -> None:
        self.busy.pop(round_id, None)

    async def _run(self, round_id: int, do: Callable[[int], Awaitable[None]]) -> None:
        try:
            with unasked():
                await do(round_id)
        except StorageFailed as error:
            self._outages.storage_fails()
            self._faults.error("round=%d is left for later: %s", round_id, error)
        except Exception:
            log.exception("round=%d its deadline could not be processed", round_id)
            self.skipped[round_id] = time.monotonic() + RETRY_AFTER
