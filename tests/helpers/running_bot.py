"""A bot that uses a database, as another process."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from bot.storage.database import Storage


@contextmanager
def running_bot(url: str) -> Iterator[None]:
    """Let a process hold the lock of one shard during the block; it is killed after that."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        with Storage.open(url) as storage:
            storage.process_lock([3]).acquire(0)
            os.write(writing, b"x")
            signal.pause()
    try:
        os.read(reading, 1)
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reading)
        os.close(writing)
