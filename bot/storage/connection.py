"""The connections to the database: its address, its engine, its transactions.

A `HeldConnection` is used for all reads and writes, another one for long reads beside it. On SQLite
a write takes the lock when it begins, so that two processes wait for each other instead of failing
halfway. On PostgreSQL no transaction takes longer than `TRANSACTION_SECONDS`, even if the server
does not answer.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, NullPool, StaticPool

from bot.storage.driver import DriverConnection
from bot.storage.errors import (
    BadAddress,
    BadEncoding,
    Deadlocked,
    LockLost,
    NoDriver,
    NotWritable,
    StorageDamaged,
    StorageFailed,
)
from bot.storage.faults import failure_of, without_values
from bot.storage.files import OpenFiles, make_private
from bot.storage.time_limit import TimeLimit
from bot.storage.write_fault import TRIAL_SECONDS, WriteFault, impatient, try_write

BUSY_TIMEOUT = 8
"""Seconds to wait for another process that writes to the same SQLite file."""

CONNECT_TIMEOUT = 4
"""Seconds to wait for a connection to PostgreSQL, for each address that its host has."""

TRANSACTION_SECONDS = 8.5
"""Seconds that a transaction on PostgreSQL may take before its connection is cut."""

PING_AFTER = 5.0
"""Seconds after which an idle connection to PostgreSQL is tested before it is used."""

PING_SECONDS = 3.0
"""Seconds that this test may take."""

SLOW_FAILURE = 1.0
"""Seconds after which a failure counts as a silence: transactions that wait fail at once."""

SILENT_SECONDS = 1.0
"""Seconds after a silence during which transactions fail at once."""

TAKE_AGAIN_SECONDS = 1.5
"""Seconds to wait for the lost lock of this process: its last session may still be ending."""

POSTGRES_SETTINGS = {
    "statement_timeout": "8s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "30s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
}
"""Settings of the session: time limits for a statement, for a lock and for an idle transaction, and
the keepalives by which PostgreSQL notices that this machine is unreachable, so that its locks end.
"""

POSTGRES_KEEPALIVE = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 8_000,
}
"""The keepalives by which libpq notices a lost network: seconds, but `tcp_user_timeout` in ms."""


def address(url: str) -> URL:
    """Parse a DATABASE_URL with any driver name; `postgres://` is accepted too.

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
    cards. Raises NotWritable, NoDriver.
    """
    if url.get_backend_name() == "postgresql":
        if find_spec("psycopg") is None:
            raise NoDriver
        arguments: dict[str, Any] = {
            "client_encoding": "UTF8",
            "connect_timeout": CONNECT_TIMEOUT,
            **POSTGRES_KEEPALIVE,
        }
        engine = create_engine(
            url, connect_args=arguments, poolclass=NullPool, hide_parameters=True
        )
        event.listen(engine, "connect", partial(_check_encoding, place_of(url)))
        return engine
    here = {"check_same_thread": False, "timeout": BUSY_TIMEOUT}
    file = file_of(url)
    if file is None:
        engine = create_engine(url, connect_args=here, poolclass=StaticPool, hide_parameters=True)
    else:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            make_private(file)
        except OSError as error:
            raise NotWritable(place_of(url)) from error
        engine = create_engine(url, connect_args=here, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _check_encoding(place: str, connection: Any, _entry: ConnectionPoolEntry) -> None:
    """Raise BadEncoding for a database of PostgreSQL whose encoding is not UTF-8."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        connection.close()
        raise BadEncoding(place, encoding)


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
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _prepare_postgres(connection: Connection, *, only_reads: bool) -> None:
    settings = {**POSTGRES_SETTINGS, "default_transaction_read_only": "on" if only_reads else "off"}
    calls = (f"set_config('{name}', '{to}', false)" for name, to in settings.items())
    connection.exec_driver_sql(f"SELECT {', '.join(calls)}")


