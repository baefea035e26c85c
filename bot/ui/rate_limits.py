"""Limits on how often something may happen, counted in memory."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Hashable

from bot.memory import Memory

PING_SECONDS = 600.0
"""The time in which the pings of a member by the same other member are counted."""


class RateLimit:
    """Counts what happened for each key: at most `most` times in `seconds`, 0 for no limit."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: Memory[Hashable, deque[float]] = Memory()

    def reached(self, key: Hashable) -> bool:
        """Return whether `most` times were noted in the last `seconds`."""
        return self.seconds_left(key) > 0

    def seconds_left(self, key: Hashable) -> float:
        """Return in how many seconds it may happen again; 0 if it may now."""
        times = self._times.get(key)
        if not times or len(times) < self._most:
            return 0.0
        return max(0.0, self._seconds - (time.monotonic() - times[0]))

    def note(self, key: Hashable) -> None:
        """Note that it happened now."""
        if self._most:
            times = self._times.get(key, ())
            self._times[key] = deque((*times, time.monotonic()), maxlen=self._most)

    def take_back(self, key: Hashable) -> None:
        """Forget the latest time that was noted for a key, if there is one."""
        times = self._times.get(key)
        if times:
            times.pop()


class Pings:
    """Decides whether a challenge of one member may ping another one, `most` times at most."""

    def __init__(self, most: int) -> None:
        self._limit = RateLimit(most, PING_SECONDS)

    def allow(self, challenger: int, member: int) -> bool:
        """Return whether the member may be pinged now, and note the ping if so.

        A ping of the challengers themselves is always allowed.
        """
        if challenger == member:
            return True
        if self._limit.reached((challenger, member)):
            return False
        self._limit.note((challenger, member))
        return True
