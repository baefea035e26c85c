"""The content of an SQLite database in use: whether another program has overwritten it.

`cp other.sqlite3 dice-poker.sqlite3` leaves the file in its place and SQLite on it. But only a
checkpoint of the write-ahead log writes into the file, and the index of the log counts what
checkpoints have written (https://sqlite.org/walformat.html). So where the file has another size or
other content than at the last look, and that count has not changed, another program wrote it.

Not noticed is a file of the same size that differs only in pages that are not compared, such as an
older copy of this database from before a few changes of rows in their places; one that is written
in the same tick of the file system's clock as a checkpoint; and one that is written as a whole
between a checkpoint, or the beginning of a new log, and the next look: within a commit of the bot,
or any time after that of another process.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

PAGE = 4096
"""The bytes that are read at a place of the file: a page of SQLite."""

MOST_COMPARED = 128
"""The most pages that are compared, the first one among them: its header counts changes."""

_INDEX = 136
"""The bytes of the headers of the log's index."""

_SALTS = slice(32, 40)
"""The salts of the log, which change when the log begins anew."""

_WRITTEN, _TO_WRITE = slice(96, 100), slice(128, 132)
"""The frames of the log that are in the file, and those that a checkpoint began to write."""


class _Look(NamedTuple):
    checkpoints: bytes
    size: int
    changed_at: int
    checksum: int


class FileContent:
    """The content of a file as the last look found it; `log_index` is that of its log.

    A connection of this process is open on both as long as this is used. Nothing is found out on
    Windows, and where a system does not list the descriptors of a process.
    """

    def __init__(self, file: Path, log_index: Path) -> None:
        self._file = _descriptor(file)
        self._index = _descriptor(log_index)
        self._last: _Look | None = None
        self._last = self._look()

    def is_overwritten(self) -> bool:
        """Look at the file; return whether another program has written into it since the last."""
        look = self._look()
        if look is None:
            return False
        last, self._last = self._last, look
        if last is None or look is last or look.checkpoints != last.checkpoints:
            return False
        return (look.size, look.checksum) != (last.size, last.checksum)

    def _look(self) -> _Look | None:
        """Look at the file; return None while a checkpoint is writing into it."""
        if sys.platform == "win32" or self._file is None or self._index is None:
            return None
        try:
            before = _checkpoints(os.pread(self._index, _INDEX, 0))
            if before is None:
                return None
            status = os.fstat(self._file)
            size, changed_at = status.st_size, status.st_mtime_ns
            last = self._last
            if last is not None and (before, size, changed_at) == last[:3]:
                return last
            # Even at the same time: a clock of few ticks shows two checkpoints as one.
            checksum = _checksum(self._file, size)
            after = _checkpoints(os.pread(self._index, _INDEX, 0))
        except OSError:  # SQLite tells of a disk that fails
            return None
        return _Look(before, size, changed_at, checksum) if before == after else None


def _checkpoints(index: bytes) -> bytes | None:
    """Return what checkpoints have written by the log's index; None while one is under way."""
    written = index[_WRITTEN]
    return index[_SALTS] + written if written == index[_TO_WRITE] else None


if sys.platform != "win32":

    def _checksum(descriptor: int, size: int) -> int:
        """Return the checksum of pages that are spread over a file."""
        step = PAGE * max(1, -(-size // (PAGE * MOST_COMPARED)))
        checksum = 0
        for at in range(0, size, step):
            checksum = crc32(os.pread(descriptor, PAGE, at), checksum)
        return checksum


def _descriptor(file: Path) -> int | None:
    """Return the descriptor by which SQLite has opened a file.

    Closing one of our own would end the locks of SQLite on the file
    (https://sqlite.org/howtocorrupt.html, 2.2).
    """
    try:
        wanted = file.stat()
        descriptors = [int(name) for name in os.listdir("/dev/fd")]  # noqa: PTH208 — names alone
    except OSError:
        return None
    for descriptor in descriptors:
        try:
            if os.path.samestat(os.fstat(descriptor), wanted):
                return descriptor
        except OSError:  # that of the list itself, which is closed
            continue
    return None
