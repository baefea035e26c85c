"""Connections to SQLite that a test leaves open.

Python 3.13 warns of them where its collector happens to find them, mostly in another test.
Here they are found at once, without the collector and on every Python.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = tuple(f"{ROOT / name}/" for name in ("bot", "cogs", "tests", "bench"))


@contextmanager
def all_closed() -> Iterator[None]:
    """Raise AssertionError after the block unless the connections opened in it are closed."""
    opened: list[tuple[sqlite3.Connection, str]] = []
    real = sqlite3.connect

    def connect(*given: Any, **named: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = real(*given, **named)
        opened.append((connection, _lines()))
        return connection

    with pytest.MonkeyPatch.context() as patched:
        for module in (sqlite3, sqlite3.dbapi2):
            patched.setattr(module, "connect", connect)
        yield
    left = [(connection, lines) for connection, lines in opened if _is_open(connection)]
    for connection, _ in left:
        with suppress(sqlite3.ProgrammingError):  # another thread opened it
            connection.close()
    assert not left, "left open: " + "; ".join(lines for _, lines in left)


def _is_open(connection: sqlite3.Connection) -> bool:
    try:
        connection.total_changes  # noqa: B018 — on any thread, it raises if it is closed
    except sqlite3.ProgrammingError:
        return False
    return True


def _lines() -> str:
    """Return the lines of the project on the stack, the innermost first."""
    lines, frame = [], sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename.startswith(FOLDERS):
            file = Path(frame.f_code.co_filename).relative_to(ROOT)
            lines.append(f"{file}:{frame.f_lineno}")
        frame = frame.f_back  # type: ignore[assignment]  # None ends the loop
    return " < ".join(lines)
