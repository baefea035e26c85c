"""Replaces a file as a whole: readers see either the old or the new content."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OF_SQLITE = ("-journal", "-wal", "-shm")
"""The endings of the files that SQLite creates next to a database."""


@contextmanager
def write_beside(file: Path) -> Iterator[Path]:
    """Yield an empty file next to `file`, which replaces `file` after the block.

    If the block raises, the new file is deleted together with the files that SQLite created for it.
    Only the owner may read it. The new content survives a power failure. Raises OSError.
    """
    beside = file.with_name(f"{file.name}.{os.getpid()}.unfinished")
    try:
        beside.unlink(missing_ok=True)
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        yield beside
        flush(beside)
        beside.replace(file)
        flush(file)
    finally:
        for suffix in ("", *OF_SQLITE):
            beside.with_name(f"{beside.name}{suffix}").unlink(missing_ok=True)


def flush(file: Path) -> None:
    """Write a file and its present name through to the disk. Raises OSError."""
    for path, flags in ((file, os.O_RDWR), (file.parent, os.O_RDONLY)):
        if path.is_dir() and os.name == "nt":  # a folder cannot be opened there
            continue
        descriptor = os.open(path, flags)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
