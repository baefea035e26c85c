"""Questions for the worker process, which imports them from here as it would the bot's."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

import rules.games
from rules.pieces import Pieces


def show_games(folders: Sequence[str]) -> None:
    """Let the worker find games in these folders."""
    rules.games.__path__[:] = folders


def in_pieces(name: str, count: int, seconds: float, log: Path) -> Pieces[str]:
    """Sleep `count` times, and note each time in a file; return the name."""
    for _ in range(count):
        with log.open("a", encoding="utf-8") as noted:
            noted.write(name)
        time.sleep(seconds)
        yield
    return name


def slow_at_first(begun: Path) -> int:
    """Hang the first time, and return the id of the worker the next time."""
    if not begun.exists():
        begun.touch()
        time.sleep(600)
    return os.getpid()


def half_an_answer() -> None:
    """Write to all pipes of the worker as if an answer were on its way, and end it."""
    for descriptor in range(3, 30):
        try:
            os.write(descriptor, b"\x00\x00\xff\xff" + bytes(99))
        except OSError:
            continue
    os._exit(1)


def fail_in_pieces() -> Pieces[None]:
    """Fail after the first piece."""
    yield
    raise ZeroDivisionError("the second piece")
