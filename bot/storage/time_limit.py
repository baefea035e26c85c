"""A time limit for PostgreSQL that needs no answer from the server.

PostgreSQL's own time-outs are enforced by the server, and those of TCP check only its kernel:
neither ends a call to a server process that has been stopped. This limit cuts the connection on
this side.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any

CHECK_SECONDS = 0.25
"""Seconds between two checks of the limit."""


class TimeLimit:
    """Cuts a connection to PostgreSQL whose use takes too long; one at a time.

    A separate thread checks the clock; it is started by the first use.
    """

    def __init__(self) -> None:
        self._guard = Lock()
        self._closed = Event()
        self._thread: Thread | None = None
        self._descriptor = -1
        self._until = float("inf")
        self.exceeded = False
        """Whether the last use was cut off."""

    @contextmanager
    def of(self, driver: Any, seconds: float) -> Iterator[None]:
        """Cut a connection of psycopg if the block takes longer; its calls then raise."""
        with self._guard:
            self._descriptor = -1 if driver.closed else driver.fileno()
            self._until = time.monotonic() + seconds
            self.exceeded = False
            if self._thread is None:
                self._closed.clear()
                self._thread = Thread(target=self._watch, name="time-limit", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._guard:
                self._until = float("inf")

    def close(self) -> None:
        thread, self._thread = self._thread, None
        if thread is not None:
            self._closed.set()
            thread.join()

    def _watch(self) -> None:
        while not self._closed.wait(CHECK_SECONDS):
            with self._guard:
                if time.monotonic() > self._until:
                    self._until = float("inf")
                    self.exceeded = True
                    if self._descriptor >= 0:
                        _cut(self._descriptor)


def _cut(descriptor: int) -> None:
    """Shut down a socket, which wakes the thread that waits for it; the owner closes it."""
    with suppress(OSError):  # closed already
        end = socket.socket(fileno=descriptor)
        try:
            end.shutdown(socket.SHUT_RDWR)
        finally:
            end.detach()
