"""The translation of errors of SQLite, psycopg and the file system for a host.

`fault_of` explains why a database cannot be opened, `failure_of` the failure of a database in use.
No text contains a password or a parameter of a statement.
"""

from __future__ import annotations

import errno
import sqlite3
from typing import Any

from sqlalchemy.exc import DBAPIError

from bot.storage.errors import (
    Busy,
    DiskFull,
    NotADatabase,
    NotAllowed,
    NotUnique,
    NotWritable,
    OnlyRead,
    StatementError,
    StorageDamaged,
    StorageFailed,
    StorageFault,
    TransactionUndone,
    Unreachable,
)

_SQLITE_FAULTS: dict[int, type[StorageFault]] = {
    sqlite3.SQLITE_PERM: NotWritable,
    sqlite3.SQLITE_READONLY: NotWritable,
    sqlite3.SQLITE_CANTOPEN: NotWritable,
    sqlite3.SQLITE_IOERR: NotWritable,
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_IOERR_SHMSIZE: DiskFull,  # for the index of the log
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CORRUPT: NotADatabase,
}

FULL = (errno.ENOSPC, errno.EDQUOT)
"""The numbers of the system for a disk that is full, and for a quota that is used up."""

_SQLITE_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)

_POSTGRES_DAMAGE = ("XX001", "XX002")
_POSTGRES_DEADLOCK = "40P01"
_POSTGRES_DISK_FULL = "53100"
NOT_ALLOWED = "42501"
"""The SQLSTATE of PostgreSQL for a right that its user does not have."""
_POSTGRES_ONLY_READ = "25006"
_POSTGRES_SILENT = ("08", "53", "55", "57", "58")
"""Classes of SQLSTATE: connection, resources, locks, the operator, the system."""

_STATEMENT_ERRORS = {"IntegrityError", "ProgrammingError", "DataError", "NotSupportedError"}
"""Classes of both drivers: errors of one statement or of its values, no faults of the database."""

_SQLITE_NOT_UNIQUE = (
    sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
    sqlite3.SQLITE_CONSTRAINT_ROWID,
    sqlite3.SQLITE_CONSTRAINT_UNIQUE,
)
_POSTGRES_NOT_UNIQUE = "23505"

RESTORE = "stop the bot, restore a backup (dice-poker restore FILE) and start the bot again"
"""The remedy for a damaged database file."""


def fault_of(error: Exception, place: str) -> StorageFault | None:
    """Return the reason why the database at `place` cannot be opened.

    It is None for a fault that the host cannot correct. `place` is the name of the database without
    user and password.
    """
    if isinstance(error, OSError):
        return DiskFull(place) if error.errno in FULL else NotWritable(place)
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        fault = _sqlite_fault(cause)
        return None if fault is None else fault(place)
    state = getattr(cause, "sqlstate", None)
    if state == NOT_ALLOWED:
        return NotAllowed(place)
    if state == _POSTGRES_ONLY_READ:
        return OnlyRead(place)
    if state == _POSTGRES_DISK_FULL:
        return DiskFull(place)
    if state is None or state.startswith(_POSTGRES_SILENT):
        return Unreachable(place, said=reason(cause or error))
    return None


def error_of(cause: Exception, place: str, sql: str) -> StorageFailed | StatementError:
    """Return the error to raise for one of the driver while it executes SQL, without values."""
    failure = failure_of(cause, place)
    if failure is not None:
        return failure
    if (
        getattr(cause, "sqlite_errorcode", None) in _SQLITE_NOT_UNIQUE
        or getattr(cause, "sqlstate", None) == _POSTGRES_NOT_UNIQUE
    ):
        return NotUnique(f"{reason(cause)}: {sql}")
    return StatementError(f"{reason(cause)}: {sql}")


def failure_of(cause: BaseException, place: str) -> StorageFailed | None:
    """Return the failure of the database at `place`, None for an error of the statement alone.

    `cause` is an error of the driver.
    """
    if _STATEMENT_ERRORS & {kind.__name__ for kind in type(cause).__mro__}:
        return None
    if isinstance(cause, sqlite3.Error):
        return _sqlite_failure(cause, place)
    state = getattr(cause, "sqlstate", None) or ""
    if state in _POSTGRES_DAMAGE:
        return StorageDamaged(f"The database {place} is damaged: {reason(cause)}.")
    if state == _POSTGRES_DISK_FULL:
        return _disk_full(place)
    failed = TransactionUndone if state == _POSTGRES_DEADLOCK else StorageFailed
    return failed(f"The database {place} fails: {reason(cause)}.")


def _sqlite_failure(cause: sqlite3.Error, place: str) -> StorageFailed | None:
    code = _code(cause)
    description = f"{cause} ({getattr(cause, 'sqlite_errorname', 'SQLITE_ERROR')})"
    if code & 0xFF in _SQLITE_DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return StorageDamaged(f"The database {place} is damaged, {description}: {RESTORE}.")
    fault = _sqlite_fault(cause)
    if fault is DiskFull:
        return _disk_full(place)
    if fault is not None:
        return StorageFailed(f"The database {place} fails: {description}.")
    return None


def _sqlite_fault(cause: sqlite3.Error) -> type[StorageFault] | None:
    """Return the fault of an extended code of SQLite, else of its primary one."""
    code = _code(cause)
    return _SQLITE_FAULTS.get(code) or _SQLITE_FAULTS.get(code & 0xFF)


def _disk_full(place: str) -> StorageFailed:
    return StorageFailed(str(DiskFull(place)))


def _code(cause: sqlite3.Error) -> int:
    return int(getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_OK))


def reason(cause: BaseException) -> str:
    """Return the message of the driver or the system, in one line, without the values of a row.

    PostgreSQL repeats the row that it refuses in further lines (DETAIL).
    """
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror
    said: Any = getattr(getattr(cause, "diag", None), "message_primary", None) or str(cause)
    return " ".join(said.strip().partition("\n")[0].split()).rstrip(".:")


def without_values(error: DBAPIError) -> DBAPIError:
    """Return an error of PostgreSQL without the values of the row that it repeats."""
    cause = error.orig
    if cause is None or isinstance(cause, sqlite3.Error):
        return error
    plain = type(error)(error.statement, None, type(cause)(reason(cause)), hide_parameters=True)
    plain.connection_invalidated = error.connection_invalidated
    return plain
