"""The pulse of the storage thread: what waits for it, how long it has been at one call."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from bot.storage.errors import StorageFailed

P = ParamSpec("P")
T = TypeVar("T")

STUCK_SECONDS = 60.0
"""How long one call may take. Every call ends by itself sooner, answered or not: SQLite waits
eight seconds for a lock, and a connection to PostgreSQL that is silent is cut."""


class Pulse:
    """Counts the calls of the storage thread. Asked on the event loop, run on the thread."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._asked = 0
        self._done = 0
        self._since: float | None = None
        self._answered = monotonic()

    def ask(self) -> None:
        """Count a call that is about to be handed to the thread."""
        self._asked += 1

    def run(self, use: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Carry out a call, on the storage thread."""
        self._since = self._monotonic()
        failed = False
        try:
            return use(*args, **kwargs)
        except StorageFailed:
            failed = True
            raise
        finally:
            if not failed:  # a refusal is an answer
                self._answered = self._monotonic()
            self._since = None
            self._done += 1

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
