"""Writes files as a whole: others see the old content or all of the new one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OF_SQLITE = ("-journal", "-wal", "-shm")
"""What the names of the files end in that SQLite puts beside a database."""


@contextmanager
def written_beside(file: Path, *, mode: int = 0o600, lasting: bool = False) -> Iterator[Path]:
    """Give an empty file beside `file`; after the block it takes the place of `file`.

    Where the block raises, it is deleted, with what SQLite has put beside it. The umask
    applies to `mode`. With `lasting` the new content outlives a loss of power. Raises OSError.
    """
    beside = file.with_name(f"{file.name}.{os.getpid()}.unfinished")
    try:
        beside.unlink(missing_ok=True)
        os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode))
        yield beside
        if lasting:
            flush(beside)
        beside.replace(file)
        if lasting:
            flush(file)
    finally:
        for suffix in ("", *OF_SQLITE):
            beside.with_name(f"{beside.name}{suffix}").unlink(missing_ok=True)


def flush(file: Path) -> None:
    """Make sure that a file is on the disk, under its present name. Raises OSError."""
    for one, flags in ((file, os.O_RDWR), (file.parent, os.O_RDONLY)):
        if one.is_dir() and os.name == "nt":  # a folder cannot be opened there
            continue
        descriptor = os.open(one, flags)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
