"""Statements, and the one connection that runs them.

A `Statement` is built with SQLAlchemy Core when its module is imported, and compiled once for each
dialect. A `Connection` runs it on sqlite3 or psycopg: for the few statements of an act, looking
them up in SQLAlchemy's cache would take longer than SQLite needs for the work.
"""

from __future__ import annotations

import json
from collections import namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from sqlalchemy import (
    BindParameter,
    Boolean,
    ColumnElement,
    Dialect,
    Executable,
    Table,
    TypeDecorator,
    UpdateBase,
    bindparam,
    insert,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.sql.selectable import SelectBase
from sqlalchemy.types import NullType

from bot.storage.faults import error_of


class Result(list[Any]):
    """The rows of a result, as tuples with named columns; empty for a statement without any.

    `changed` is the number of rows that the statement has changed.
    """

    changed = 0

    def first(self) -> Any:
        """Return the first row, None if there is none."""
        return self[0] if self else None

    def scalar(self) -> Any:
        """Return the first column of the first row, None if there is none."""
        return self[0][0] if self else None

    def scalars(self) -> list[Any]:
        """Return the first column of each row."""
        return [row[0] for row in self]


class Statement:
    """A statement with named values; those of an insert are the names of its columns.

    `conflict` is the part of an insert that follows ON CONFLICT, which both dialects know.
    """

    def __init__(self, statement: Executable, *, conflict: str = "") -> None:
        self._statement = statement
        self._conflict = conflict
        self._compiled: dict[str, CompiledStatement] = {}

    def compiled(self, dialect: Dialect) -> CompiledStatement:
        """Return the statement in a dialect."""
        compiled = self._compiled.get(dialect.name)
        if compiled is None:
            compiled = CompiledStatement(self._statement, self._conflict, dialect)
            self._compiled[dialect.name] = compiled
        return compiled


class CompiledStatement:
    """The SQL of a statement in one dialect, with the conversions of its values and rows."""

    def __init__(self, statement: Any, conflict: str, dialect: Dialect) -> None:
        compiled: SQLCompiler = statement.compile(dialect=dialect)
        self.sql = _with_conflict(str(compiled), conflict)
        self._constants = {
            name: bound.value for name, bound in compiled.binds.items() if not bound.required
        }
        processors = (
            (name, bound.type.dialect_impl(dialect).bind_processor(dialect))
            for name, bound in compiled.binds.items()
        )
        self._processors = [(name, one) for name, one in processors if one is not None]
        self._readers = _readers(statement, dialect)
        self._row: Callable[[Any], Any] | None = None

    def values(self, named_values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values of one execution in the form that the driver takes."""
        values = {**self._constants, **named_values}
        for name, process in self._processors:
            values[name] = process(values[name])
        return values

    def result(self, cursor: Any) -> Result:
        """Return the result that a cursor holds."""
        rows = Result()
        if cursor.description is not None:
            if self._row is None:
                names = [column[0] for column in cursor.description]
                row: Any = namedtuple("row", names, rename=True)  # type: ignore[misc]
                self._row = partial(_read, row, self._readers) if self._readers else row._make
            rows.extend(map(self._row, cursor.fetchall()))
        rows.changed = cursor.rowcount
        return rows


def _with_conflict(sql: str, conflict: str) -> str:
    """Add an ON CONFLICT clause to an insert, before what it returns."""
    if not conflict:
        return sql
    before, returning, after = sql.partition(" RETURNING ")
    return f"{before} ON CONFLICT {conflict}{returning}{after}"


def _readers(statement: Any, dialect: Dialect) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """Return the functions that convert columns of a result, by their places."""
    columns = statement.exported_columns if isinstance(statement, SelectBase | UpdateBase) else ()
    readers = (
        (at, column.type.dialect_impl(dialect).result_processor(dialect, None))
        for at, column in enumerate(columns)
        if isinstance(column.type, TypeDecorator | Boolean)
    )
    return tuple((at, reader) for at, reader in readers if reader is not None)


def _read(row_type: Any, readers: Sequence[tuple[int, Callable[[Any], Any]]], row: Any) -> Any:
    values = list(row)
    for at, reader in readers:
        values[at] = reader(values[at])
    return row_type._make(values)


def binds(*names: str) -> dict[str, BindParameter[Any]]:
    """Return the bound values of columns, each under the name of its column."""
    return {name: bindparam(name) for name in names}


def insert_once(table: Table) -> Statement:
    """Return the insert of whole rows, of which those stay that are there already."""
    return Statement(insert(table), conflict="DO NOTHING")


def upsert(table: Table) -> Statement:
    """Return the insert of whole rows, which replace those with the same primary key."""
    key = [column.name for column in table.primary_key]
    names = [column.name for column in table.columns if not column.primary_key]
    changes = ", ".join(f'"{name}" = excluded."{name}"' for name in names)
    return Statement(insert(table), conflict=f"({', '.join(key)}) DO UPDATE SET {changes}")


class _Several(TypeDecorator[Collection[Any]]):
    """Several values as one: a JSON array on SQLite, an array on PostgreSQL."""

    impl = NullType

    def process_bind_param(self, value: Collection[Any] | None, dialect: Dialect) -> Any:
        several = list(value or ())
        return json.dumps(several) if dialect.name == "sqlite" else several


class among(FunctionElement[Any]):  # noqa: N801 — it is written as a function of SQL
    """The condition that a column has one of several values, which are given under a name."""

    type = NullType()  # of a Boolean SQLite would be asked whether it equals 1, by no index

    def __init__(self, column: ColumnElement[Any], name: str) -> None:
        super().__init__(column, bindparam(name, type_=_Several()))


@compiles(among, "sqlite")
def _among_on_sqlite(element: among, compiler: SQLCompiler, **options: Any) -> str:
    column, several = (compiler.process(one, **options) for one in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({several}))"  # noqa: S608 — of our own


@compiles(among, "postgresql")
def _among_on_postgresql(element: among, compiler: SQLCompiler, **options: Any) -> str:
    column, several = (compiler.process(one, **options) for one in element.clauses)
    return f"{column} = ANY ({several})"


class Connection:
    """A connection of sqlite3 or psycopg that runs statements in the transaction of its owner.

    One thread uses it at a time. A failure of the database raises StorageFailed; an error of a
    statement raises StatementError, or NotUnique where a unique index refuses a row.
    """

    def __init__(self, dialect: Dialect, driver: Any, place: str) -> None:
        self.dialect, self.driver, self.place = dialect, driver, place
        self._error = dialect.loaded_dbapi.Error
        self.committing = False
        """Whether the COMMIT of the last transaction was sent."""

    def run(self, statement: Statement, /, **values: Any) -> Result:
        """Run a statement with its values; return its rows."""
        compiled = statement.compiled(self.dialect)
        converted = compiled.values(values)
        try:  # as `errors` does, at less cost: acts run some ten statements
            return compiled.result(self.driver.execute(compiled.sql, converted))
        except self._error as error:
            raise error_of(error, self.place, compiled.sql) from None

    def run_many(self, statement: Statement, rows: Sequence[Mapping[str, Any]]) -> None:
        """Run a statement without a result for each of several rows of values."""
        if len(rows) == 1:  # psycopg would open a pipeline for it
            self.run(statement, **rows[0])
        elif rows:
            compiled = statement.compiled(self.dialect)
            values = [compiled.values(row) for row in rows]
            with self.errors(compiled.sql):
                self.driver.cursor().executemany(compiled.sql, values)

    def execute(self, sql: str, values: Mapping[str, Any] | None = None) -> Any:
        """Execute SQL in the form of the driver; return its cursor."""
        with self.errors(sql):
            return self.driver.execute(sql, values or ())

    @contextmanager
    def transaction(self, *, reads: bool) -> Iterator[None]:
        """Commit the changes of the block, or none if it raises an exception."""
        self.committing = False
        try:
            if self.dialect.name == "sqlite":  # psycopg begins with the first statement
                self.execute("BEGIN" if reads else "BEGIN IMMEDIATE")
            yield
            self.committing = True
            with self.errors("COMMIT"):
                self.driver.commit()
        except BaseException:
            with suppress(self._error):  # the connection may be lost, or SQLite has rolled back
                self.driver.rollback()
            raise

    @contextmanager
    def errors(self, sql: str) -> Iterator[None]:
        """Raise errors of the driver in the block, which executes some SQL, without values."""
        try:
            yield
        except self._error as error:
            raise error_of(error, self.place, sql) from None
