"""The one thread on which the database is used while the bot runs, and its pulse."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.storage.database import Storage
from bot.storage.errors import StorageDamaged, StorageFailed

P = ParamSpec("P")
T = TypeVar("T")

STORAGE_TIMEOUT = 9.0
"""Seconds to wait for the storage thread before a member gets an apology."""

STUCK_SECONDS = 60.0
"""How long one call may take. Every call ends by itself sooner, answered or not: SQLite waits
eight seconds for a lock, and a connection to PostgreSQL that is silent is cut."""

log = logging.getLogger(__name__)


class StorageSilent(StorageFailed):
    """Raised when the database has not answered in time; what was asked may still happen."""

    def __init__(self) -> None:
        super().__init__(f"The database has not answered for {STORAGE_TIMEOUT:.0f} seconds.")


class StorageThread:
    """Calls functions of a connection on the storage thread, one after another.

    It is asked on the event loop. Close it before the storage.
    """

    def __init__(self, storage: Storage, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._storage = storage
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="storage")
        self._monotonic = monotonic
        self._asked = 0
        self._done = 0
        self._since: float | None = None
        self._answered = monotonic()

    async def read(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return what a function reads in a transaction, as `Storage.read` does.

        Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`.
        """
        return await self._answer(partial(self._storage.read, function, *args, **kwargs))

    async def write(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return what a function writes in a transaction, as `Storage.write` does.

        Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`.
        """
        return await self._answer(partial(self._storage.write, function, *args, **kwargs))

    async def check(self) -> None:
        """Check the database as `Storage.check` does. Raises StorageDamaged, StorageSilent."""
        await self._answer(self._storage.check)

    async def checkpoint(self) -> None:
        """Empty the write-ahead log as `Storage.checkpoint` does. Raises StorageSilent."""
        await self._answer(self._storage.checkpoint)

    def submit(self, use: Callable[[Storage], None]) -> None:
        """Have the storage used on the thread; any thread may ask, and nobody waits.

        Raises RuntimeError once the thread is closed.
        """
        self._asked += 1
        self._thread.submit(self._run, partial(use, self._storage))

    async def _answer(self, call: Callable[[], T]) -> T:
        self._asked += 1
        future = asyncio.get_running_loop().run_in_executor(self._thread, self._run, call)
        try:
            await asyncio.wait({future}, timeout=STORAGE_TIMEOUT)
        finally:
            if not future.done():  # too late, or this task was cancelled
                future.add_done_callback(_ignore_late)
        if not future.done():
            raise StorageSilent
        return future.result()

    def _run(self, call: Callable[[], T]) -> T:
        """Carry out a call, on the storage thread."""
        self._since = self._monotonic()
        failed = False
        try:
            return call()
        except StorageFailed:
            failed = True
            raise
        finally:
            if not failed:  # a refusal is an answer
                self._answered = self._monotonic()
            self._since = None
            self._done += 1

    # Its pulse -----------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """How many calls are under way or wait for their turn."""
        return self._asked - self._done

    @property
    def silent_seconds(self) -> float:
        """Seconds since the database has last answered a call."""
        return self._monotonic() - self._answered

    @property
    def stuck_seconds(self) -> float:
        """Seconds that the call under way has taken beyond `STUCK_SECONDS`; 0 if none has."""
        since = self._since
        return 0.0 if since is None else max(0.0, self._monotonic() - since - STUCK_SECONDS)

    def close(self) -> None:
        """Finish the calls under way and stop the thread.

        The rounds of a file that was deleted since the last check are rescued.
        """
        self._thread.submit(self._check_files)
        self._thread.shutdown()

    def _check_files(self) -> None:
        try:
            self._storage.check_files()
        except StorageDamaged as damage:
            log.error("%s", damage)  # noqa: TRY400 — the sentence says what to do


def _ignore_late(future: asyncio.Future[Any]) -> None:
    """Take the result of a call that nobody waits for any more.

    A failing database has been logged already.
    """
    error = None if future.cancelled() else future.exception()
    if error is not None and not isinstance(error, StorageFailed):
        log.warning("a late answer of the database: %s", error)
