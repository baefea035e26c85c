"""The threads that use the database while the bot runs.

One thread makes all calls in turn; a second one serves long reads beside it: a page of statistics,
a history, an export.
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

from bot.shared_timer import SharedTimer
from bot.storage.database import Storage
from bot.storage.errors import (
    CommitUnanswered,
    NotUnique,
    StatementError,
    StorageDamaged,
    StorageFailed,
)
from bot.storage.statement import Connection

P = ParamSpec("P")
T = TypeVar("T")

STORAGE_TIMEOUT = 9.0
"""Seconds to wait for the storage thread before a member gets an apology."""

STUCK_SECONDS = 60.0
"""Seconds that one call may take. Every call ends sooner by itself, with or without an answer:
SQLite waits eight seconds for a lock, and a silent connection to PostgreSQL is cut."""

MOST_TOGETHER = 64
"""The most writes that are stored in one transaction."""

log = logging.getLogger(__name__)


class StorageSilent(StorageFailed):
    """Raised when the database has not answered in time; the call may still be carried out."""

    def __init__(self) -> None:
        super().__init__(f"The database has not answered for {STORAGE_TIMEOUT:.0f} seconds.")


@dataclass(slots=True, eq=False)
class _Call:
    """A call of the thread: a use of the storage, or a write, which may be joined with others."""

    use: Callable[[Storage], Any] | None = None
    write: Callable[[Connection], Any] | None = None
    answer: asyncio.Future[Any] | None = None
    """The future of a caller that waits for the result."""
    value: Any = None
    error: BaseException | None = None


class StorageThread:
    """Calls functions with a connection on the storage thread, one after another.

    Writes that wait at the same time are stored in one transaction, and each is answered after its
    commit. Calls are made on the event loop; those of one turn of the loop are handed over
    together. Close it before the storage.
    """

    def __init__(self, storage: Storage, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._storage = storage
        self._queue: SimpleQueue[Sequence[_Call] | None] = SimpleQueue()
        self._new_calls: list[_Call] = []
        self._closed = False
        self._monotonic = monotonic
        self._submitted = 0
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
        """Return the result of a function that reads in a transaction, as `Storage.read` does.

        Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`.
        """
        return await self._use(lambda storage: storage.read(function, *args, **kwargs))

    async def read_beside(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do the same as `read`, beside all other calls: no write waits for it.

        The function sees all data whose storage was reported before the call.
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
        """Return the result of a function that writes, as `Storage.write` does.

        Writes that wait at the same time are one transaction. If one of them fails, none is stored
        and each is tried alone, so the function may be called twice: it changes nothing but the
        database. Raises StorageSilent when that takes longer than `STORAGE_TIMEOUT`, and
        CommitUnanswered where all of them may be stored.
        """
        call = _Call(write=lambda connection: function(connection, *args, **kwargs))
        result: T = await self._answer(call)
        return result

    async def on_each_connection(self, function: Callable[[Connection], None]) -> None:
        """Call a function that writes, now and as `Storage.on_each_connection` does."""
        await self._use(lambda storage: storage.on_each_connection(function))

    async def check(self) -> None:
        """Check the database as `Storage.check` does. Raises StorageDamaged, StorageSilent."""
        await self._use(lambda storage: storage.check())

    async def checkpoint(self) -> None:
        """Empty the write-ahead log as `Storage.checkpoint` does. Raises StorageSilent."""
        await self._use(lambda storage: storage.checkpoint())

    def submit(self, use: Callable[[Storage], None]) -> None:
        """Use the storage on the thread without waiting; any thread may call this.

        Raises RuntimeError once the thread is closed.
        """
        self._refuse_closed()
        self._submitted += 1
        self._queue.put((_Call(use=use),))

    async def _use(self, use: Callable[[Storage], T]) -> T:
        result: T = await self._answer(_Call(use=use))
        return result

    async def _answer(self, call: _Call) -> Any:
        """Wait for a call; it is still made if it takes too long or its task is cancelled."""
        self._refuse_closed()
        self._submitted += 1
        loop = asyncio.get_running_loop()
        call.answer = answer = loop.create_future()
        if not self._new_calls:
            loop.call_soon(self._hand_over)
        self._new_calls.append(call)
        return await self._in_time(answer)

    async def _in_time(self, answer: asyncio.Future[Any]) -> Any:
        """Wait for an answer. Raises StorageSilent after `STORAGE_TIMEOUT`."""
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
        """Hand the calls of this turn of the loop to the thread, which wakes once for all."""
        calls, self._new_calls = self._new_calls, []
        if calls:
            self._queue.put(calls)

    # On the thread -------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            calls, last = self._next_calls()
            while calls:
                together = _writes_ahead(calls) if len(calls) > 1 else 1
                if together > 1:
                    self._run_together(calls[:together])
                else:
                    together = 1
                    self._run(calls[0])
                _answer_callers(calls[:together])
                del calls[:together]
            if last:
                return

    def _next_calls(self) -> tuple[list[_Call], bool]:
        """Wait for calls; return those that have arrived, and whether they are the last."""
        calls: list[_Call] = []
        new = self._queue.get()
        while new is not None:
            calls += new
            if len(calls) >= MOST_TOGETHER or self._queue.empty():
                return calls, False
            new = self._queue.get()
        return calls, True

    def _run(self, call: _Call) -> None:
        self._since = self._monotonic()
        _carry_out(call, self._storage)
        if not isinstance(call.error, StorageFailed):  # a refusal is an answer
            self._answered = self._monotonic()
        self._since = None
        self._done += 1

    def _run_together(self, calls: list[_Call]) -> None:
        """Carry out writes in one transaction, or each of them alone if nothing of it is stored."""
        self._since = self._monotonic()
        try:
            writes = [call.write for call in calls if call.write is not None]
            values = self._storage.write_together(writes)
        except CommitUnanswered as failure:
            for call in calls:
                call.error = failure
        except Exception:  # noqa: BLE001 — each write gets its own error
            for call in calls:
                self._run(call)
            return
        else:
            for call, value in zip(calls, values, strict=True):
                call.value = value
            self._answered = self._monotonic()
        self._since = None
        self._done += len(calls)

    def _read(self) -> None:
        """Carry out reads on the second thread."""
        while (call := self._beside.get()) is not None:
            _carry_out(call, self._storage)
            _answer_callers([call])

    # Its state -----------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """The number of calls that are under way or waiting."""
        return self._submitted - self._done

    @property
    def silent_seconds(self) -> float:
        """Seconds since the database last answered a call."""
        return self._monotonic() - self._answered

    @property
    def stuck_seconds(self) -> float:
        """Seconds that the call under way has taken beyond `STUCK_SECONDS`; 0 if there is none."""
        since = self._since
        return 0.0 if since is None else max(0.0, self._monotonic() - since - STUCK_SECONDS)

    def close(self) -> None:
        """Finish the calls under way and stop the thread.

        If the file was deleted since the last check, its rounds are rescued.
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
    """Carry out a call and store its result or exception."""
    try:
        if call.write is not None:
            call.value = storage.write(call.write)
        elif call.use is not None:
            call.value = call.use(storage)
    except BaseException as error:  # noqa: BLE001 — it is raised in the caller
        call.error = error


def _writes_ahead(calls: list[_Call]) -> int:
    """Return the number of writes at the beginning of some calls, at most `MOST_TOGETHER`."""
    first = calls[:MOST_TOGETHER]
    return next((at for at, call in enumerate(first) if call.write is None), len(first))


def _expire(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(StorageSilent())


def _answer_callers(calls: list[_Call]) -> None:
    """Answer the callers of some calls on the event loop."""
    for call in calls:
        if call.answer is None:
            _log_late(call)
    awaited = [call for call in calls if call.answer is not None]
    if not awaited or awaited[0].answer is None:
        return
    with suppress(RuntimeError):  # the loop is closed, so no caller is waiting
        awaited[0].answer.get_loop().call_soon_threadsafe(_set_results, awaited)


def _set_results(calls: list[_Call]) -> None:
    for call in calls:
        answer = call.answer
        if answer is None or answer.done():  # it came too late
            _log_late(call)
        elif call.error is None:
            answer.set_result(call.value)
        else:
            answer.set_exception(call.error)


def _log_late(call: _Call) -> None:
    """Log the error of a call without a caller, unless it is a failure that has been logged.

    A refusal, a conflict of versions and a row that is not unique are no faults: the caller would
    have answered them.
    """
    if call.error is None or isinstance(call.error, StorageFailed):
        return
    is_fault = isinstance(call.error, StatementError) and not isinstance(call.error, NotUnique)
    level = logging.WARNING if is_fault else logging.INFO
    log.log(level, "a late answer of the database: %s", call.error)
