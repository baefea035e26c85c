"""The driver's own connection, for transactions that are made of `Statement`s alone.

SQLAlchemy costs more than SQLite for what one act of a round writes. Here a statement
goes to sqlite3 or psycopg as it was compiled; errors are SQLAlchemy's, as everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError


class Found:
    """What a statement returned: rows with names, and how many it has changed."""

    __slots__ = ("_cursor", "_row")

    def __init__(self, cursor: Any, row: Callable[[Any], Any]) -> None:
        self._cursor, self._row = cursor, row

    @property
    def rowcount(self) -> int:
        """How many rows were changed."""
        return int(self._cursor.rowcount)

    def first(self) -> Any:
        """Return the first row, None if there is none; the others cannot be read any more."""
        row = self._cursor.fetchone()
        self._cursor.close()
        return None if row is None else self._row(row)

    def scalar(self) -> Any:
        """Return the first column of the first row, None if there is none."""
        row = self.first()
        return None if row is None else row[0]

    def __iter__(self) -> Iterator[Any]:
        return map(self._row, self._cursor.fetchall())


class DriverConnection:
    """A connection of sqlite3 or psycopg, which `Statement`s take in place of SQLAlchemy's.

    `raw` is used by one thread at a time, and by nobody else while a transaction is open.
    """

    __slots__ = ("_error", "_raw", "dialect")

    def __init__(self, dialect: Dialect, raw: Any) -> None:
        self.dialect = dialect
        self._raw = raw
        self._error = dialect.loaded_dbapi.Error

    def execute(self, sql: str, values: Any = ()) -> Any:
        """Execute SQL as the driver takes it; return its cursor. Raises DBAPIError."""
        try:
            return self._raw.execute(sql, values)
        except self._error as error:
            raise self._wrapped(error, sql) from None

    def execute_many(self, sql: str, many: Sequence[Any]) -> Any:
        """Execute SQL once for each of some values; return its cursor. Raises DBAPIError."""
        if len(many) == 1:  # psycopg would open a pipeline for it
            return self.execute(sql, many[0])
        cursor = self._raw.cursor()
        try:
            cursor.executemany(sql, many)
        except self._error as error:
            raise self._wrapped(error, sql) from None
        return cursor

    def copy(self, sql: str, rows: Iterable[Any]) -> None:
        """Send rows to a COPY … FROM STDIN of PostgreSQL. Raises DBAPIError."""
        try:
            with self._raw.cursor() as cursor, cursor.copy(sql) as copy:
                for row in rows:
                    copy.write_row(row)
        except self._error as error:
            raise self._wrapped(error, sql) from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what the block has written, or nothing if it raises. Raises DBAPIError."""
        try:
            if self.dialect.name == "sqlite":  # psycopg begins with the first statement
                self.execute("BEGIN IMMEDIATE")
            yield
            try:
                self._raw.commit()
            except self._error as error:
                raise self._wrapped(error, "COMMIT") from None
        except BaseException:
            with suppress(self._error):  # the connection may be gone, and SQLite has ended some
                self._raw.rollback()
            raise

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        """Take back what the block has written if it raises IntegrityError.

        The transaction goes on after that; after any other error it cannot.
        """
        self.execute("SAVEPOINT attempt")
        try:
            yield
        except IntegrityError:
            self.execute("ROLLBACK TO SAVEPOINT attempt")
            raise
        self.execute("RELEASE SAVEPOINT attempt")

    def _wrapped(self, error: Any, sql: str) -> BaseException:
        """Return an error of the driver as SQLAlchemy's, without values: they may be secret."""
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
