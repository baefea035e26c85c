"""Statements that are built on import and compiled once for each dialect.

SQLAlchemy looks a statement up in its cache at every execution, which takes longer than SQLite
needs for the work. A `Statement` keeps its SQL instead.
"""

from __future__ import annotations

import re
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import (
    Connection,
    Dialect,
    Executable,
    Float,
    Insert,
    Select,
    Table,
    TypeDecorator,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from bot.storage.driver import DriverConnection, Found, Write
from bot.storage.faults import without_values

AnyConnection: TypeAlias = Connection | DriverConnection
"""A connection that runs statements: of any transaction, or of one that consists only of them."""


class _Compiled:
    """The SQL of a statement in one dialect, and the conversion of its values for the driver."""

    def __init__(self, statement: Any, names: Sequence[str] | None, dialect: Dialect) -> None:
        compiled: SQLCompiler = statement.compile(dialect=dialect, column_keys=names)
        self.sql = str(compiled)
        order = (compiled.positiontup or ()) if compiled.positional else None
        self._in_order: Callable[[dict[str, Any]], Any] = dict if order is None else _picking(order)
        self._constants = {
            name: bound.value for name, bound in compiled.binds.items() if not bound.required
        }
        self._read = _readers(statement, dialect)
        self._row: Callable[[Any], Any] | None = None
        self._processors: list[tuple[str, Callable[[Any], Any]]] = []
        for name, bound in compiled.binds.items():
            processor = bound.type.dialect_impl(dialect).bind_processor(dialect)
            if processor is not None:
                self._processors.append((name, processor))

        self.rows = _RowsInsert.of(self.sql, compiled) if dialect.name == "postgresql" else None

    def parameters(self, values: Mapping[str, Any]) -> Any:
        """Return the values of one execution in the form that the driver takes."""
        processed = {**self._constants, **values}
        for name, process in self._processors:
            processed[name] = process(processed[name])
        return self._in_order(processed)

    def found(self, result: Any, cursor: Any) -> Found:
        """Return a result: rows with the names of the columns that its `cursor` describes."""
        if self._row is None and cursor is not None and cursor.description is not None:
            names = [column[0] for column in cursor.description]
            row: Any = namedtuple("row", names, rename=True)  # type: ignore[misc]
            self._row = partial(_read, row._make, self._read) if self._read else row._make
        return Found(result, self._row or tuple)


_VALUES = re.compile(r"VALUES \((?:[^()]|\([^()]*\))*\)")
_VALUE = re.compile(r"%\((\w+)\)s")


class _RowsInsert:
    """An insert of many rows by one statement of PostgreSQL, with an array for each column."""

    def __init__(self, sql: str, place: re.Match[str], compiled: SQLCompiler) -> None:
        self._columns = [(name, compiled.binds[name].type) for name in _VALUE.findall(place[0])]
        types = [kind.compile(compiled.dialect) for _, kind in self._columns]
        arrays = ", ".join(f"%s::{re.sub('[(].*[)]', '', one)}[]" for one in types)
        before, after = sql[: place.start()], sql[place.end() :]
        self.sql = f"{before}SELECT * FROM unnest({arrays}){after}"  # noqa: S608 — of our own types

    @classmethod
    def of(cls, sql: str, compiled: SQLCompiler) -> _RowsInsert | None:
        """Return it for a plain insert of values without a result, None for any other statement."""
        place = _VALUES.search(sql)
        if not compiled.isinsert or place is None or "RETURNING" in sql:
            return None
        alone = len(_VALUE.findall(sql)) == len(_VALUE.findall(place[0]))
        return cls(sql, place, compiled) if alone else None

    def arrays(self, rows: Sequence[Mapping[str, Any]]) -> tuple[list[Any], ...]:
        """Return the values of rows by column; psycopg does not accept integers among floats."""
        return tuple(
            [
                float(row[name]) if isinstance(kind, Float) and row[name] is not None else row[name]
                for row in rows
            ]
            for name, kind in self._columns
        )


def _picking(names: Sequence[str]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """Return a function that makes a tuple of the values of these names."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: tuple(values[name] for name in names)


def _readers(statement: Any, dialect: Dialect) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """Return the functions that convert the columns with a type of the bot."""
    columns = statement.selected_columns if isinstance(statement, Select) else ()
    readers = (
        (at, column.type.dialect_impl(dialect).result_processor(dialect, None))
        for at, column in enumerate(columns)
        if isinstance(column.type, TypeDecorator)
    )
    return tuple((at, reader) for at, reader in readers if reader is not None)


def _read(
    named: Callable[[Any], Any], readers: Sequence[tuple[int, Callable[[Any], Any]]], row: Any
) -> Any:
    values = list(row)
    for at, reader in readers:
        values[at] = reader(values[at])
    return named(values)


class Statement:
    """A statement with named values; those of an insert are the `names` of its columns.

    The values returned by an insert or update are not converted: times are text on SQLite.
    """

    def __init__(self, statement: Executable, names: Sequence[str] | None = None) -> None:
        if not isinstance(statement, ClauseElement):
            raise TypeError("a statement is made of SQLAlchemy's constructs")
        self._statement = statement
        self._names = names
        self.table = f" {statement.table.name}" if isinstance(statement, Insert) else ""
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: AnyConnection, values: Mapping[str, Any]) -> Found:
        """Execute the statement once."""
        compiled = self._for(connection)
        parameters = compiled.parameters(values)
        if isinstance(connection, DriverConnection):
            cursor = connection.execute(compiled.sql, parameters)
            return compiled.found(cursor, cursor)
        result = connection.exec_driver_sql(compiled.sql, parameters)
        return compiled.found(result, result.cursor)

    def run_many(self, connection: AnyConnection, many: Sequence[Mapping[str, Any]]) -> int:
        """Execute the statement for each item of `many`; return the number of changed rows.

        There must be at least one item. On PostgreSQL rows are inserted by one statement: no row
        may occur twice, unless existing rows stay.
        """
        compiled = self._for(connection)
        parameters = [compiled.parameters(each) for each in many]
        if compiled.rows is not None and len(many) > 1:
            sql, arrays = compiled.rows.sql, compiled.rows.arrays(parameters)
            if isinstance(connection, DriverConnection):
                return int(connection.execute(sql, arrays).rowcount)
            return connection.exec_driver_sql(sql, arrays).rowcount
        if isinstance(connection, DriverConnection):
            return int(connection.execute_many(compiled.sql, parameters).rowcount)
        return connection.exec_driver_sql(compiled.sql, parameters).rowcount

    def _for(self, connection: AnyConnection) -> _Compiled:
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _Compiled(self._statement, self._names, dialect)
        return self._compiled[dialect.name]


class InsertOnce:
    """An insert of rows, with values for the columns `names`; existing rows stay."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self._table, self._names = table, names
        self.table = f" {table.name}"
        self._statements: dict[str, Statement] = {}

    def run_many(self, connection: AnyConnection, many: Sequence[Mapping[str, Any]]) -> int:
        """Insert rows; return the number of inserted or changed ones. `many` may be empty."""
        if len(many) > 1 and connection.dialect.name == "postgresql":
            many = self._once(many)
        return self._for(connection).run_many(connection, many) if many else 0

    def _once(self, many: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        """Return each row once, because one statement of PostgreSQL may change it only once."""
        return many

    def _for(self, connection: AnyConnection) -> Statement:
        dialect = connection.dialect.name
        if dialect not in self._statements:
            made = self._on_conflict(insert_for(connection)(self._table))
            self._statements[dialect] = Statement(made, self._names)
        return self._statements[dialect]

    def _on_conflict(self, new: Any) -> Any:
        return new.on_conflict_do_nothing()


class Upsert(InsertOnce):
    """An insert of whole rows, which replace existing rows."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, [column.name for column in table.columns])
        self._key = [column.name for column in table.primary_key]

    def _once(self, many: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
        """Return the last row of each key, sorted by key."""
        rows = {tuple(one[name] for name in self._key): one for one in many}
        return [rows[key] for key in sorted(rows)]

    def _on_conflict(self, new: Any) -> Any:
        changed = {
            column.name: new.excluded[column.name]
            for column in self._table.columns
            if column.name not in self._key
        }
        return new.on_conflict_do_update(index_elements=self._key, set_=changed)


def write_later(connection: AnyConnection, write: Write, many: Sequence[Any]) -> None:
    """Write rows before any other use of their table; an act writes them with those of others.

    Of two writes to one table, all rows of the one that was used first are written first.
    """
    if not many:
        return
    if isinstance(connection, DriverConnection):
        connection.later[write] = (*connection.later.get(write, ()), *many)
    else:
        write.run_many(connection, many)


def insert_for(connection: AnyConnection) -> Any:
    """Return the dialect's own `insert`, which has clauses for conflicts."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 — not for SQLite
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]  # noqa: PLC0415
    return insert


@contextmanager
def savepoint(connection: AnyConnection) -> Iterator[None]:
    """Roll back the statements of the block if one of them raises IntegrityError.

    The transaction goes on after that, and the error is raised without values. After any other
    error the transaction cannot go on.
    """
    if isinstance(connection, DriverConnection):
        try:
            with connection.savepoint():
                yield
        except IntegrityError as error:
            raise without_values(error) from None
        return
    nested = connection.begin_nested()
    try:
        yield
    except IntegrityError as error:
        nested.rollback()
        raise without_values(error) from None
    nested.commit()
