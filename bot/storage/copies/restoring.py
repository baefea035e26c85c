"""Restores a backup in place of an SQLite database, safely against interruption.

`restore` copies the backup beside the database and checks it. Only a complete copy gets the name
`<file>-restoring-<time>`. From then on `finish` can complete the work at any time: it moves the
file, its `-wal` and its `-shm` to `<file>-replaced-<time>`, then the copy to its place.
`Storage.open` calls it first. So a process that is killed leaves either the old or the new
database.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from glob import escape
from pathlib import Path
from typing import TypeAlias

from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError

from bot.atomic_file import flush
from bot.storage.copies.backup import (
    BackupFault,
    Contents,
    connect_to_backup,
    copy_and_check,
    not_written,
    write_whole,
)
from bot.storage.engine import address, engine_for, file_of
from bot.storage.errors import Busy, NotADatabase, StatementError, StorageFailed
from bot.storage.faults import fault_of
from bot.storage.files import files_of, unused_name
from bot.storage.migrations import migrate
from bot.storage.process_lock import ASK_AGAIN, lock_file
from bot.storage.statement import Connection

Step: TypeAlias = Callable[[Connection, Connection | None], None]
"""A function that changes a restored database before it is used.

The first connection is to the restored database, at the newest revision. The second one reads the
database that is replaced, which may be of any revision; it is None where there is no such database
or it cannot be read.
"""

WAIT_SECONDS = 30.0
"""Seconds to wait for another process that restores."""


@dataclass(frozen=True, slots=True)
class Restoration:
    """The outcome of a restoration.

    `kept` is the replaced database, or its log alone; None if there was none. `was_read` is False
    if the replaced database could not be read.
    """

    contents: Contents
    kept: Path | None
    was_read: bool


def restore(url: str, backup: Path, now: datetime, steps: Sequence[Step]) -> Restoration:
    """Restore a backup in place of the SQLite database of a DATABASE_URL, after these steps.

    The steps are one transaction, which ends before the backup takes that place. Raises
    BackupFault, and StorageFault where the backup cannot be read, or was written by a version that
    is unknown here.
    """
    file = file_of(address(url))
    if file is None:
        raise BackupFault("DATABASE_URL names a database in memory, which is gone with its bot.")
    if any(path.exists() and path.samefile(backup) for path in files_of(file)):
        raise BackupFault(f"{backup} is the database itself: name a backup of it.")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with _hold_lock(file, 0):
            _finish(file)
            return _restore(file, backup, now, steps)
    except Busy as busy:
        raise BackupFault(
            f"The bot is running on {file}: stop it, then restore the backup."
        ) from busy
    except OSError as error:
        raise not_written(file, error) from error


def _restore(file: Path, backup: Path, now: datetime, steps: Sequence[Step]) -> Restoration:
    for left_over in file.parent.glob(f"{escape(file.name)}-restoring-*.unfinished*"):
        left_over.unlink()
    at = unused_name(file, "-replaced", now).name.rpartition("-replaced-")[2]
    with write_whole(_ready_name(file, at)) as beside:
        try:
            contents = copy_and_check(backup, beside, connect_to_backup)
        except NotADatabase as error:
            raise BackupFault(
                f"{backup} is not a database, or it is damaged: use another backup."
            ) from error
        try:
            was_read = _adapt(beside, file, steps)
        except DBAPIError as error:
            raise fault_of(error, str(file)) or error from error
    _finish(file)
    kept = next((path for path in files_of(_replaced_name(file, at))[:2] if path.exists()), None)
    return Restoration(contents, kept, was_read)


def finish(file: Path) -> None:
    """Complete a restoration that was interrupted, if there is one.

    Raises Busy if another process restores for longer than `WAIT_SECONDS`.
    """
    if _ready_copies(file):
        with _hold_lock(file, WAIT_SECONDS):
            _finish(file)


def restores(file: Path) -> bool:
    """Return whether a restoration has begun and has not ended."""
    return bool(_ready_copies(file))


def _finish(file: Path) -> None:
    """Move ready copies to the place of the database, under the lock."""
    for ready in _ready_copies(file):
        kept = _replaced_name(file, ready.name.rpartition("-restoring-")[2])
        for old, new in reversed([*zip(files_of(file), files_of(kept), strict=True)]):
            with suppress(FileNotFoundError):  # it was moved before, or does not exist
                old.replace(new)
        ready.replace(file)
        flush(file)


def _ready_copies(file: Path) -> list[Path]:
    """Return the copies that are ready to replace the database, at most one."""
    copies = file.parent.glob(f"{escape(file.name)}-restoring-????????-??????")
    return sorted(copies)


def _ready_name(file: Path, at: str) -> Path:
    return file.with_name(f"{file.name}-restoring-{at}")


def _replaced_name(file: Path, at: str) -> Path:
    return file.with_name(f"{file.name}-replaced-{at}")


@contextmanager
def _hold_lock(file: Path, seconds: float) -> Iterator[None]:
    """Hold the lock of a process that uses the database. Raises Busy if another one holds it."""
    until = time.monotonic() + seconds
    while True:
        try:
            descriptor = lock_file(file)
        except PermissionError:
            raise
        except OSError:  # a file system without locks
            yield
            return
        if descriptor is not None:
            break
        if time.monotonic() > until:
            raise Busy(str(file))
        time.sleep(ASK_AGAIN)
    try:
        yield
    finally:
        os.close(descriptor)


def _adapt(restored: Path, replaced: Path, steps: Sequence[Step]) -> bool:
    """Migrate a copy of the backup and apply the steps to it.

    Returns whether any replaced database, which is only read, could be read.
    """
    engine = engine_for(URL.create("sqlite+pysqlite", database=str(restored)))
    with ExitStack() as stack:
        stack.callback(engine.dispose)
        migrate(engine, copies=False)
        here = stack.enter_context(open_connection(engine, str(replaced)))
        there = None
        if replaced.exists():
            file = f"{replaced.absolute().as_uri()}?mode=ro"
            driver = stack.enter_context(closing(sqlite3.connect(file, uri=True)))
            there = Connection(engine.dialect, driver, str(replaced))
        return apply_steps(here, there, steps)


def apply_steps(here: Connection, there: Connection | None, steps: Sequence[Step]) -> bool:
    """Apply the steps in one transaction; return False if `there` cannot be read.

    They are applied without it then. It is None where there is no replaced database.
    """
    for replaced in (there, None):
        try:
            with here.transaction(reads=False):
                for step in steps:
                    step(here, replaced)
        except (StorageFailed, StatementError):
            if replaced is None:
                raise
        else:
            return replaced is there
    raise AssertionError("the loop ends by itself")


@contextmanager
def open_connection(engine: Engine, place: str) -> Iterator[Connection]:
    """Open a connection for the steps of a restoration; `place` is what its faults name."""
    with closing(engine.raw_connection()) as pooled:
        yield Connection(engine.dialect, pooled.driver_connection, place)
