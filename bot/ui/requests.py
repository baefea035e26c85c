"""Requests to Discord: its rate limits (429), bounded waits; none is ever cancelled.

discord.py sleeps inside a request until a rate limit is over, and after the request that has used
one up. Cancelling a request in the first of these sleeps leaves the library's global limit closed:
no later request is sent. So every request is a task of its own. Its caller waits for a limited
time, and gets the outcome of a late request from `StillUnderWay`.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from http import HTTPStatus
from os import SEEK_END
from types import SimpleNamespace
from typing import Any, TypeAlias, TypeVar

import aiohttp
import discord

from bot.memory import Memory
from bot.shared_timer import SharedTimer
from bot.storage.errors import StorageFailed
from bot.ui.drawing.components import Component, Drawing
from bot.under_way import UnderWay
from rules.errors import Refusal

T = TypeVar("T")

Work: TypeAlias = Coroutine[Any, Any, None]

log = logging.getLogger(__name__)

UNASKED_A_SECOND = 20
"""The background requests of all processes in a second; Discord allows fifty of any kind."""

GLOBAL = "X-RateLimit-Global"
"""The header of a rate limit that holds for all requests of the bot."""

_unasked: ContextVar[bool] = ContextVar("unasked", default=False)


@contextmanager
def unasked() -> Iterator[None]:
    """Mark the requests made in the block, and in tasks begun there, as background requests."""
    token = _unasked.set(True)
    try:
        yield
    finally:
        _unasked.reset(token)


_UNLIMITED = ("/interactions/", "/webhooks/")
"""Parts of the paths that are exempt from a global rate limit: answers to interactions."""


class Throttle:
    """Sends background requests one after the other, at an even pace; others pass.

    `part` returns this process's share of `UNASKED_A_SECOND`, above 0 and at most 1.

    During a global rate limit only answers to interactions pass. discord.py checks for one before
    it queues a request; a request queued by then would be another offence. The library never waits
    where Cloudflare refuses all requests.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        part: Callable[[], float] = lambda: 1.0,
    ) -> None:
        self._clock, self._sleep, self._part = clock, sleep, part
        self._next = 0.0
        self._limited_until = 0.0
        self._turn = asyncio.Lock()

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace that makes a session of aiohttp wait before it sends a request."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before_request)
        config.on_request_end.append(self._after_request)
        return config

    async def _before_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestStartParams,
    ) -> None:
        path = request.url.path
        if not _unasked.get():
            await self._limit_over(path)
            return
        async with self._turn:
            left = self._next - self._clock()
            if left > 0:
                await self._sleep(left)
            await self._limit_over(path)
            self._next = self._clock() + 1 / (UNASKED_A_SECOND * self._part())

    async def _limit_over(self, path: str) -> None:
        """Wait for the end of a known global rate limit that holds for a path."""
        if any(part in path for part in _UNLIMITED):
            return
        while (left := self._limited_until - self._clock()) > 0:
            await self._sleep(left)

    async def _after_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        """Note a global rate limit, or a refusal by Cloudflare, which lacks the header Via.

        It lasts a minute at most: discord.py refuses to wait for longer ones.
        """
        headers = request.response.headers
        for_all = GLOBAL in headers or "Via" not in headers
        if request.response.status == HTTPStatus.TOO_MANY_REQUESTS and for_all:
            try:
                seconds = min(float(headers.get("Retry-After", 1)), LIMIT_SECONDS)
            except ValueError:  # a date, which a server between this machine and Discord may write
                seconds = LIMIT_SECONDS
            self._limited_until = max(self._limited_until, self._clock() + seconds)


DRAWINGS = 512
"""The number of messages whose drawing is remembered."""


class LastDrawings:
    """The drawings of messages, as far as they are known.

    The drawing of a message is unknown while it is drawn, after a failure, and after two drawings
    at the same time, until a later one is drawn alone.
    """

    def __init__(self) -> None:
        self._last: Memory[int, list[Component]] = Memory(DRAWINGS)
        self._under_way: Counter[int] = Counter()
        self._mixed: set[int] = set()

    @contextmanager
    def drawing(self, message: int, drawing: Drawing) -> Iterator[None]:
        """Note that a message is drawn in the block, and shows the drawing if nothing is raised."""
        self._last.pop(message, None)
        self._under_way[message] += 1
        if self._under_way[message] > 1:
            self._mixed.add(message)
        try:
            yield
            if message not in self._mixed:
                self.keep(message, drawing)
        finally:
            self._under_way[message] -= 1
            if not self._under_way[message]:
                del self._under_way[message]
                self._mixed.discard(message)

    def keep(self, message: int, drawing: Drawing) -> None:
        """Note the drawing of a message that was just posted."""
        self._last[message] = drawing.to_components()

    def knows(self, message: int) -> bool:
        """Return whether the drawing of a message is known."""
        return message in self._last

    def shows(self, message: int, drawing: Drawing) -> bool:
        """Return whether a message is known to show this drawing."""
        return self._last.get(message) == drawing.to_components()

    def forget(self) -> None:
        """Forget all drawings, after members were erased."""
        self._last.clear()


