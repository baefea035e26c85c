"""Transactions on the driver's own connection, for `Statement`s alone.

For the writes of one act of a round, SQLAlchemy takes more time than SQLite. Here a statement goes
to sqlite3 or psycopg as it was compiled; errors are SQLAlchemy's, as in all other transactions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError


class Found:
    """The result of a statement: rows with named columns, and the number of changed rows."""

    __slots__ = ("_cursor", "_row")

    def __init__(self, cursor: Any, row: Callable[[Any], Any]) -> None:
        self._cursor, self._row = cursor, row

    @property
    def rowcount(self) -> int:
        """The number of changed rows."""
        return int(self._cursor.rowcount)

    def first(self) -> Any:
        """Return the first row, None if there is none; no other row can be read after it."""
        row = self._cursor.fetchone()
        self._cursor.close()
        return None if row is None else self._row(row)

    def scalar(self) -> Any:
        """Return the first column of the first row, None if there is none."""
        row = self.first()
        return None if row is None else row[0]

    def __iter__(self) -> Iterator[Any]:
        return map(self._row, self._cursor.fetchall())


class Write(Protocol):
    """A write of rows to a table, without a result (`bot.storage.statement`)."""

    table: str
    """The name of the table, as it is written in SQL after a space."""

    def run_many(self, connection: Connection | DriverConnection, many: Sequence[Any]) -> int:
        """Write rows; return the number of changed ones."""


class NotTogether(Exception):
    """Raised where an act would go on after an IntegrityError, which it can only do alone."""


class DriverConnection:
    """A connection of sqlite3 or psycopg, used by `Statement`s in place of SQLAlchemy's.

    The driver's connection is used by one thread at a time, and only by this object while a
    transaction is open. Writes without a result are kept until the end of the transaction, or until
    a statement names their table, so that the rows of several acts are written together.
    """

    __slots__ = ("_error", "_raw", "_together", "dialect", "later")

    def __init__(self, dialect: Dialect, raw: Any) -> None:
        self.dialect = dialect
        self._raw = raw
        self.later: dict[Write, tuple[Any, ...]] = {}
        self._together = False
        self._error = dialect.loaded_dbapi.Error

    def execute(self, sql: str, values: Any = ()) -> Any:
        """Execute SQL in the driver's form; return its cursor. Raises DBAPIError."""
        if self.later:
            self._write_kept(sql)
        try:
            return self._raw.execute(sql, values)
        except self._error as error:
            raise self._wrapped(error, sql) from None

    def execute_many(self, sql: str, many: Sequence[Any]) -> Any:
        """Execute SQL once for each item of `many`; return its cursor. Raises DBAPIError."""
        if len(many) == 1:  # psycopg would open a pipeline for it
            return self.execute(sql, many[0])
        if self.later:
            self._write_kept(sql)
        cursor = self._raw.cursor()
        try:
            cursor.executemany(sql, many)
        except self._error as error:
            raise self._wrapped(error, sql) from None
        return cursor

    def _write_kept(self, before: str = "") -> None:
        """Write what is kept: before some SQL only for the tables that it names."""
        kept, self.later = self.later, {}
        for write, rows in kept.items():
            if not before or write.table in before:
                write.run_many(self, rows)
            else:
                self.later[write] = rows

    def copy(self, sql: str, rows: Iterable[Any]) -> None:
        """Send rows to a COPY … FROM STDIN of PostgreSQL. Raises DBAPIError."""
        try:
            with self._raw.cursor() as cursor, cursor.copy(sql) as copy:
                for row in rows:
                    copy.write_row(row)
        except self._error as error:
            raise self._wrapped(error, sql) from None

    @contextmanager
    def transaction(self, *, together: bool = False) -> Iterator[None]:
        """Commit the changes of the block, or none if it raises an exception.

        If several acts are done `together`, there are no savepoints. Raises DBAPIError.
        """
        self._together = together
        try:
            if self.dialect.name == "sqlite":  # psycopg begins with the first statement
                self.execute("BEGIN IMMEDIATE")
            yield
            self._write_kept()
            try:
                self._raw.commit()
            except self._error as error:
                raise self._wrapped(error, "COMMIT") from None
        except BaseException:
            self.later = {}
            with suppress(self._error):  # the connection may be lost, or SQLite has rolled back
                self._raw.rollback()
            raise

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Roll back the changes of the block if it raises IntegrityError.

        The transaction goes on after that; after any other error it cannot. Among acts that are
        done together it raises NotTogether instead, and each of them is done alone.
        """
        if self._together:
            try:
                yield
            except IntegrityError as error:
                raise NotTogether from error
            return
        before = self.later.copy()
        self.execute("SAVEPOINT attempt")
        try:
            yield
            self._write_kept()
        except IntegrityError:
            self.later = before  # even if they were written meanwhile
            self.execute("ROLLBACK TO SAVEPOINT attempt")
            raise
        self.execute("RELEASE SAVEPOINT attempt")

    def _wrapped(self, error: Any, sql: str) -> BaseException:
        """Return an error of the driver as SQLAlchemy's, without values, which may be secret."""
        lost = self.dialect.is_disconnect(error, self._raw, None)
        wrapped: BaseException = DBAPIError.instance(
            sql,
            None,
            error,
            self._error,
            hide_parameters=True,
            connection_invalidated=lost,
            dialect=self.dialect,
        )
        return wrapped
