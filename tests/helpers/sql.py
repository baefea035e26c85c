"""Any SQL: on the connections that stores use, whose statements are constants, or on its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Executable, Table, create_engine, insert, text

from bot.storage.statement import Connection, Result, Statement, binds


def run(connection: Connection, query: str | Executable, /, **values: Any) -> Result:
    """Run a query, as text with :names or built with SQLAlchemy; return its rows."""
    statement = text(query) if isinstance(query, str) else query
    return connection.run(Statement(statement), **values)


def execute(url: str, *commands: str) -> None:
    """Run commands on a database by a connection of their own, as a host might."""
    engine = create_engine(url)
    with engine.begin() as connection:
        for command in commands:
            connection.exec_driver_sql(command)
    engine.dispose()


def insert_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, all of which give the same columns."""
    connection.run_many(Statement(insert(table).values(binds(*rows[0]))), rows)
