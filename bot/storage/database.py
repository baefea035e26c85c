"""An open database, whose `read` and `write` call functions with a connection.

All of it is synchronous; `bot.storage.thread` calls it on the storage thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError

from bot.storage.copies.restoring import finish as finish_restoring
from bot.storage.copies.restoring import restores
from bot.storage.engine import address, engine_for, file_of, place_of
from bot.storage.errors import (
    NotMigrated,
    StorageFailed,
    TransactionUndone,
)
from bot.storage.faults import fault_of, without_values
from bot.storage.file_systems import danger_of, kind_of
from bot.storage.files import Identity, identity
from bot.storage.held_connection import HeldConnection
from bot.storage.inspection import refuse_unusable
from bot.storage.migrations import is_newest, migrate
from bot.storage.process_lock import ProcessLock, missing_fault
from bot.storage.statement import Connection
from bot.storage.write_fault import TRIAL

P = ParamSpec("P")
T = TypeVar("T")


class Storage:
    """An open database. Close it, or use it as a context.

    >>> from sqlalchemy import literal, select
    >>> from bot.storage.statement import Statement
    >>> with Storage.open("sqlite://") as storage:
    ...     storage.read(lambda connection: connection.run(Statement(select(literal(7)))).scalar())
    7
    """

    def __init__(self, engine: Engine, opened_as: Identity = None) -> None:
        self._engine = engine
        self._opened_as = opened_as
        self._held = HeldConnection(engine)
        self._beside = HeldConnection(engine, self._held) if self.reads_beside else self._held

    @classmethod
    def open(cls, url: str) -> Self:
        """Open the database of a DATABASE_URL and migrate it to the newest revision.

        The address is `sqlite:///file` (created with its folder if it is missing) or
        `postgresql://user:password@host/name`. A trial write reveals faults at the start. Raises a
        StorageFault, whose message is advice for the host.
        """
        return cls._open(address(url), migrate)

    @classmethod
    def open_existing(cls, url: str) -> Self:
        """Open a database that is at the newest revision, without migrating it.

        It is for commands that may run beside a bot. Raises a StorageFault: NoDatabase where there
        is no database, MissingInUse where a bot still uses it, NotMigrated where this version of
        the bot has to be started once before, TooOld and TooNew where it cannot be used.
        """
        parsed = address(url)
        file = file_of(parsed)
        if file is not None and not file.exists():
            raise missing_fault(file, place_of(parsed))

        def check(engine: Engine) -> None:
            if not is_newest(engine):
                raise NotMigrated(place_of(parsed))

        return cls._open(parsed, check)

    @classmethod
    def _open(cls, url: URL, prepare: Callable[[Engine], None]) -> Self:
        file = file_of(url)
        if file is not None:
            try:
                finish_restoring(file)
            except OSError as error:
                raise fault_of(error, place_of(url)) or error from error
        refuse_unusable(url)
        engine = engine_for(url)
        opened_as = None if file is None else identity(file)
        with ExitStack() as unless_open:
            unless_open.callback(engine.dispose)
            try:
                prepare(engine)
                with engine.begin() as connection:
                    for statement in TRIAL:
                        connection.execute(statement)
            except (DBAPIError, sqlite3.Error, OSError) as error:
                fault = fault_of(error, place_of(url))
                if fault is not None:
                    raise fault from error
                if isinstance(error, DBAPIError):
                    raise without_values(error) from None
                raise
            unless_open.pop_all()
        return cls(engine, opened_as)

    def read(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of a function that reads through the connection of a transaction.

        It is called again as that of `write` is. Raises StorageFailed where the database fails,
        StorageDamaged where its file is missing or damaged, and StatementError.
        """
        return _try_twice(self._held, True, function, *args, **kwargs)

    def read_beside(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Do the same as `read`, on another connection that only reads.

        Another thread may use the first connection meanwhile. The function reads what was committed
        before.
        """
        return _try_twice(self._beside, True, function, *args, **kwargs)

    @property
    def reads_beside(self) -> bool:
        """Whether `read_beside` has a connection of its own; a database in memory has only one."""
        return self._engine.dialect.name == "postgresql" or file_of(self._engine.url) is not None

    def write(
        self,
        function: Callable[Concatenate[Connection, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Return the result of a function; its changes are stored as a whole, or not at all.

        Nothing is stored if it raises an exception. It is called again where PostgreSQL has undone
        its transaction, or cut the session before COMMIT: it changes nothing but the database.
        Raises the errors of `read`.
        """
        return _try_twice(self._held, False, function, *args, **kwargs)

    def write_together(self, functions: Sequence[Callable[[Connection], T]]) -> list[T]:
        """Return the results of some functions in one transaction: all are stored, or none.

        Raises the error of the first function that fails; it does not yet count as a `fault` of the
        storage, since each function may be tried alone. After CommitUnanswered none may be.
        """
        with self._held.transaction(reads=False, retried=StorageFailed) as connection:
            return [function(connection) for function in functions]

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None for one in memory and for PostgreSQL."""
        return self._held.file

    @property
    def danger(self) -> str:
        """The reason why rounds are not safe on this file system; empty if they are."""
        file = self._held.file
        return "" if file is None else danger_of(kind_of(file))

    def process_lock(self, shards: Sequence[int] | None) -> ProcessLock:
        """Return the lock of a process that serves some shards, None for all of them.

        The lock is not taken yet; the storage works without it.
        """
        return ProcessLock(self._held, shards)

    @contextmanager
    def exclude_bots(self) -> Iterator[None]:
        """Keep bots from using the database in the block. Raises ShardsHeld if one uses it."""
        lock = self.process_lock(None)
        lock.acquire(0)
        try:
            yield
        finally:
            lock.release()

    @property
    def lock_lost(self) -> str:
        """The reason why this process has to end: another one has taken its lock; else empty.

        Every transaction raises LockLost then.
        """
        return self._held.lock_lost

    @property
    def in_place(self) -> bool:
        """Whether this is still the database at its address, and not replaced by a backup."""
        file = self._held.file
        return file is None or (identity(file) == self._opened_as and not restores(file))

    @property
    def fault(self) -> str:
        """The reason why members cannot play, the failure of the last write; empty if they can."""
        return self._held.fault

    def on_each_connection(self, function: Callable[[Connection], None]) -> None:
        """Call a function that writes now, and first on each connection that replaces this one.

        Only connections to PostgreSQL are replaced.
        """
        self._held.on_each_connection(function)

    def check(self) -> None:
        """Check that the database is still the one that was opened, and can be written.

        Raises StorageDamaged as `check_files` does. A write is tried after a failed one; `fault` is
        its outcome.
        """
        self._held.check()

    def check_files(self) -> None:
        """Check that the database is still the one that was opened.

        Raises StorageDamaged if the file of SQLite was deleted or replaced, after its rounds are
        rescued, or overwritten, which each write finds out too; from then on every other method
        raises it.
        """
        self._held.check_files()

    def checkpoint(self) -> None:
        """Move SQLite's write-ahead log into the file and empty it, unless a reader uses it."""
        self._held.checkpoint()

    def close(self) -> None:
        if self._beside is not self._held:
            self._beside.close()
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _try_twice(
    held: HeldConnection,
    reads: bool,
    function: Callable[Concatenate[Connection, P], T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> T:
    """Return the result of a function in a transaction, in a second one if the first is undone."""
    with (
        suppress(TransactionUndone),
        held.transaction(reads=reads, retried=TransactionUndone) as connection,
    ):
        return function(connection, *args, **kwargs)
    with held.transaction(reads=reads) as connection:
        return function(connection, *args, **kwargs)
