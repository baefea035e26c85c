"""A lock that keeps two processes from serving the same servers.

It ends with its process, and a process that has lost it ends. On SQLite it is a lock of the
operating system on `<file>.lock`, with a byte for each shard: filelock supports only locks on whole
files. On PostgreSQL it is an advisory lock of the connection in use. Processes that share a
database use the same number of shards.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sqlalchemy import text

from bot.storage.errors import FileHeld, MissingInUse, NoDatabase, ShardsHeld, StorageFault
from bot.storage.held_connection import HeldConnection
from bot.storage.statement import Connection, Statement

_log = logging.getLogger(__name__)

ASK_AGAIN = 0.5
"""Seconds between two attempts."""

_ALL = Statement(text("SELECT pg_try_advisory_lock('rounds'::regclass::oid::int, -1)"))
_SOME = Statement(text("SELECT pg_try_advisory_lock_shared('rounds'::regclass::oid::int, -1)"))
_EACH = Statement(
    text(
        "SELECT pg_try_advisory_lock('rounds'::regclass::oid::int, shard) "
        "FROM unnest(cast(:shards AS int[])) AS shard"
    )
)
"""A process with all shards locks number -1; others share that lock and lock their own shards."""

_NONE = Statement(text("SELECT pg_advisory_unlock_all()"))


class ProcessLock:
    """The right of one process to serve some shards, None for all of them.

    Disjoint sets of shards can be held at the same time.
    """

    def __init__(self, held: HeldConnection, shards: Sequence[int] | None) -> None:
        self._held = held
        self._shards = None if shards is None else sorted(shards)
        self._file: int | None = None

    def acquire(self, seconds: float) -> None:
        """Take the lock.

        It waits at most these `seconds` for a process that holds the lock. Raises ShardsHeld if
        that process does not end, and StorageFailed. A database in memory has no lock, and neither
        has a file system without locks.
        """
        until = time.monotonic() + seconds
        logged = False
        while not self._try():
            if time.monotonic() > until:
                raise (ShardsHeld if self._held.file is None else FileHeld)(self._held.place)
            if not logged:
                _log.info("waiting for another process of this bot to end")
                logged = True
            time.sleep(ASK_AGAIN)

    def release(self) -> None:
        """Release a lock on a file; a connection's lock is released when it is closed."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _try(self) -> bool:
        """Return whether the lock was free, so that this process holds it."""
        if self._held.engine.dialect.name == "postgresql":
            return self._held.hold_lock(self._claim)
        return self._held.file is None or self._lock_file(self._held.file)

    def _claim(self, connection: Connection) -> bool:
        if self._shards is None:
            return claim_all(connection)
        held = connection.run(_SOME).scalar() and all(
            connection.run(_EACH, shards=self._shards).scalars()
        )
        if not held:
            connection.run(_NONE)
        return bool(held)

    def _lock_file(self, file: Path) -> bool:
        try:
            self._file = lock_file(file, self._shards)
        except OSError as error:
            _log.warning(
                "the database cannot be locked for this process (%s): let no other one use it",
                error.strerror,
            )
            return True
        return self._file is not None


def claim_all(connection: Connection) -> bool:
    """Take the lock of a process with all shards for a session; return whether it was free."""
    return bool(connection.run(_ALL).scalar())


def lock_file(file: Path, shards: Sequence[int] | None = None) -> int | None:
    """Lock the file of a database for some shards, None for all of them.

    Returns a descriptor that holds the lock until it is closed, None if another process holds it.
    Raises OSError.
    """
    descriptor = os.open(file.with_name(f"{file.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
    try:
        locked = _lock_bytes(descriptor, shards)
    except OSError:
        os.close(descriptor)
        raise
    if locked:
        return descriptor
    os.close(descriptor)
    return None


def is_locked(file: Path) -> bool:
    """Return whether another process holds a lock on the file of a database, for any shard."""
    if file.with_name(f"{file.name}.lock").exists():
        with suppress(OSError):
            descriptor = lock_file(file)
            if descriptor is None:
                return True
            os.close(descriptor)
    return False


def missing_fault(file: Path, place: str) -> StorageFault:
    """Return the fault of a missing file of a database: whether a bot still uses it or not."""
    return MissingInUse(place) if is_locked(file) else NoDatabase(place)


if sys.platform == "win32":

    def _lock_bytes(_descriptor: int, _shards: Sequence[int] | None) -> bool:
        """Do nothing and return True: there is no fcntl on Windows."""
        return True

else:
    import fcntl

    def _lock_bytes(descriptor: int, shards: Sequence[int] | None) -> bool:
        """Lock the byte of each shard's number, all for None; return whether they were free."""
        ranges = [(0, 0)] if shards is None else [(1, shard) for shard in shards]
        try:
            for length, start in ranges:
                fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, length, start)
        except (BlockingIOError, PermissionError):  # POSIX allows both for a lock that is held
            return False
        return True
