"""Statements that are built when their module is imported and compiled once for each dialect.

SQLAlchemy looks a statement up in its cache at every execution, which takes
longer than SQLite needs for the work. A `Statement` keeps its SQL instead.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import Connection, Dialect, Executable, Select, Table, TypeDecorator
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.elements import ClauseElement

from bot.storage.driver import DriverConnection, Found
from bot.storage.faults import without_values

AnyConnection: TypeAlias = Connection | DriverConnection
"""What statements are run on: any transaction, or one that is made of them alone."""


class _Compiled:
    """The SQL of a statement in one dialect, and how its values are passed to the driver."""

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

    def parameters(self, values: Mapping[str, Any]) -> Any:
        """Return the values of one execution as the driver takes them."""
        processed = {**self._constants, **values}
        for name, process in self._processors:
            processed[name] = process(processed[name])
        return self._in_order(processed)

    def found(self, cursor: Any, described: Sequence[Any] | None) -> Found:
        """Return what a cursor holds: rows with the names of the columns that are `described`."""
        if self._row is None and described is not None:
            names = [column[0] for column in described]
            row: Any = namedtuple("row", names, rename=True)  # type: ignore[misc]
            self._row = partial(_read, row._make, self._read) if self._read else row._make
        return Found(cursor, self._row or tuple)


def _picking(names: Sequence[str]) -> Callable[[dict[str, Any]], tuple[Any, ...]]:
    """Return what makes a tuple of the values of these names."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda values: tuple(values[name] for name in names)


def _readers(statement: Any, dialect: Dialect) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
    """Return how to read the columns of a query that have a type of our own."""
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

    What an insert or update returns is as the driver returns it: no times, which are text on
    SQLite.
    """

    def __init__(self, statement: Executable, names: Sequence[str] | None = None) -> None:
        if not isinstance(statement, ClauseElement):
            raise TypeError("a statement is made of SQLAlchemy's constructs")
        self._statement = statement
        self._names = names
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: AnyConnection, values: Mapping[str, Any]) -> Found:
        """Execute the statement once."""
        compiled = self._for(connection)
        parameters = compiled.parameters(values)
        if isinstance(connection, DriverConnection):
            cursor = connection.execute(compiled.sql, parameters)
            return compiled.found(cursor, cursor.description)
        result = connection.exec_driver_sql(compiled.sql, parameters)
        return compiled.found(result, result.cursor.description if result.returns_rows else None)

    def run_many(self, connection: AnyConnection, many: Sequence[Mapping[str, Any]]) -> int:
        """Execute the statement for each of some values, at least one; return the rows changed."""
        compiled = self._for(connection)
        parameters = [compiled.parameters(each) for each in many]
        if isinstance(connection, DriverConnection):
            return int(connection.execute_many(compiled.sql, parameters).rowcount)
        return connection.exec_driver_sql(compiled.sql, parameters).rowcount

    def _for(self, connection: AnyConnection) -> _Compiled:
        dialect = connection.dialect
        if dialect.name not in self._compiled:
            self._compiled[dialect.name] = _Compiled(self._statement, self._names, dialect)
        return self._compiled[dialect.name]


class InsertOnce:
    """An insert of rows, with values for the columns `names`; a row that is there stays."""

    def __init__(self, table: Table, names: Sequence[str]) -> None:
        self._table, self._names = table, names
        self._statements: dict[str, Statement] = {}

    def run_many(self, connection: AnyConnection, many: Sequence[Mapping[str, Any]]) -> int:
        """Insert rows; return how many were inserted or changed. None is nothing to do."""
        return self._for(connection).run_many(connection, many) if many else 0

    def _for(self, connection: AnyConnection) -> Statement:
        dialect = connection.dialect.name
        if dialect not in self._statements:
            made = self._on_conflict(insert_for(connection)(self._table))
            self._statements[dialect] = Statement(made, self._names)
        return self._statements[dialect]

    def _on_conflict(self, new: Any) -> Any:
        return new.on_conflict_do_nothing()


class Upsert(InsertOnce):
    """An insert of whole rows; a row that is there is changed, or they are `added` to it."""

    def __init__(self, table: Table, *, added: bool = False) -> None:
        super().__init__(table, [column.name for column in table.columns])
        self._added = added

    def _on_conflict(self, new: Any) -> Any:
        key = [column.name for column in self._table.primary_key]
        changed = {
            column.name: column + new.excluded[column.name]
            if self._added
            else new.excluded[column.name]
            for column in self._table.columns
            if column.name not in key
        }
        return new.on_conflict_do_update(index_elements=key, set_=changed)


def insert_for(connection: AnyConnection) -> Any:
    """Return the dialect's own `insert`, which knows what to do on a conflict."""
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert  # noqa: PLC0415 — not for SQLite
    else:
        from sqlalchemy.dialects.sqlite import insert  # type: ignore[assignment]  # noqa: PLC0415
    return insert


@contextmanager
def savepoint(connection: AnyConnection) -> Iterator[None]:
    """Take the statements of the block back where one of them raises IntegrityError.

    The transaction goes on after that. The error, without values, is raised. After any other
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
