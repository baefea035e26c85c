"""Runs the use cases: storage on one thread, the table on another, analysis on a third.

The storage thread never computes: a `Change` runs on the table's thread,
between load and save, and runs again when another process saved first. No round
waits for hints, reviews and odds, so they have a thread of their own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from typing import ParamSpec, TypeVar

from bot.storage import Storage
from bot.storage.errors import UnreadableRound, VersionConflict
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Runs use cases off the event loop. Close it before the storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._table = ThreadPoolExecutor(1, thread_name_prefix="table")
        self._analysis = ThreadPoolExecutor(1, thread_name_prefix="analysis")

    async def storage(self, use: Callable[[Storage], T]) -> T:
        """Return what `use` returns for the storage, on the storage thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, use, self._storage)

    async def compute(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what becomes of a round, on the table's thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._table, lambda: question(*args, **kwargs)
        )

    async def analyse(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the answer to a question that no round waits for, on the analysis thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._analysis, lambda: question(*args, **kwargs)
        )

    async def open(self, prepare: Callable[[], StoredRound]) -> StoredRound:
        """Open the round that `prepare` returns.

        Raises the refusals of `prepare`, ChannelTaken and RematchExists.
        """
        new = await self.compute(prepare)
        return await self.storage(lambda storage: storage.rounds.open(new))

    async def load(self, round_id: int) -> StoredRound:
        """Return the round as it stands. Raises RoundGone."""
        return await self.storage(lambda storage: load(storage, round_id))

    async def change(
        self, round_id: int, change: Change, now: datetime | None = None
    ) -> tuple[StoredRound, StoredRound]:
        """Return the round before and after `change`, which has been saved.

        `now` is the time at which a round that ends by it has ended. Raises
        RoundGone and the refusals of the change.
        """
        while True:
            before = await self.load(round_id)
            after = await self.compute(change, before)
            if after is before:
                return before, before
            try:
                saved = await self.storage(lambda storage: storage.rounds.save(after, now))  # noqa: B023
            except VersionConflict:
                continue
            return before, saved

    def close(self) -> None:
        """Finish what is under way and stop the threads."""
        self._analysis.shutdown(cancel_futures=True)
        self._table.shutdown()
        self._writer.shutdown()


def load(storage: Storage, round_id: int) -> StoredRound:
    """Return the round as it stands; one that cannot be read is closed first."""
    while True:
        try:
            return storage.rounds.load(round_id)
        except UnreadableRound as unreadable:
            closed = replace(unreadable.stored, status="closed", deadline=None, remind_at=None)
            if not unreadable.stored.open:
                return closed
            try:
                return storage.rounds.save(closed)
            except VersionConflict:
                continue
