"""SIGINT and SIGTERM, by which a host stops a command."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Iterator

from bot.exit_codes import EXIT_OK

STOPS = (signal.SIGINT, signal.SIGTERM)

_children: set[int] = set()
"""The processes that this one waits for."""


@contextlib.contextmanager
def exit_on_signals() -> Iterator[None]:
    """Exit at once with code 0 on a signal, until `stop_event` handles it.

    So a bot ends while modules are loaded and the database is opened: nothing is under way by then,
    and the database is safe from a process that ends at any moment. A process that is waited for by
    `wait_for` ends before.
    """
    if os.name != "posix":  # elsewhere no event loop takes them over
        yield
        return
    before = [signal.signal(name, _exit) for name in STOPS]
    try:
        yield
    finally:
        for name, handler in zip(STOPS, before, strict=True):
            signal.signal(name, handler)


def _exit(*_: object) -> None:
    for child in _children:
        with contextlib.suppress(OSError):  # it has just ended
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    os._exit(EXIT_OK)


def wait_for(child: int) -> None:
    """Wait for the end of a process that is a part of this one."""
    _children.add(child)
    os.waitpid(child, 0)
    _children.remove(child)


def stop_event() -> asyncio.Event:
    """Return an event of the running loop that is set by a signal."""
    stopped = asyncio.Event()
    for name in STOPS:
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    return stopped
