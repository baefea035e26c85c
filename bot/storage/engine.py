"""The address of a database, and the engine that opens connections to it."""

from __future__ import annotations

import re
import sqlite3
import time
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, StaticPool

from bot.storage.errors import BadAddress, NoDriver, NoHome
from bot.storage.faults import fault_of
from bot.storage.files import make_private
from bot.storage.postgresql import arguments, prepare

BUSY_TIMEOUT = 8
"""Seconds to wait for another process that writes to the same SQLite file."""

BUSY_INTERVAL = 0.01
"""Seconds between two attempts to turn on WAL, for which SQLite does not wait."""

_LAST_PORT = 65535
"""The highest port of TCP."""

_ESCAPED = re.compile(r"\w+(\+\w+)?://([^@/]*@)?[^@/]*/[^@/?]*(\?[^@]*)?")
"""An address of PostgreSQL in which no password can be taken for a host or a database."""

_NO_ESCAPE = re.compile("%(?![0-9A-Fa-f]{2})")


def address(url: str) -> URL:
    """Parse a DATABASE_URL with any driver name; `postgres://` is accepted too.

    In the path of a file %20 is a space and so on; a space, # and % alone are themselves; ~ at the
    beginning is the home folder, ~name that of another user. Raises NoHome where that is unknown.
    Raises BadAddress for a path with ?, which would begin settings of SQLAlchemy, and where a sign
    of the user or the password is not escaped: a part of the password would be printed as the host,
    by this program or by pg_dump.
    """
    text = url.strip()
    try:
        read = make_url(text)
        match read.drivername.partition("+")[0]:
            case "sqlite" if (read.host, read.username) == (None, None) and "?" not in text:
                read = read.set(drivername="sqlite+pysqlite", database=_sqlite_file(text))
            case "postgres" | "postgresql" if (
                read.database and _ESCAPED.fullmatch(text) and not _NO_ESCAPE.search(text)
            ):
                read = read.set(drivername="postgresql+psycopg")
            case _:
                raise BadAddress
        if "%00" in text or "plugin" in read.query:  # the end of a text; a module of SQLAlchemy's
            raise BadAddress
        _refuse_values(read)
    except (ArgumentError, TypeError, ValueError):  # whose messages quote a part of the address
        raise BadAddress from None
    return read


def _sqlite_file(text: str) -> str:
    """Return the path in an address of SQLite, which only SQLAlchemy 2.1 decodes. Raises NoHome."""
    file = unquote(text.partition(":///")[2])
    if not file.startswith("~"):
        return file
    try:
        return str(Path(file).expanduser())
    except RuntimeError:
        raise NoHome(file) from None


def _refuse_values(url: URL) -> None:
    """Raise an error where SQLAlchemy or the driver would, or for a port that cannot be."""
    _, arguments = url.get_dialect()().create_connect_args(url)
    ports = [int(port) for port in str(arguments.get("port", "")).split(",") if port]
    if url.port == 0 or not all(0 < port <= _LAST_PORT for port in ports):
        raise ValueError


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory and for PostgreSQL."""
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def place_of(url: URL) -> str:
    """Return the name of a database without user and password: its file, or host, port, name."""
    if url.get_backend_name() == "sqlite":
        return url.database or ":memory:"
    port = "" if url.port is None else f":{url.port}"
    return f"{url.host or 'localhost'}{port}/{url.database}"


def engine_for(url: URL) -> Engine:
    """Make the engine of an `address`, without connecting it.

    The folder of an SQLite file is made. Errors of SQL never contain parameters: they may be secret
    cards. Raises NotWritable, DiskFull, NoDriver.
    """
    if url.get_backend_name() == "postgresql":
        if find_spec("psycopg") is None:
            raise NoDriver
        engine = create_engine(
            url, connect_args=arguments(), poolclass=NullPool, hide_parameters=True
        )
        event.listen(engine, "connect", partial(prepare, place_of(url)), insert=True)
        return engine
    here = {"check_same_thread": False, "timeout": BUSY_TIMEOUT}
    file = file_of(url)
    if file is None:
        engine = create_engine(
            url, connect_args=here, poolclass=StaticPool, hide_parameters=True, paramstyle="named"
        )
    else:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            make_private(file)
        except OSError as error:
            raise fault_of(error, place_of(url)) or error from error
        engine = create_engine(url, connect_args=here, hide_parameters=True, paramstyle="named")
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _entry: ConnectionPoolEntry | None) -> None:
    """Set up a new connection; close it on failure, which SQLAlchemy 2.0 does not do."""
    try:
        connection.isolation_level = None  # transactions begin below, not by the rules of sqlite3
        _write_ahead(connection)
        for pragma in ("synchronous = FULL", "foreign_keys = ON", "secure_delete = ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn on WAL. SQLite does not wait for other processes that turn it on, so wait here."""
    until = time.monotonic() + BUSY_TIMEOUT
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > until:
                raise
            time.sleep(BUSY_INTERVAL)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")
