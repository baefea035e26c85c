"""How the database is reached: its address, its engine, and what may be wrong with it.

Reads and writes take their connections here (`reading`, `writing`). On SQLite
a write asks for the lock at once, so that two processes wait for each other
instead of failing half-way.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from bot.storage.errors import (
    BadAddress,
    BadLogin,
    Busy,
    DiskFull,
    NoDriver,
    NoSuchDatabase,
    NotADatabase,
    NotAllowed,
    NotWritable,
    StorageFault,
    Unreachable,
)

BUSY_TIMEOUT = 10
"""Seconds to wait for another process that writes, or for PostgreSQL to answer."""

_SQLITE_FAULTS: dict[int, type[NotWritable | NotADatabase | Busy | DiskFull]] = {
    sqlite3.SQLITE_PERM: NotWritable,
    sqlite3.SQLITE_READONLY: NotWritable,
    sqlite3.SQLITE_CANTOPEN: NotWritable,
    sqlite3.SQLITE_IOERR: NotWritable,
    sqlite3.SQLITE_BUSY: Busy,
    sqlite3.SQLITE_LOCKED: Busy,
    sqlite3.SQLITE_FULL: DiskFull,
    sqlite3.SQLITE_NOTADB: NotADatabase,
    sqlite3.SQLITE_CORRUPT: NotADatabase,
}

_POSTGRES_FAULTS: tuple[tuple[str, type[BadLogin | NoSuchDatabase]], ...] = (
    ("password authentication failed", BadLogin),
    ("no password supplied", BadLogin),
    ("no pg_hba.conf entry", BadLogin),
    ('FATAL:  role "', BadLogin),
    ('FATAL:  database "', NoSuchDatabase),
)
"""Where a connection fails, libpq tells why in words only."""


def address(url: str) -> URL:
    """Read DATABASE_URL, whichever driver it names; `postgres://` is understood too.

    Raises BadAddress.
    """
    try:
        read = make_url(url.strip())
    except (ArgumentError, ValueError) as error:
        raise BadAddress from error
    match read.drivername.partition("+")[0]:
        case "sqlite" if read.host is None:
            return read.set(drivername="sqlite+pysqlite")
        case "postgres" | "postgresql" if read.database:
            return read.set(drivername="postgresql+psycopg")
        case _:
            raise BadAddress


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def place_of(url: URL) -> str:
    """Name the database without user and password: its file, or host, port and name."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    port = "" if url.port is None else f":{url.port}"
    return f"{url.host or 'localhost'}{port}/{url.database}"


def engine_for(url: URL) -> Engine:
    """Make the engine of an `address`; nothing is connected yet.

    The folder of an SQLite file is made. Raises NotWritable, NoDriver.
    """
    if url.get_backend_name() == "postgresql":
        if find_spec("psycopg") is None:
            raise NoDriver
        return create_engine(
            url, pool_pre_ping=True, connect_args={"connect_timeout": BUSY_TIMEOUT}
        )
    here = {"check_same_thread": False, "timeout": BUSY_TIMEOUT}
    file = file_of(url)
    if file is None:
        engine = create_engine(url, connect_args=here, poolclass=StaticPool)
    else:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NotWritable(place_of(url)) from error
        engine = create_engine(url, connect_args=here)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # transactions begin below, not when sqlite3 thinks so
    _write_ahead(connection)
    for pragma in ("synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn on WAL. SQLite does not wait for others who turn it on just now, so wait here."""
    until = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Open a connection that only reads."""
    with engine.connect().execution_options(reads=True) as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Open a transaction: it is kept as a whole at the end, or not at all."""
    with engine.begin() as connection:
        yield connection


def fault_of(error: DBAPIError | sqlite3.Error | OSError, url: URL) -> StorageFault | None:
    """Say what is wrong with the database at `url`; None where the fault is not the host's."""
    place = place_of(url)
    if isinstance(error, OSError):
        return DiskFull(place) if error.errno == errno.ENOSPC else NotWritable(place)
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
        return _SQLITE_FAULTS[code](place) if code in _SQLITE_FAULTS else None
    state = getattr(cause, "sqlstate", None)
    if state == "42501":
        return NotAllowed(place)
    if state is not None:
        return None
    for words, fault in _POSTGRES_FAULTS:
        if words in str(cause):
            return fault(place)
    return Unreachable(place)
