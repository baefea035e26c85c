"""The pace of requests that nobody waits for: boards after a gap, reminders, standings.

Discord takes fifty requests a second from an application, presses apart, and answers more with a
limit that stops everything. What the bot sends unasked is held back where the request leaves for
Discord, after all waits of discord.py: what a limit has held up does not follow it at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

UNASKED_A_SECOND = 20
"""How many unasked requests are sent in a second: two processes together stay below fifty."""

_unasked: ContextVar[bool] = ContextVar("unasked", default=False)


@contextmanager
def unasked() -> Iterator[None]:
    """Count the requests that are made within as unasked, also those of tasks begun there."""
    token = _unasked.set(True)
    try:
        yield
    finally:
        _unasked.reset(token)


class Throttle:
    """Sends unasked requests one after the other, at an even pace; others pass."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        self._next = 0.0
        self._turn = asyncio.Lock()

    def trace(self) -> aiohttp.TraceConfig:
        """Return what makes a session of aiohttp wait before it sends a request."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._before_request)
        return config

    async def _before_request(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        _request: aiohttp.TraceRequestStartParams,
    ) -> None:
        if not _unasked.get():
            return
        async with self._turn:
            left = self._next - self._clock()
            if left > 0:
                await self._sleep(left)
            self._next = self._clock() + 1 / UNASKED_A_SECOND