ANSWER_TIMEOUT = 5.0
"""Seconds to wait for a request to Discord, which goes on after that."""

BYTES_PER_SECOND = 32 * 1024
"""The bytes of files for which another second is allowed."""

LIMIT_SECONDS = 60.0
"""Seconds that discord.py waits for a rate limit at most; it refuses longer ones.

A new request during a global limit would be another offence, so waiting is better.
"""

OVERTAKEN_SECONDS = 30.0
"""Seconds after which an edit under way no longer delays the next one of its message."""

LATE_SECONDS = LIMIT_SECONDS + ANSWER_TIMEOUT
"""Seconds after which a request is no longer expected to be carried out, though it may be."""

CANCEL_SECONDS = 1.0
"""Seconds to wait for cancelled requests when the bot stops."""

DISCORD_ERRORS = (
    discord.HTTPException,
    discord.RateLimited,
    aiohttp.ClientError,
    TimeoutError,
)
"""Errors raised when Discord rejects a request, limits it, or cannot be reached."""


class StillUnderWay(TimeoutError):
    """Raised when Discord has not answered a `request` yet, which goes on."""

    def __init__(self, request: asyncio.Task[Any], begin: Callable[[Work], object]) -> None:
        super().__init__("no answer yet")
        self.request = request
        self._begin = begin

    def then(self, do: Callable[[Any], Work]) -> None:
        """Begin `do` with the result if the request is carried out later."""

        def ended(request: asyncio.Task[Any]) -> None:
            if _is_carried_out(request):
                self._begin(do(request.result()))

        self.request.add_done_callback(ended)

    async def landed(self) -> bool:
        """Wait for the end of the request; return whether it was carried out by then."""
        await asyncio.wait({self.request}, timeout=LATE_SECONDS)
        return self.request.done() and _is_carried_out(self.request)


def is_unsure(error: BaseException | None) -> bool:
    """Return whether a failed request may have been carried out, or may be later."""
    if isinstance(error, discord.HTTPException):
        return error.status >= 500 and not is_too_early(error)
    return isinstance(error, aiohttp.ClientError | TimeoutError)


OLD_EDITS = 30046
"""Discord's error code for too many edits of messages older than an hour."""


def is_too_early(error: BaseException | None) -> bool:
    """Return whether a request was refused for now, and may be made again later."""
    if isinstance(error, discord.RateLimited):
        return True
    return isinstance(error, discord.HTTPException) and (
        error.code == OLD_EDITS or error.status == HTTPStatus.TOO_MANY_REQUESTS
    )


ANSWERED = 40060
"""Discord's error code for the answer to an interaction that was answered before."""


def is_answered(error: BaseException | None) -> bool:
    """Return whether an answer was refused because the interaction was answered before."""
    return isinstance(error, discord.HTTPException) and error.code == ANSWERED


def reason(error: BaseException) -> str:
    """Return the text of an error for the log, in words; a time-out has no message of its own."""
    error = getattr(error, "certificate_error", error)
    words = getattr(error, "strerror", None) or str(error) or "no answer in time"
    if isinstance(error, OSError) and error.errno and words.startswith("Connect call failed"):
        return os.strerror(error.errno)  # asyncio puts the address in its place
    return words


def level_of(error: BaseException) -> int:
    """Return the level at which a failed request is logged: INFO where Discord itself failed.

    No host can mend that, and its figure counts it.
    """
    is_of_discord = isinstance(error, discord.HTTPException) and error.status >= 500
    return logging.INFO if is_of_discord else logging.WARNING


def seconds_for(files: Sequence[discord.File]) -> float:
    """Return the seconds to wait for a request that sends these files."""
    return ANSWER_TIMEOUT + size_of(files) / BYTES_PER_SECOND


def size_of(files: Sequence[discord.File]) -> int:
    """Return the total size of these files in bytes."""
    return sum(file.fp.seek(0, SEEK_END) for file in files)


