"""The one thread on which the database is used while the bot runs, its pulse, and a reader.

What reads long is read beside it: a page of statistics, a history, an export.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.shared_timer import SharedTimer
from bot.storage.database import Storage
from bot.storage.driver import DriverConnection
from bot.storage.errors import StorageDamaged, StorageFailed

P = ParamSpec("P")
T = TypeVar("T")

STORAGE_TIMEOUT = 9.0
"""Seconds to wait for the storage thread before a member gets an apology."""

STUCK_SECONDS = 60.0
"""How long one call may take. Every call ends by itself sooner, answered or not: SQLite waits
eight seconds for a lock, and a connection to PostgreSQL that is silent is cut."""

MOST_TOGETHER = 64
"""How many acts are stored in one transaction at most."""

log = logging.getLogger(__name__)


class StorageSilent(StorageFailed):
    """Raised when the database has not answered in time; what was asked may still happen."""

    def __init__(self) -> None:
        super().__init__(f"The database has not answered for {STORAGE_TIMEOUT:.0f} seconds.")


@dataclass(slots=True, eq=False)
class _Call:
    """What is asked of the thread: a use of the storage, or an act, which others may join."""

    use: Callable[[Storage], Any] | None = None
    act: Callable[[DriverConnection], Any] | None = None
    answer: asyncio.Future[Any] | None = None
    """Where somebody waits for it."""
    value: Any = None
    error: BaseException | None = None


class StorageThread:
    """Calls functions of a connection on the storage thread, one after another.

    Acts that wait for it at the same time are stored in one transaction, and each is
    answered once that is committed. It is asked on the event loop, and gets what is asked in
    one turn of the loop together. Close it before the storage.
    """

    def __init__(self, storage: Storage, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._storage = storage
        self._queue: SimpleQueue[Sequence[_Call] | None] = SimpleQueue()
        self._asked_now: list[_Call] = []
        self._closed = False
        self._monotonic = monotonic
        self._asked = 0
        self._done = 0
        self._since: float | None = None
        self._answered = monotonic()
        self._timer = SharedTimer()
        self._thread = Thread(target=self._work, name="storage", daemon=True)
        self._thread.start()
        self._beside: SimpleQueue[_Call | None] = SimpleQueue()
        self._reader = Thread(target=self._read, name="storage-reads", daemon=True)
        self._reader.start()

    async def read(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return what a function reads in a transaction, as `Storage.read` does.

        Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`.
        """
        return await self._use(lambda storage: storage.read(function, *args, **kwargs))

    async def read_beside(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do what `read` does beside all other calls: nothing that is stored waits for it.

        It reads what was stored, and told, before it was asked.
        """
        if not self._storage.reads_beside:
            return await self.read(function, *args, **kwargs)
        self._refuse_closed()
        call = _Call(use=lambda storage: storage.read_beside(function, *args, **kwargs))
        call.answer = asyncio.get_running_loop().create_future()
        self._beside.put(call)
        result: T = await self._in_time(call.answer)
        return result

    async def write(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return what a function writes in a transaction, as `Storage.write` does.

        Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`.
        """
        return await self._use(lambda storage: storage.write(function, *args, **kwargs))

    async def act(
        self,
        function: Callable[Concatenate[DriverConnection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return what an act writes, as `Storage.act` does, perhaps together with others.

        Where one of them fails, nothing of them is stored, and each is tried alone: the
        function may be called twice. Raises StorageSilent as `write` does.
        """
        result: T = await self._answer(_Call(act=lambda driver: function(driver, *args, **kwargs)))
        return result

    async def check(self) -> None:
        """Check the database as `Storage.check` does. Raises StorageDamaged, StorageSilent."""
        await self._use(lambda storage: storage.check())

    async def checkpoint(self) -> None:
        """Empty the write-ahead log as `Storage.checkpoint` does. Raises StorageSilent."""
        await self._use(lambda storage: storage.checkpoint())

    def submit(self, use: Callable[[Storage], None]) -> None:
        """Have the storage used on the thread; any thread may ask, and nobody waits.

        Raises RuntimeError once the thread is closed.
        """
        self._refuse_closed()
        self._asked += 1
        self._queue.put((_Call(use=use),))

    async def _use(self, use: Callable[[Storage], T]) -> T:
        result: T = await self._answer(_Call(use=use))
        return result

    async def _answer(self, call: _Call) -> Any:
        """Wait for a call. One that takes too long, or whose task is cancelled, is still made."""
        self._refuse_closed()
        self._asked += 1
        loop = asyncio.get_running_loop()
        call.answer = answer = loop.create_future()
        if not self._asked_now:
            loop.call_soon(self._hand_over)
        self._asked_now.append(call)
        return await self._in_time(answer)

    async def _in_time(self, answer: asyncio.Future[Any]) -> Any:
        """Wait for an answer. Raises StorageSilent when that takes longer than it may."""
        expire = partial(_expire, answer)
        self._timer.start(STORAGE_TIMEOUT, expire)
        try:
            return await answer
        finally:
            self._timer.stop(expire)

    def _refuse_closed(self) -> None:
        if self._closed:
            raise RuntimeError("the storage thread has been closed")

    def _hand_over(self) -> None:
        """Give the thread what was asked in this turn of the loop: it wakes once for it."""
        calls, self._asked_now = self._asked_now, []
        if calls:
            self._queue.put(calls)

    # On the thread -------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            calls, last = self._next()
            while calls:
                several = len(calls) > 1 and self._storage.batches
                together = _acts_ahead(calls) if several else 0
                if together > 1:
                    self._run_together(calls[:together])
                else:
                    together = 1
                    self._run(calls[0])
                _tell(calls[:together])
                del calls[:together]
            if last:
                return

    def _next(self) -> tuple[list[_Call], bool]:
        """Wait for calls; return those that are there, and whether they are the last."""
        calls: list[_Call] = []
        some = self._queue.get()
        while some is not None:
            calls += some
            if len(calls) >= MOST_TOGETHER or self._queue.empty():
                return calls, False
            some = self._queue.get()
        return calls, True

    def _run(self, call: _Call) -> None:
        """Carry out a call."""
        self._since = self._monotonic()
        _carry_out(call, self._storage)
        if not isinstance(call.error, StorageFailed):  # a refusal is an answer
            self._answered = self._monotonic()
        self._since = None
        self._done += 1

    def _run_together(self, calls: list[_Call]) -> None:
        """Carry out acts in one transaction, each of them alone where that fails."""
        self._since = self._monotonic()
        try:
            acts = [call.act for call in calls if call.act is not None]
            values = self._storage.act_together(acts)
        except Exception:  # noqa: BLE001 — each act is told its own truth
            for call in calls:
                self._run(call)
            return
        for call, value in zip(calls, values, strict=True):
            call.value = value
        self._answered = self._monotonic()
        self._since = None
        self._done += len(calls)

    def _read(self) -> None:
        """Carry out what is read beside, on the second thread."""
        while (call := self._beside.get()) is not None:
            _carry_out(call, self._storage)
            _tell([call])

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
        if not self._closed:
            self._hand_over()
            self.submit(lambda _: self._check_files())
            self._closed = True
            self._beside.put(None)
            self._queue.put(None)
        self._reader.join()
        self._thread.join()

    def _check_files(self) -> None:
        try:
            self._storage.check_files()
        except StorageDamaged as damage:
            log.error("%s", damage)  # noqa: TRY400 — the sentence says what to do


def _carry_out(call: _Call, storage: Storage) -> None:
    """Note what a call returns or raises."""
    try:
        if call.act is not None:
            call.value = storage.act(call.act)
        elif call.use is not None:
            call.value = call.use(storage)
    except BaseException as error:  # noqa: BLE001 — whoever waits for the call gets it
        call.error = error


def _acts_ahead(calls: list[_Call]) -> int:
    """Return how many of some calls are acts before the first that is none: at most so many."""
    some = calls[:MOST_TOGETHER]
    return next((at for at, call in enumerate(some) if call.act is None), len(some))


def _expire(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(StorageSilent())


def _tell(calls: list[_Call]) -> None:
    """Answer on the event loop whoever waits for some calls."""
    for call in calls:
        if call.answer is None:
            _log_late(call)
    awaited = [call for call in calls if call.answer is not None]
    if not awaited or awaited[0].answer is None:
        return
    with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
        awaited[0].answer.get_loop().call_soon_threadsafe(_answer_all, awaited)


def _answer_all(calls: list[_Call]) -> None:
    for call in calls:
        answer = call.answer
        if answer is None or answer.done():  # it came too late
            _log_late(call)
        elif call.error is None:
            answer.set_result(call.value)
        else:
            answer.set_exception(call.error)


def _log_late(call: _Call) -> None:
    """Log the error of a call that nobody waits for; a failing database has been logged already."""
    if call.error is not None and not isinstance(call.error, StorageFailed):
        log.warning("a late answer of the database: %s", call.error)
