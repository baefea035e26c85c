"""Statements that are built when their module is imported and compiled once for each dialect.

SQLAlchemy looks a statement up in its cache at every execution, which takes
longer than SQLite needs for the work. A `Statement` keeps its SQL instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect, Executable, Table
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from bot.storage.faults import without_values


class _Compiled:
    """The SQL of a statement in one dialect, and how its values are passed to the driver."""

    def __init__(self, statement: Any, names: Sequence[str] | None, dialect: Dialect) -> None:
        compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=names)
        self.sql = str(compiled)
        self._order = compiled.positiontup if compiled.positional else None
        self._processors: list[tuple[str, Callable[[Any], Any]]] = []
        for bound in compiled.binds.values():
            processor = bound.type.dialect_impl(dialect).bind_processor(dialect)
            if processor is not None:
                self._processors.append((bound.key, processor))

    def parameters(self, values: Mapping[str, Any]) -> Any:
        """Return the values of one execution as the driver takes them."""
        processed = dict(values)
        for name, process in self._processors:
            processed[name] = process(processed[name])
        if self._order is None:
            return processed
        return tuple(processed[name] for name in self._order)


class Statement:
    """A statement with named values; those of an insert are the `names` of its columns.

    Rows hold what the driver returns: no times, which SQLite returns as text.
    """

    def __init__(self, statement: Executable, names: Sequence[str] | None = None) -> None:
        if not isinstance(statement, ClauseElement):
            raise TypeError("a statement is made of SQLAlchemy's constructs")
        self._statement = statement
        self._names = names
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> CursorResult[Any]:
        """Execute the statement once."""
        compiled = self._for(connection)
        return connection.exec_driver_sql(compiled.sql, compiled.parameters(values))

    def run_many(self, connection: Connection, many: Sequence[Mapping[str, Any]]) -> None:
        """Execute the statement for each of some values, at least one."""
        compiled = self._for(connection)
        connection.exec_driver_sql(compiled.sql, [compiled.parameters(each) for each in many])

    def _for(self, connection: Connection) -> _Compiled:
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _Compiled(self._statement, self._names, dialect)
        return self._compiled[dialect.name]


class Upsert:
    """An insert of rows; a row that is there is changed to them, or they are `added` to it."""

    def __init__(self, table: Table, *, added: bool = False) -> None:
        self._table, self._added = table, added
        self._statements: dict[str, Statement] = {}

    def run_many(self, connection: Connection, many: Sequence[Mapping[str, Any]]) -> None:
        """Insert or change rows, each with values for all columns; none is nothing to do."""
        if many:
            self._for(connection).run_many(connection, many)

    def _for(self, connection: Connection) -> Statement:
        dialect = connection.dialect.name
        if dialect not in self._statements:
            new = insert_for(connection)(self._table)
            key = [column.name for column in self._table.primary_key]
            changed = {
                column.name: column + new.excluded[column.name]
                if self._added
                else new.excluded[column.name]
                for column in self._table.columns
                if column.name not in key
            }
            upsert = new.on_conflict_do_update(index_elements=key, set_=changed)
            names = [column.name for column in self._table.columns]
            self._statements[dialect] = Statement(upsert, names)
        return self._statements[dialect]


def insert_for(connection: Connection) -> Any:
    """Return the dialect's own `insert`, which knows what to do on a conflict."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 — not for SQLite
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]  # noqa: PLC0415
    return insert


@contextmanager
def savepoint(connection: Connection) -> Iterator[None]:
    """Take the statements of the block back where one of them raises IntegrityError.

    The transaction goes on after that. The error, without values, is raised. After any other
    error the transaction cannot go on.
    """
    nested = connection.begin_nested()
    try:
        yield
    except IntegrityError as error:
        nested.rollback()
        raise without_values(error) from None
    nested.commit()