@dataclass(eq=False, slots=True)
class _Edit:
    """An edit of a message: its function, its task, and the time at which it began."""

    make: Callable[[], Awaitable[None]]
    begun: float
    task: asyncio.Task[None] = field(init=False)


class Requests:
    """Makes requests to Discord; `last_drawings` is what they show, `throttle` sets their pace.

    `timer` serves all waits for requests, and the deferrals of answers. `part` is that of
    `Throttle`.
    """

    def __init__(self, part: Callable[[], float] = lambda: 1.0) -> None:
        self.timer = SharedTimer()
        self.last_drawings = LastDrawings()
        self.throttle = Throttle(part=part)
        self._under_way = UnderWay()
        self._editing: dict[int, _Edit] = {}
        self._waiting: dict[int, _Edit] = {}

    async def make(self, request: Coroutine[Any, Any, T], *, seconds: float = ANSWER_TIMEOUT) -> T:
        """Make a request and return its result. Raises its exceptions, and StillUnderWay."""
        return await self._result(self._begin(request), seconds)

    async def edit(
        self, message: int, drawing: Drawing, make: Callable[[], Awaitable[object]]
    ) -> None:
        """Edit a message. Raises the exceptions of `make`, and StillUnderWay.

        An edit of the message that is under way ends first, or is `OVERTAKEN_SECONDS` old. Of the
        edits that wait for it only the newest is made, and all of them get its outcome.
        """

        async def draw() -> None:
            with self.last_drawings.drawing(message, drawing):
                await make()

        await self._result(self._edit(message, draw), ANSWER_TIMEOUT)

    async def stop(self) -> None:
        """Cancel all requests when the bot stops."""
        if self._under_way:
            for task in self._under_way:
                task.cancel()
            await asyncio.wait(self._under_way, timeout=CANCEL_SECONDS)

    def _begin(self, request: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = self._under_way.begin(request)
        task.add_done_callback(_hear)
        return task

    async def _result(self, task: asyncio.Task[T], seconds: float) -> T:
        """Return the result of a task. Raises StillUnderWay if it does not end in time."""
        try:
            await self._wait(task, seconds)
        finally:
            if not task.done():
                task.add_done_callback(_log_end)
        if not task.done():
            raise StillUnderWay(task, self._begin_aside)
        return task.result()

    async def _wait(self, task: asyncio.Task[Any], seconds: float) -> None:
        """Wait for the end of a task, for at most this many seconds."""
        ended = asyncio.get_running_loop().create_future()

        def stop(_: object = None) -> None:
            if not ended.done():
                ended.set_result(None)

        task.add_done_callback(stop)
        self.timer.start(seconds, stop)
        try:
            await ended
        finally:
            self.timer.stop(stop)
            task.remove_done_callback(stop)

    def _begin_aside(self, work: Work) -> None:
        self._begin(work).add_done_callback(_log_end)

    def _edit(self, message: int, make: Callable[[], Awaitable[None]]) -> asyncio.Task[None]:
        """Return the task that edits a message, now or in its turn."""
        waiting = self._waiting.get(message)
        if waiting is not None:
            waiting.make = make
            return waiting.task
        before = self._editing.get(message)
        edit = _Edit(make, asyncio.get_running_loop().time())
        (self._editing if before is None else self._waiting)[message] = edit
        edit.task = self._begin(self._in_turn(message, edit, before))
        return edit.task

    async def _in_turn(self, message: int, edit: _Edit, before: _Edit | None) -> None:
        if before is not None:
            now = asyncio.get_running_loop().time()
            left = max(0.0, before.begun + OVERTAKEN_SECONDS - now)
            await self._wait(before.task, left)
            del self._waiting[message]
            self._editing[message] = edit
            edit.begun = asyncio.get_running_loop().time()
        try:
            await edit.make()
        finally:
            if self._editing.get(message) is edit:
                del self._editing[message]


def _is_carried_out(request: asyncio.Task[Any]) -> bool:
    return not request.cancelled() and request.exception() is None


def _hear(task: asyncio.Task[Any]) -> None:
    """Retrieve the exception of a request, so that asyncio does not report it as unretrieved."""
    if not task.cancelled():
        task.exception()


def _log_end(task: asyncio.Task[Any]) -> None:
    """Log the failure of a request, or of the work after it, when no caller waits for it."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, (*DISCORD_ERRORS, StorageFailed, Refusal)):
        log.info("what Discord answered late came to nothing: %s", reason(error))
    elif error is not None:
        log.error("what Discord answered late failed", exc_info=error)
