"""Moves a database from SQLite to PostgreSQL, or back: all tables in one transaction.

The copied rows are read again and compared before they are committed. So an interruption leaves
only empty tables behind, and the move can be repeated.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, TypeAlias

from sqlalchemy import URL, Connection, Select, Table, insert, or_, select
from sqlalchemy.exc import DBAPIError

from bot.storage import id_counters
from bot.storage.copies import restored_server
from bot.storage.database import Storage
from bot.storage.engine import address, engine_for, file_of, place_of
from bot.storage.errors import ShardsHeld, StatementError, StorageFault
from bot.storage.faults import failure_of, fault_of, without_values
from bot.storage.files import files_of
from bot.storage.inspection import inspect_database
from bot.storage.keyed_hash import SCOPE
from bot.storage.schema import metadata, rounds, settings
from bot.storage.statement import Connection as DriverConnection
from bot.storage.statement import Statement

READ_AT_ONCE = 5_000
"""The number of rows of a table that are in memory at once."""

Rows: TypeAlias = Sequence[tuple[Any, ...]]
"""Rows of a table, of which each has the values of all columns, as Python has them."""

TableCallback = Callable[[str, int], None]
"""A callback for each table that is copied, with its name and its number of rows."""


class MoveFault(Exception):
    """Raised when a database cannot be moved; the message is one line for the host."""


@dataclass(frozen=True, slots=True)
class MoveResult:
    """The outcome of a move: the new place of the database, and the number of rows of each table.

    `before` is whether an earlier move had copied it.
    """

    place: str
    rows: Mapping[str, int]
    before: bool


@dataclass(slots=True)
class RowTally:
    """The number of rows and the sum of their digests, which do not depend on the order."""

    rows: int = 0
    digest: int = 0

    def add(self, rows: Rows) -> None:
        """Add rows of Python values."""
        for row in rows:
            digest = blake2b(repr(row).encode("utf-8", "surrogatepass"), digest_size=16).digest()
            self.rows += 1
            self.digest = (self.digest + int.from_bytes(digest)) % 2**128


@dataclass(frozen=True, slots=True)
class _Move:
    """A move under way: the connections to both databases."""

    reads: Connection
    writes: Connection
    on_table: TableCallback
    tallies: dict[str, RowTally] = field(default_factory=dict)

    def copy(self) -> None:
        """Copy all tables, replacing the few rows that a start without rounds leaves."""
        for table in reversed(metadata.sorted_tables):
            self.writes.execute(table.delete())
        for table in metadata.sorted_tables:
            self._copy_table(table)
            self.on_table(table.name, self.tallies[table.name].rows)

    def differences(self) -> Iterator[str]:
        """Yield the names of the tables that differ."""
        for table in metadata.sorted_tables:
            here = self.tallies.get(table.name) or _tally(self.reads, table)
            self.tallies[table.name] = here
            if here != _tally(self.writes, table):
                yield table.name

    def _copy_table(self, table: Table) -> None:
        tally = self.tallies[table.name] = RowTally()
        old, new = _driver(self.reads), _driver(self.writes)
        try:
            for rows in _rows(self.reads, table):
                tally.add(rows)
                _insert(new, table, rows)
        except StatementError as error:
            raise _copy_fault(table.name, str(error)) from None
        if table.autoincrement_column is not None:
            column = table.autoincrement_column
            id_counters.pass_over(new, column, id_counters.last_id(old, column))
        if new.dialect.name == "postgresql":  # SQLite plans without statistics
            new.execute(f"ANALYZE {table.name}")


def move(url: str, to: str, on_table: TableCallback) -> MoveResult:
    """Copy the database of a DATABASE_URL to the one at another address, of the other kind.

    The old database is only read. Raises MoveFault where a bot uses one of them, or the new one
    holds other rounds; StorageFault and StorageFailed where one cannot be used.
    """
    old = address(url)
    with _name_argument_in_faults():
        new = address(to)
    _refuse_kinds(old, new)
    with ExitStack() as stack:
        here = stack.enter_context(Storage.open_existing(url))
        _lock(stack, here, place_of(old))
        if not restored_server.is_known(here, stores=False):
            raise MoveFault(
                f"A dump was put back on {place_of(old)}, or this is another server or an earlier "
                "moment of it: run dice-poker restored first, then move."
            )
        with _name_argument_in_faults():
            _refuse_earlier_log(new)
            if inspect_database(to).state == "older":
                raise _other_rounds_fault(place_of(new))
            there = stack.enter_context(Storage.open(to))
        _lock(stack, there, place_of(new))
        result = _copy_and_compare(old, new, on_table)
        there.checkpoint()  # which needs as much room on the disk again
        return result


def _refuse_kinds(old: URL, new: URL) -> None:
    """Raise MoveFault unless one is a file of SQLite and the other one of PostgreSQL."""
    if old.get_backend_name() == new.get_backend_name():
        raise MoveFault(
            "A move leads from SQLite to PostgreSQL, or back: between databases of one kind use "
            "dice-poker backup and restore, or pg_dump and pg_restore of PostgreSQL."
        )
    if file_of(old) is file_of(new) is None:
        raise MoveFault("A database in memory cannot be moved: name a file, sqlite:///FILE.")


def _refuse_earlier_log(new: URL) -> None:
    """Raise MoveFault for the log of a file that is missing: SQLite would delete it."""
    file = file_of(new)
    if file is None or (file.exists() and file.stat().st_size):
        return
    if (log := files_of(file)[1]).exists():
        raise MoveFault(f"{log} belongs to another database of this name: name another file.")


def _copy_and_compare(old: URL, new: URL, on_table: TableCallback) -> MoveResult:
    place = place_of(new)
    with ExitStack() as stack:
        reads = stack.enter_context(_connect(old, reads=True))
        writes = stack.enter_context(_connect(new, reads=False))
        under_way = _Move(reads, writes, on_table)
        holds = writes.execute(select(rounds.c.id).limit(1)).first() is not None
        if not holds:
            under_way.copy()
        if different := next(under_way.differences(), None):
            raise _other_rounds_fault(place) if holds else _copy_fault(different, "others arrived")
        writes.commit()
        rows = {name: tally.rows for name, tally in under_way.tallies.items()}
    return MoveResult(place, rows, holds)


def _other_rounds_fault(place: str) -> MoveFault:
    return MoveFault(
        f"{place} holds other rounds already: name an empty database, made by createdb, or a new "
        "file of SQLite, so that no round is lost."
    )


def _copy_fault(table: str, why: str) -> MoveFault:
    return MoveFault(
        f"The rows of {table} cannot be copied as they are ({why}), so nothing was moved: report "
        "this to the project, and keep the old database until then."
    )


def _lock(stack: ExitStack, storage: Storage, place: str) -> None:
    """Lock the database against bots until the stack is closed."""
    try:
        stack.enter_context(storage.exclude_bots())
    except ShardsHeld:
        raise MoveFault(f"The bot is running on {place}: stop it, then move.") from None


@contextmanager
def _name_argument_in_faults() -> Iterator[None]:
    """Make faults in the block name the given address in place of DATABASE_URL."""
    try:
        yield
    except StorageFault as fault:
        fault.args = (str(fault).replace("DATABASE_URL", "the address to move to"),)
        raise


@contextmanager
def _connect(url: URL, *, reads: bool) -> Iterator[Connection]:
    """Open a transaction of any length, which sees one moment and is committed by the block.

    Raises StorageFault where there is no connection, StorageFailed where it fails later.
    """
    engine = engine_for(url)
    is_sqlite = url.get_backend_name() == "sqlite"
    try:
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise fault_of(error, place_of(url)) or without_values(error) from None
        with connection:
            if not is_sqlite:
                connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection.execution_options(reads=reads)
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error) is not is_sqlite:
            raise  # it comes from the other database
        cause = error.orig or error
        raise failure_of(cause, place_of(url)) or without_values(error) from None
    finally:
        engine.dispose()


def _driver(connection: Connection) -> DriverConnection:
    """Return the connection that runs statements of this project in the same transaction."""
    driver = connection.connection.driver_connection
    return DriverConnection(connection.dialect, driver, place_of(connection.engine.url))


def _rows(connection: Connection, table: Table) -> Iterator[Rows]:
    options = {"yield_per": READ_AT_ONCE}
    with connection.execute(_query(table), execution_options=options) as result:
        for some in result.partitions():
            yield [tuple(row) for row in some]


def _query(table: Table) -> Select[Any]:
    """Return the query of the rows of a table, but for the server that `restored_server` stores.

    A round's predecessor comes before it.
    """
    query = select(table).order_by(*table.primary_key)
    if table is not settings:
        return query
    return query.where(or_(settings.c.scope != SCOPE, settings.c.key != restored_server.KEY))


def _insert(connection: DriverConnection, table: Table, rows: Rows) -> None:
    """Insert rows of Python values. Raises StatementError."""
    if connection.dialect.name == "sqlite":
        names = table.c.keys()
        values = [dict(zip(names, row, strict=True)) for row in rows]
        connection.run_many(Statement(insert(table)), values)
        return
    columns = ", ".join(map(connection.dialect.identifier_preparer.quote, table.c.keys()))
    sql = f"COPY {table.name} ({columns}) FROM STDIN"  # in half the time of inserts
    with connection.errors(sql), connection.driver.cursor() as cursor, cursor.copy(sql) as copy:
        for row in rows:
            copy.write_row(row)


def _tally(connection: Connection, table: Table) -> RowTally:
    tally = RowTally()
    for rows in _rows(connection, table):
        tally.add(rows)
    return tally
