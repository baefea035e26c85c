"""Awaits the use cases: storage on one thread, thinking on another, studying on a third.

The storage thread never computes: a `Change` runs on the thinking thread,
between load and save, and runs again when another process saved first. Hints
and reviews, for which no round waits, are studied apart from both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from typing import ParamSpec, TypeVar

from bot.rounds import Kept
from bot.storage import Storage
from bot.storage.errors import Overtaken, RoundLost
from bot.table import Change

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Runs use cases off the event loop. Close it before the storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._thinker = ThreadPoolExecutor(1, thread_name_prefix="thinking")
        self._scholar = ThreadPoolExecutor(1, thread_name_prefix="studying")

    async def ask(self, use: Callable[[Storage], T]) -> T:
        """Return what `use` makes of the storage, on the storage thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, use, self._storage)

    async def think(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what becomes of a round, on the thinking thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._thinker, lambda: question(*args, **kwargs)
        )

    async def study(self, question: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the answer to a question that no round waits for, on the studying thread."""
        return await asyncio.get_running_loop().run_in_executor(
            self._scholar, lambda: question(*args, **kwargs)
        )

    async def open(self, prepare: Callable[[], Kept]) -> Kept:
        """Open the round that `prepare` returns.

        Raises what `prepare` refuses, ChannelTaken, and AlreadyFollowed.
        """
        new = await self.think(prepare)
        return await self.ask(lambda storage: storage.rounds.open(new))

    async def look(self, round_id: int) -> Kept:
        """Return the round as it stands. Raises RoundGone."""
        return await self.ask(lambda storage: look(storage, round_id))

    async def change(
        self, round_id: int, change: Change, now: datetime | None = None
    ) -> tuple[Kept, Kept]:
        """Return the round before and after `change`, which has been saved.

        `now` is when a round that ends by it has ended. Raises RoundGone and
        whatever refusal the change raises.
        """
        while True:
            before = await self.look(round_id)
            after = await self.think(change, before)
            if after is before:
                return before, before
            try:
                return before, await self.ask(lambda storage: storage.rounds.save(after, now))  # noqa: B023
            except Overtaken:
                continue

    def close(self) -> None:
        """Finish what is under way and stop the threads."""
        self._scholar.shutdown(cancel_futures=True)
        self._thinker.shutdown()
        self._writer.shutdown()


def look(storage: Storage, round_id: int) -> Kept:
    """Return the round as it stands; one that nothing can rebuild is closed first."""
    while True:
        try:
            return storage.rounds.load(round_id)
        except RoundLost as lost:
            closed = replace(lost.kept, status="closed", deadline=None, nudge=None)
            if not lost.kept.open:
                return closed
            try:
                return storage.rounds.save(closed)
            except Overtaken:
                continue


def change_now(storage: Storage, round_id: int, change: Change) -> Kept:
    """Do the same as `Worker.change` on the calling thread."""
    while True:
        before = look(storage, round_id)
        after = change(before)
        if after is before:
            return before
        try:
            return storage.rounds.save(after)
        except Overtaken:
            continue
