"""Keeps tables of exact play in files, so that they are built once.

Each table has a file of its own, whose name contains the version of the rules and the data it was
built from. It is read from any of the folders if its checksum is right; otherwise it is built
again. Files are replaced as a whole, and a lock makes two processes build a table once. If no
folder can be written, tables are built and stay in memory.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rules
from bot.atomic_file import written_beside

if TYPE_CHECKING:
    from numpy.typing import NDArray

log = logging.getLogger(__name__)

FOLDER = "dice-poker-tables"
"""The folder of the tables, next to the database or among the user's caches."""

LOCK_SECONDS = 10.0
"""How long to wait for another process that builds the same table."""

_CHECKSUM_BYTES = 32


def folders(database: Path | None) -> tuple[Path, ...]:
    """Return the folders in which tables may be kept, the first that can be written is used.

    `database` is the file of the database, None where it has none.
    """
    cached = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME")
    found = [] if database is None else [database.absolute().parent / FOLDER]
    with suppress(RuntimeError):  # a user without a home
        found.append((Path(cached) if cached else Path.home() / ".cache") / FOLDER)
    return tuple(found)


class KeptTables:
    """Keeps tables in the first of some folders that can be written; reads them from any."""

    def __init__(self, places: Sequence[Path]) -> None:
        self._folders = places

    def table(self, name: str, given: str, build: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Return the table that is kept under this name for what it is built from, or build it."""
        made_from = blake2b(given.encode(), digest_size=8).hexdigest()
        file_name = f"{name}-{version()}-{made_from}.table"
        found = (_read(folder / file_name) for folder in self._folders)
        kept = next((one for one in found if one is not None), None)
        if kept is not None:
            return kept
        for folder in self._folders:
            file = folder / file_name
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                with _locked(file.with_suffix(".lock")):
                    kept = _read(file)
                    if kept is None:
                        kept = build()
                        _write(file, kept)
                        _remove_others(folder, name)
            except OSError as error:
                log.warning("tables cannot be kept in %s: %s", folder, error.strerror or error)
                if kept is not None:
                    return kept
            else:
                return kept
        return build()


@cache
def version() -> str:
    """Return a checksum of the code of the rules: a change of it makes new tables."""
    checksum = blake2b(digest_size=8)
    for folder in map(Path, rules.__path__):
        for file in sorted(folder.rglob("*.py")):
            checksum.update(f"{file.relative_to(folder).as_posix()}\n".encode())
            checksum.update(file.read_bytes())
    return checksum.hexdigest()


def _read(file: Path) -> NDArray[Any] | None:
    """Return the table in a file, None where there is none or it is damaged."""
    import numpy as np  # noqa: PLC0415 — numpy is loaded with the first question

    try:
        content = file.read_bytes()
    except OSError:
        return None
    stored = memoryview(content)[_CHECKSUM_BYTES:]
    if content[:_CHECKSUM_BYTES] == _checksum(stored):
        with suppress(ValueError, EOFError):
            table: NDArray[Any] = np.load(BytesIO(stored), allow_pickle=False)["table"]
            return table
    log.warning("%s is damaged and is made anew", file)
    return None


def _write(file: Path, table: NDArray[Any]) -> None:
    """Write a table; others see all of it or nothing. Raises OSError."""
    import numpy as np  # noqa: PLC0415 — numpy is loaded with the first question

    stored = BytesIO()
    np.savez_compressed(stored, table=table)
    with written_beside(file) as beside, beside.open("wb") as stream:
        stream.write(_checksum(stored.getbuffer()))
        stream.write(stored.getbuffer())


def _checksum(stored: memoryview) -> bytes:
    return blake2b(stored, digest_size=_CHECKSUM_BYTES).digest()


def _remove_others(folder: Path, name: str) -> None:
    """Remove the tables of this name that other versions of the rules have made."""
    for file in folder.glob(f"{name}-*"):
        if not file.name.startswith(f"{name}-{version()}-"):
            file.unlink(missing_ok=True)


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    """Hold a lock between processes. One that is held for too long is not waited for.

    It is the operating system's and ends with its process; a file system without locks
    raises OSError.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 — loaded with the first table

    lock = FileLock(file, LOCK_SECONDS, mode=0o600, poll_interval=0.02, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout:
        log.info("%s is held for long and is not waited for", file)
    try:
        yield
    finally:
        lock.release()