class HeldConnection:
    """An engine and the one connection that is held open on it.

    A lost connection is replaced at its next use. Threads take turns. A connection beside a
    `writer` only reads, and shares the faults of the writer.
    """

    def __init__(self, engine: Engine, writer: HeldConnection | None = None) -> None:
        self.engine = engine
        self.place = place_of(engine.url)
        self.file = file_of(engine.url)
        self._lock = RLock()
        self._connection: Connection | None = None
        self._driver: DriverConnection | None = None
        self._used = 0.0
        self._silent_until = 0.0
        self._limit = TimeLimit() if engine.dialect.name == "postgresql" else None
        self._files: OpenFiles | None = None
        self._writer = writer
        self._fault: WriteFault = WriteFault(self.place) if writer is None else writer.faults
        self._claim: Callable[[Connection], bool] | None = None
        self.lock_lost = ""
        """The reason why this process has to end, in a sentence; empty if it need not."""
        self._first: Callable[[Connection], None] | None = None

    @contextmanager
    def transaction(self, *, reads: bool, seconds: float | None = None) -> Iterator[Connection]:
        """Open a transaction on the held connection; it is stored as a whole, or not at all.

        `seconds` is its time limit on PostgreSQL, by default `TRANSACTION_SECONDS`. Raises
        StorageFailed where the database fails, StorageDamaged where its file is missing or damaged;
        errors of a statement are those of SQLAlchemy.
        """
        with self._use(reads=reads, seconds=seconds) as connection:
            connection.execution_options(reads=reads)
            with connection.begin():
                if self._limit is not None and seconds is not None:
                    connection.exec_driver_sql(f"SET LOCAL statement_timeout = '{seconds:.0f}s'")
                yield connection

    @contextmanager
    def act(self, *, noted: bool = True) -> Iterator[DriverConnection]:
        """Open a transaction for writing that consists only of `Statement`s.

        Its failure counts as a fault of the storage only if it is `noted`. Raises the errors of
        `transaction`.
        """
        with self._use(reads=False, noted=noted) as connection:
            driver = self._driver
            if driver is None:
                raw = connection.connection.driver_connection
                driver = self._driver = DriverConnection(self.engine.dialect, raw)
            with driver.transaction(together=not noted):
                yield driver

    @contextmanager
    def _use(
        self, *, reads: bool, noted: bool = True, seconds: float | None = None
    ) -> Iterator[Connection]:
        """Lend the connection to one thread, and translate errors of the driver.

        A failure is `noted` as a fault of the storage.
        """
        with self._lock:
            started = time.monotonic()
            try:
                self._refuse(started)
                try:
                    connection = self._connected()
                    with self._limited(connection, seconds):
                        yield connection
                except DBAPIError as error:
                    raise self._failed(error, started) from None
            except StorageFailed as failure:
                if noted and not isinstance(failure, Deadlocked):
                    self._fault.note(failure, reads=reads)
                raise
            self._used = time.monotonic()

    @property
    def fault(self) -> str:
        """The reason why nothing can be stored now, in a sentence; empty if there is none."""
        return self.damage or str(self._fault)

    @property
    def faults(self) -> WriteFault:
        """The record of failed transactions."""
        return self._fault

    @property
    def damage(self) -> str | None:
        """The damage that the last check of the files has found, None if there was none."""
        return None if self._files is None else self._files.damage

    def hold(self, claim: Callable[[Connection], bool]) -> bool:
        """Take a lock on the held connection by `claim`, which returns whether it has taken it.

        A lock that was taken is taken again on every connection that replaces this one. After
        another process has taken it first, all transactions raise LockLost.
        """
        with self.transaction(reads=True) as connection:
            claimed = claim(connection)
        self._claim = claim if claimed else None
        return claimed

    def on_each_connection(self, function: Callable[[Connection], None]) -> None:
        """Call a function that writes now, and first on each connection that replaces this one."""
        with self.transaction(reads=False) as connection:
            function(connection)
        self._first = function

    def check(self) -> None:
        """Check the files, and try a write after a failed one.

        Raises StorageDamaged as `check_files` does.
        """
        with self._lock:
            self.check_files()
            if self._fault.ends_by_trial:
                self._try_write()

    def check_files(self) -> None:
        """Check that the files of SQLite are those that were opened.

        Raises StorageDamaged if a file is missing or was replaced. All transactions raise it too,
        until a check finds the file in its place.
        """
        with self._lock:
            if self._files is not None and self._connection is not None:
                was_gone = self._files.damage is not None
                self._files.check(self._connection)
                if was_gone:
                    self._fault.end()

    def checkpoint(self) -> None:
        """Move SQLite's write-ahead log into the file and empty it, unless a reader uses it."""
        with self._lock:
            if self.file is not None:
                driver: Any = self._connected().connection.driver_connection
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        with self._lock:
            self._disconnect()
            if self._writer is None:
                self.engine.dispose()
            if self._limit is not None:
                self._limit.close()

    def _try_write(self) -> None:
        with suppress(StorageFailed), impatient(self._connection, BUSY_TIMEOUT):
            with self.transaction(reads=False, seconds=TRIAL_SECONDS) as connection:
                try_write(connection)
            self._fault.end()

    def _refuse(self, now: float) -> None:
        """Raise the error of a known fault that keeps the database from being used."""
        writer = self._writer or self
        if writer.damage is not None:
            raise StorageDamaged(writer.damage)
        if writer.lock_lost:
            raise LockLost(writer.lock_lost)
        if now < self._silent_until:
            raise StorageFailed(f"The database {self.place} does not answer.")
        if self._limit is not None:
            self._limit.exceeded = False

    def _limited(
        self, connection: Connection, seconds: float | None
    ) -> AbstractContextManager[None]:
        if self._limit is None:
            return nullcontext()
        return self._limit.of(connection, TRANSACTION_SECONDS if seconds is None else seconds)

    def _failed(self, error: DBAPIError, started: float) -> Exception:
        """Return the exception that a transaction raises for an error of the driver."""
        now = time.monotonic()
        if error.connection_invalidated or (
            self._connection is not None and self._connection.invalidated
        ):
            self._disconnect()
        if self._limit is not None and self._limit.exceeded:
            failure: StorageFailed | None = StorageFailed(
                f"The database {self.place} has not answered for {now - started:.0f} seconds."
            )
        else:
            failure = failure_of(error, self.place)
        if failure is None:
            return without_values(error)
        if now - started > SLOW_FAILURE and not isinstance(failure, Deadlocked):
            self._silent_until = now + SILENT_SECONDS
        return failure

    def _connected(self) -> Connection:
        connection = self._connection
        if connection is not None and self._limit is not None:
            idle = time.monotonic() - self._used
            if idle > PING_AFTER and not self._alive(connection):
                self._disconnect()
        return self._connection or self._connect()

    def _connect(self) -> Connection:
        if self._writer is not None and self.file is not None:
            self._writer.check_files()  # SQLite makes missing files and ignores replaced ones
        connection = self._connection = self.engine.connect()
        if self._writer is not None:
            connection.detach()  # it returns to no pool, since it can only read
            if self.file is not None:
                connection.exec_driver_sql("PRAGMA query_only = ON")
                connection.rollback()
        elif self.file is not None:
            self._files = OpenFiles(self.file)
        if self._limit is not None:
            try:
                with self._limit.of(connection, PING_SECONDS), connection.begin():
                    _prepare_postgres(connection, only_reads=self._writer is not None)
                    self._take_again(connection)
                    if self._first is not None:
                        self._first(connection)
            except BaseException:
                self._disconnect()
                raise
        return connection

    def _take_again(self, connection: Connection) -> None:
        """Take the lock again that was lost with a connection. Raises LockLost."""
        until = time.monotonic() + TAKE_AGAIN_SECONDS
        while self._claim is not None and not self._claim(connection):
            if time.monotonic() > until:
                self.lock_lost = (
                    "Another process has taken the servers of this one in the database "
                    f"{self.place}, while its connection was cut. Start this process again."
                )
                raise LockLost(self.lock_lost)
            time.sleep(0.05)

    def _alive(self, connection: Connection) -> bool:
        try:
            with self._limited(connection, PING_SECONDS), connection.begin():
                connection.exec_driver_sql("SELECT 1")
        except DBAPIError:
            return False
        return True

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        self._driver = None
        if connection is not None:
            with suppress(DBAPIError):
                connection.close()
