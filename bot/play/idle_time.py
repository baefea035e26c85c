"""Work that nobody waits for: done in small pieces, between the answers to members.

A piece is about as large as `PIECE_SECONDS` on the storage thread take, by what the last ones
took, and begins when nobody is being answered: whoever presses a button just then waits for
no more than one piece. So as much is done as the machine has time for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")

PIECE_SECONDS = 0.008
"""How long a piece is to take; few take twice as long."""

QUIET_SECONDS = 0.25
"""How long a piece waits at most until nobody is being answered."""

LOOK_SECONDS = 0.004
"""The interval at which it is looked whether somebody is being answered."""


class IdleTime:
    """Tells when nobody is being answered: `is_answering` says whether somebody is."""

    def __init__(
        self,
        is_answering: Callable[[], bool],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._is_answering, self._sleep = is_answering, sleep

    async def quiet(self) -> bool:
        """Wait until nobody is being answered; return whether that is so within `QUIET_SECONDS`."""
        for _ in range(round(QUIET_SECONDS / LOOK_SECONDS)):
            if not self._is_answering():
                return True
            await self._sleep(LOOK_SECONDS)
        return not self._is_answering()


class Pieces:
    """Pieces of one kind of work, of `size` things each, 1 to `most`.

    `monotonic` measures seconds.
    """

    def __init__(
        self, idle: IdleTime, most: int, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._idle, self._most, self._monotonic = idle, most, monotonic
        self.size = 1

    async def do(self, count: int, work: Callable[[], Awaitable[T]]) -> T:
        """Do a piece with so many things in a quiet moment; the next ones are as large as it told.

        They grow to twice `count` at most; a piece of few things, such as the rest of many, lets
        them stay as large as they were.
        """
        await self._idle.quiet()
        began = self._monotonic()
        done = await work()
        took = max(self._monotonic() - began, 1e-6)
        fits = round(count * PIECE_SECONDS / took)
        grown = max(self.size, 2 * count)
        self.size = max(1, min(self._most, grown, fits))
        return done
