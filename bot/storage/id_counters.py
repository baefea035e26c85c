"""The counters from which tables take the ids of new rows.

They are never set back, so that an id that was given is not given again, even if its row is gone.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column

from bot.storage.statement import Connection

_SEQUENCE = "pg_get_serial_sequence('{table}', '{column}')::regclass"
_LAST = {
    "sqlite": "SELECT max((SELECT coalesce(max({column}), 0) FROM {table}), "
    "(SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = '{table}'))",
    "postgresql": f"SELECT coalesce(pg_sequence_last_value({_SEQUENCE}), 0)",
}
_PASS_OVER = {
    "sqlite": (
        "DELETE FROM sqlite_sequence WHERE name = '{table}'",
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('{table}', {id})",
    ),
    "postgresql": (f"SELECT setval({_SEQUENCE}, {{id}})",),
}
_LOCK = "LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE"


def last_id(connection: Connection, column: Column[Any]) -> int:
    """Return the last id of a table that was given or passed over, 0 if there was none."""
    query = _LAST[connection.dialect.name].format(table=column.table.name, column=column.name)
    last: int = connection.execute(query).fetchone()[0]
    return last


def pass_over(connection: Connection, column: Column[Any], id_: int) -> None:
    """Make the ids of new rows follow a given one, unless they do; it must be a write."""
    if last_id(connection, column) >= id_:
        return
    if connection.dialect.name == "postgresql":
        # Else another process could take ids that this one gives again.
        connection.execute(_LOCK.format(table=column.table.name))
        if last_id(connection, column) >= id_:
            return
    for statement in _PASS_OVER[connection.dialect.name]:
        names = {"table": column.table.name, "column": column.name}
        connection.execute(statement.format(**names, id=id_))
