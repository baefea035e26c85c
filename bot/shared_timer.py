"""One timer of the event loop for many callbacks, most of which are cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeAlias

Callback: TypeAlias = Callable[[], object]


class SharedTimer:
    """A timer for many callbacks, each called after a delay as by the event loop's `call_later`.

    It is used on the event loop. Callbacks are compared by equality: of equal ones, only the newest
    is called.
    """

    def __init__(self) -> None:
        self._due: dict[Callback, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, callback: Callback) -> None:
        """Schedule a call after a number of seconds, in place of an equal callback."""
        loop = asyncio.get_running_loop()
        self._due[callback] = when = loop.time() + seconds
        if self._timer is None or when < self._timer.when():
            self._ring_at(loop, when)

    def stop(self, callback: Callback) -> None:
        """Cancel a callback; one that was called or cancelled already is ignored."""
        self._due.pop(callback, None)
        if not self._due and self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring_at(self, loop: asyncio.AbstractEventLoop, when: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_at(when, self._ring, loop)

    def _ring(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = None
        now = loop.time()
        called = [callback for callback, when in self._due.items() if when <= now]
        for callback in called:
            del self._due[callback]
        if self._due:
            self._ring_at(loop, min(self._due.values()))
        for callback in called:
            callback()
