"""SIGINT and SIGTERM, by which a host stops a command."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator

from bot.exit_codes import EXIT_OK

STOPS = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def exit_on_signals(child: int | None = None) -> Iterator[None]:
    """Exit at once with code 0 on a signal, until `stop_event` handles it.

    So a bot ends while modules are loaded and the database is opened: nothing is under way by then,
    and the database is safe from a process that ends at any moment. The process `child`, a part of
    this one, is ended before.
    """
    if os.name != "posix":  # elsewhere no event loop takes them over
        yield
        return

    def end(*_: object) -> None:
        with contextlib.suppress(OSError):  # it has just ended
            if child is not None:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        os._exit(EXIT_OK)

    before = [signal.signal(name, end) for name in STOPS]
    try:
        yield
    finally:
        for name, handler in zip(STOPS, before, strict=True):
            signal.signal(name, handler)


def stop_event() -> asyncio.Event:
    """Return an event of the running loop that is set by a signal."""
    stopped = asyncio.Event()
    for name in STOPS:
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    return stopped
