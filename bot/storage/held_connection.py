"""The connection that is held open to a database, and replaced when it is lost.

A `HeldConnection` is used for all reads and writes, another one for long reads beside it. On SQLite
a write takes the lock when it begins, so that two processes wait for each other instead of failing
halfway. On PostgreSQL no transaction takes longer than `TRANSACTION_SECONDS`, even if the server
does not answer.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from threading import RLock

from sqlalchemy import Engine
from sqlalchemy.pool import StaticPool

from bot.storage.engine import BUSY_TIMEOUT, file_of, place_of
from bot.storage.errors import (
    CommitUnanswered,
    LockLost,
    StorageDamaged,
    StorageFailed,
    StorageFault,
    TransactionUndone,
)
from bot.storage.faults import error_of
from bot.storage.files import OpenFiles
from bot.storage.postgresql import HELD_SETTINGS
from bot.storage.statement import Connection
from bot.storage.time_limit import TimeLimit
from bot.storage.write_fault import TRIAL_SECONDS, WriteFault, try_write, without_waiting

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

TAKE_AGAIN_INTERVAL = 0.05
"""Seconds between two attempts to take it."""


_log = logging.getLogger(__name__)


class HeldConnection:
    """An engine and the one connection that is held open on it.

    A lost connection is replaced at its next use. Threads take turns. A connection beside a
    `writer` only reads, and shares the faults of the writer.
    """

    def __init__(self, engine: Engine, writer: HeldConnection | None = None) -> None:
        self.engine = engine
        self.place = place_of(engine.url)
        self.file = file_of(engine.url)
        self._driver_error = engine.dialect.loaded_dbapi.Error
        self._lock = RLock()
        self._connection: Connection | None = None
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
    def transaction(
        self,
        *,
        reads: bool,
        retried: type[StorageFailed] | tuple[()] = (),
        seconds: float | None = None,
    ) -> Iterator[Connection]:
        """Open a transaction on the held connection; it is stored as a whole, or not at all.

        `seconds` is its time limit on PostgreSQL, by default `TRANSACTION_SECONDS`. After a failure
        of the class `retried` the caller tries again, so it is no fault of the storage yet. Raises
        StorageFailed where the database fails, StorageDamaged where its file is missing or damaged,
        and StatementError.
        """
        with self._lock:
            started = time.monotonic()
            try:
                self._refuse(started)
                try:
                    connection = self._usable_connection()
                    if not reads:
                        self._check_content()
                    with self._limit_time(connection, seconds), connection.transaction(reads=reads):
                        if self._limit is not None and seconds is not None:
                            connection.execute(f"SET LOCAL statement_timeout = '{seconds:.0f}s'")
                        yield connection
                    if not reads:
                        self._check_content()
                except StorageFailed as failure:
                    raise self._failure_to_raise(failure, started) from None
            except StorageFailed as failure:
                if isinstance(failure, CommitUnanswered) or not isinstance(failure, retried):
                    self._fault.record_failure(failure, reads=reads)
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

    def hold_lock(self, claim: Callable[[Connection], bool]) -> bool:
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

        Raises StorageDamaged if a file is missing, was replaced or overwritten. All transactions
        raise it too, until a check finds a missing file in its place.
        """
        with self._lock:
            if self._files is not None and self._connection is not None:
                was_gone = self._files.damage is not None
                self._files.check(self._connection.driver)
                if was_gone:
                    self._fault.end()

    def checkpoint(self) -> None:
        """Move SQLite's write-ahead log into the file and empty it, unless a reader uses it.

        Raises StorageDamaged if another program has overwritten the file.
        """
        with self._lock:
            if self.file is not None:
                connection = self._usable_connection()
                self._check_content()
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                self._check_content()

    def close(self) -> None:
        with self._lock:
            if self.damage is None:  # SQLite writes its log into the file as it closes
                try:
                    self._check_content()
                except StorageDamaged as damage:
                    _log.error("%s", damage)
            self._disconnect()
            if self._files is not None:
                self._files.part()
            if self._writer is None:
                self.engine.dispose()
            if self._limit is not None:
                self._limit.close()

    def _check_content(self) -> None:
        """Raise StorageDamaged if another program has overwritten the file of SQLite."""
        if self._files is not None:
            self._files.check_content()

    def _try_write(self) -> None:
        with suppress(StorageFailed), without_waiting(self._usable_connection(), BUSY_TIMEOUT):
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

    def _limit_time(
        self, connection: Connection, seconds: float | None
    ) -> AbstractContextManager[None]:
        if self._limit is None:
            return nullcontext()
        return self._limit.of(
            connection.driver, TRANSACTION_SECONDS if seconds is None else seconds
        )

    def _failure_to_raise(self, failure: StorageFailed, started: float) -> StorageFailed:
        """Return the failure that a transaction raises; a lost connection is closed."""
        seconds = time.monotonic() - started
        if self._limit is not None and self._limit.exceeded:
            message = f"The database {self.place} has not answered for {seconds:.0f} seconds."
            failure = StorageFailed(message)
        connection = self._connection
        if self._limit is not None and connection is not None and connection.driver.closed:
            self._disconnect()
            _log.warning("%s The session is replaced.", failure)
            if connection.committing:
                failure = CommitUnanswered(str(failure))
            elif seconds <= SLOW_FAILURE and not self._limit.exceeded:
                failure = TransactionUndone(str(failure))
        if seconds > SLOW_FAILURE and not isinstance(failure, TransactionUndone):
            self._silent_until = started + seconds + SILENT_SECONDS
        return failure

    def _usable_connection(self) -> Connection:
        connection = self._connection
        if connection is not None and self._limit is not None:
            idle = time.monotonic() - self._used
            if idle > PING_AFTER and not self._is_alive(connection):
                self._disconnect()
        return self._connection or self._connect()

    def _connect(self) -> Connection:
        if self._writer is not None and self.file is not None:
            self._writer.check_files()  # SQLite makes missing files and ignores replaced ones
        try:
            pooled = self.engine.raw_connection()
        except self._driver_error as error:
            raise error_of(error, self.place, "connect") from None
        except StorageFault as fault:  # a setting has changed since the start
            raise StorageFailed(str(fault)) from None
        connection = Connection(self.engine.dialect, pooled.driver_connection, self.place)
        self._connection = connection
        if isinstance(self.engine.pool, StaticPool):
            pooled.close()  # the pool keeps the database in memory
        else:
            pooled.detach()
        if self.file is not None and self._writer is None:
            with suppress(StorageFailed):  # the log of a process that was killed
                connection.execute("PRAGMA wal_checkpoint")
            self._files = OpenFiles(self.file)
        elif self.file is not None:
            connection.execute("PRAGMA query_only = ON")
        elif self._writer is not None:
            connection.driver.read_only = True  # said by each BEGIN: a pooler keeps the session
        if self._limit is not None:
            try:
                with (
                    self._limit.of(connection.driver, PING_SECONDS),
                    connection.transaction(reads=False),
                ):
                    self._prepare(connection)
            except BaseException:
                self._disconnect()
                raise
        return connection

    def _prepare(self, connection: Connection) -> None:
        """Prepare a new connection to PostgreSQL."""
        calls = (f"set_config('{name}', '{to}', false)" for name, to in HELD_SETTINGS.items())
        connection.execute(f"SELECT {', '.join(calls)}")
        self._take_lock_again(connection)
        if self._first is not None:
            self._first(connection)

    def _take_lock_again(self, connection: Connection) -> None:
        """Take the lock again that was lost with a connection. Raises LockLost."""
        until = time.monotonic() + TAKE_AGAIN_SECONDS
        while self._claim is not None and not self._claim(connection):
            if time.monotonic() > until:
                self.lock_lost = (
                    "Another process has taken the servers of this one in the database "
                    f"{self.place}, while its connection was cut. Start this process again."
                )
                raise LockLost(self.lock_lost)
            time.sleep(TAKE_AGAIN_INTERVAL)

    def _is_alive(self, connection: Connection) -> bool:
        try:
            with self._limit_time(connection, PING_SECONDS), connection.transaction(reads=True):
                connection.execute("SELECT 1")
        except StorageFailed as failure:
            _log.warning("%s The session is replaced.", failure)
            return False
        return True

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(self._driver_error):
                connection.driver.close()
