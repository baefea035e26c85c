"""Background work in small pieces, done between the answers to members.

A piece is sized to take about `PIECE_SECONDS` on the storage thread, by the time of the last
pieces, and begins while no interaction is being answered: a member who presses a button just then
waits for one piece at most. So the background work takes the time that the machine has left.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

PIECE_SECONDS = 0.008
"""The intended length of a piece; few take twice as long."""

QUIET_SECONDS = 0.25
"""The longest time that a piece waits for the answers under way."""

LOOK_SECONDS = 0.004
"""The interval at which the answers under way are checked."""


class IdleTime:
    """Waits for moments without answers under way; `is_answering` returns whether there are any."""

    def __init__(
        self,
        is_answering: Callable[[], bool],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._is_answering, self._sleep = is_answering, sleep

    async def quiet(self) -> bool:
        """Wait until no answer is under way; return whether that is so within `QUIET_SECONDS`."""
        for _ in range(round(QUIET_SECONDS / LOOK_SECONDS)):
            if not self._is_answering():
                return True
            await self._sleep(LOOK_SECONDS)
        return not self._is_answering()


class Pieces:
    """Pieces of one kind of work, of `size` items each, 1 to `most`.

    `monotonic` measures seconds.
    """

    def __init__(
        self, idle: IdleTime, most: int, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._idle, self._most, self._monotonic = idle, most, monotonic
        self.size = 1

    async def do(self, count: int, work: Callable[[], Awaitable[T]]) -> T:
        """Do a piece of `count` items in a quiet moment; its time sets the size of the next ones.

        They grow to twice `count` at most; a piece of few items, such as a remainder, does not
        shrink them.
        """
        await self._idle.quiet()
        began = self._monotonic()
        done = await work()
        took = max(self._monotonic() - began, 1e-6)
        fits = round(count * PIECE_SECONDS / took)
        grown = max(self.size, 2 * count)
        self.size = max(1, min(self._most, grown, fits))
        return done
