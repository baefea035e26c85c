"""A stop while modules are loaded and the database is opened, before the event loop hears it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from bot.exit_codes import EXIT_OK


@contextmanager
def exit_on_signals() -> Iterator[None]:
    """Exit at once with code 0 on SIGINT and SIGTERM, until the event loop handles them.

    Nothing is under way by then, and the database is safe from a process that ends at any moment.
    """
    if os.name != "posix":  # elsewhere no event loop takes them over
        yield
        return
    names = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(name, lambda *_: os._exit(EXIT_OK)) for name in names]
    try:
        yield
    finally:
        for name, handler in zip(names, before, strict=True):
            signal.signal(name, handler)
