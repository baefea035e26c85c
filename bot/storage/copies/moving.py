"""Moves an SQLite database to PostgreSQL: all tables in one transaction.

The copied rows are read again and compared before they are committed. So an interruption leaves
nothing behind, and the move can be repeated.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from sqlalchemy import URL, Connection, Table, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from bot.storage.database import Storage
from bot.storage.engine import address, engine_for, file_of, place_of
from bot.storage.errors import ShardsHeld, StatementError, StorageFault
from bot.storage.faults import failure_of, fault_of, without_values
from bot.storage.inspection import refuse_unusable
from bot.storage.migrations import is_newest
from bot.storage.schema import metadata, rounds
from bot.storage.statement import Connection as DriverConnection

READ_AT_ONCE = 5_000
"""The number of rows of a table that are in memory at once."""

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

    def add(self, row: tuple[Any, ...]) -> None:
        """Add a row of Python values."""
        digest = blake2b(repr(row).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        self.rows += 1
        self.digest = (self.digest + int.from_bytes(digest)) % 2**128


@dataclass(frozen=True, slots=True)
class _Move:
    """A move under way: the connections to both databases, and the place of the new one."""

    reads: Connection
    writes: Connection
    place: str
    on_table: TableCallback
    tallies: dict[str, RowTally] = field(default_factory=dict)

    def copy(self) -> None:
        """Copy all tables, replacing the few rows that a start without rounds leaves."""
        for table in reversed(metadata.sorted_tables):
            self.writes.execute(table.delete())
        for table in metadata.sorted_tables:
            self._copy_table(table)
            self._go_on_counting(table)
            self._gather_statistics(table)
            self.on_table(table.name, self.tallies[table.name].rows)

    def differences(self) -> Iterator[str]:
        """Yield the names of the tables that differ."""
        for table in metadata.sorted_tables:
            here = self.tallies.get(table.name) or _tally(self.reads, table)
            self.tallies[table.name] = here
            if here != _tally(self.writes, table):
                yield table.name

    def _copy_table(self, table: Table) -> None:
        quoted = self.writes.dialect.identifier_preparer
        columns = ", ".join(quoted.quote(column.name) for column in table.c)
        sql = f"COPY {quoted.format_table(table)} ({columns}) FROM STDIN"
        driver: Any = self.writes.connection.driver_connection
        tally = self.tallies[table.name] = RowTally()
        try:
            with (
                DriverConnection(self.writes.dialect, driver, self.place).errors(sql),
                driver.cursor() as cursor,
                cursor.copy(sql) as copy,
            ):
                for row in _count_rows(_rows(self.reads, table), tally):
                    copy.write_row(row)
        except StatementError as error:
            raise _copy_fault(table.name, str(error)) from None

    def _gather_statistics(self, table: Table) -> None:
        """Update the planner's statistics for the new rows, of this table alone."""
        named = self.writes.dialect.identifier_preparer.format_table(table)
        self.writes.exec_driver_sql(f"ANALYZE {named}")

    def _go_on_counting(self, table: Table) -> None:
        """Make the ids of new rows follow those that SQLite has given, including deleted ones."""
        column = table.autoincrement_column
        if column is None:
            return
        last = self.reads.execute(select(func.max(column))).scalar() or 0
        if table.dialect_options["sqlite"]["autoincrement"]:
            query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
            last = max(last, self.reads.execute(query, {"name": table.name}).scalar() or 0)
        if last:
            self.writes.execute(
                text("SELECT setval(pg_get_serial_sequence(:name, :column), :last)"),
                {"name": table.name, "column": column.name, "last": last},
            )


def move(url: str, to: str, on_table: TableCallback) -> MoveResult:
    """Copy the SQLite database of a DATABASE_URL to the PostgreSQL database at another address.

    The SQLite database is only read. Raises MoveFault where a bot uses one of them, or the new one
    holds other rounds; StorageFault and StorageFailed where one cannot be used.
    """
    old = address(url)
    file = file_of(old)
    if old.get_backend_name() != "sqlite" or file is None:
        raise MoveFault(
            "DATABASE_URL does not name a file of SQLite: let it name the database that the bot "
            "has used until now, such as sqlite:///dice-poker.sqlite3."
        )
    with ExitStack() as stack:
        here = stack.enter_context(Storage.open_existing(url))
        _lock(stack, here, str(file))
        with _name_argument_in_faults():
            new = address(to)
            if new.get_backend_name() != "postgresql":
                raise MoveFault(
                    "The database to move to must be one of PostgreSQL: "
                    "postgresql://user:password@host/database."
                )
            refuse_unusable(new)
            holds = _holds_rounds(new)
            there = stack.enter_context(Storage.open(to))
        _lock(stack, there, place_of(new))
        return _copy_and_compare(old, new, on_table, holds=holds)


def _copy_and_compare(old: URL, new: URL, on_table: TableCallback, *, holds: bool) -> MoveResult:
    place = place_of(new)
    with ExitStack() as stack:
        reads, writes = (stack.enter_context(_connect(url)) for url in (old, new))
        under_way = _Move(reads, writes, place, on_table)
        if not holds:
            under_way.copy()
        if different := next(under_way.differences(), None):
            raise _other_rounds_fault(place) if holds else _copy_fault(different, "others arrived")
        writes.commit()
        rows = {name: tally.rows for name, tally in under_way.tallies.items()}
    return MoveResult(place, rows, holds)


def _holds_rounds(new: URL) -> bool:
    """Return whether the new database holds rounds; those of another version raise MoveFault."""
    with _connect(new) as connection:
        if not inspect(connection).has_table(rounds.name):
            return False
        holds_rounds = connection.execute(select(rounds.c.id).limit(1)).first() is not None
        if holds_rounds and not is_newest(connection.engine):
            raise _other_rounds_fault(place_of(new))
        return holds_rounds


def _other_rounds_fault(place: str) -> MoveFault:
    return MoveFault(
        f"{place} holds other rounds already: name an empty database, made by createdb, so that "
        "no round is lost."
    )


def _copy_fault(table: str, why: str) -> MoveFault:
    return MoveFault(
        f"The rows of {table} cannot be copied as they are ({why}), so nothing was moved: report "
        "this to the project, and keep SQLite until then."
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
def _connect(url: URL) -> Iterator[Connection]:
    """Open a transaction of any length, which is committed by the block.

    Raises StorageFault where there is no connection, StorageFailed where it fails later.
    """
    engine = engine_for(url)
    try:
        try:
            connection = engine.connect()
        except DBAPIError as error:
            raise fault_of(error, place_of(url)) or without_values(error) from None
        with connection:
            yield connection.execution_options(reads=True)
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error) is not (url.get_backend_name() == "sqlite"):
            raise  # it comes from the other database
        cause = error.orig or error
        raise failure_of(cause, place_of(url)) or without_values(error) from None
    finally:
        engine.dispose()


def _rows(connection: Connection, table: Table) -> Iterator[tuple[Any, ...]]:
    options = {"yield_per": READ_AT_ONCE}
    for some in connection.execute(select(table), execution_options=options).partitions():
        for row in some:
            yield tuple(row)


def _count_rows(rows: Iterator[tuple[Any, ...]], tally: RowTally) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        tally.add(row)
        yield row


def _tally(connection: Connection, table: Table) -> RowTally:
    tally = RowTally()
    for row in _rows(connection, table):
        tally.add(row)
    return tally
