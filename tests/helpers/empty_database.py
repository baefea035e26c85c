"""Empty databases with all tables, migrated once for all tests of a process."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, create_engine, event, inspect

from bot.storage.database import Storage
from bot.storage.engine import address, engine_for
from bot.storage.migrations import migrate


def write_empty_database(file: Path) -> None:
    """Write a migrated database of SQLite without rows to this file."""
    file.write_bytes(_migrated())


@cache
def _migrated() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite3"
        engine = engine_for(address(f"sqlite:///{file}"))
        migrate(engine)
        engine.dispose()
        return file.read_bytes()


@cache
def _tables() -> tuple[str, ...]:
    """Return the statements that make the tables of a migrated database of SQLite."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite3"
        write_empty_database(file)
        with closing(sqlite3.connect(file)) as connection:
            _, *statements, _ = connection.iterdump()  # without BEGIN and COMMIT
    return tuple(statements)


def fill_new_file(engine: Engine) -> None:
    """Make all tables in a database of SQLite that has none, as the migrations make them."""
    with engine.begin() as connection:
        if not inspect(connection).get_table_names():
            for statement in _tables():
                connection.exec_driver_sql(statement)


_statements: list[tuple[str, Any]] = []
"""What the migrations sent to the first empty schema of PostgreSQL, with its parameters."""


def fill_empty_schema(url: str) -> None:
    """Make all tables in an empty schema of PostgreSQL, as the migrations make them."""
    if not _statements:
        _statements.extend(_sent_by_migrations(url))
        return
    engine = create_engine(address(url))
    with engine.begin() as connection:
        for statement, parameters in _statements:
            connection.exec_driver_sql(statement, parameters or None)
    engine.dispose()


def _sent_by_migrations(url: str) -> list[tuple[str, Any]]:
    """Migrate the database; return the statements that changed it."""
    sent: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        if not statement.lstrip().upper().startswith(("SELECT", "SHOW", "SET")):
            sent.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        Storage.open(url).close()
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return sent
