"""The ids of rounds, which are never used again: buttons of old messages name no other round.

They are above the seconds since 2026, so that those of a database that was lost, or replaced by an
earlier one, are below the next ones of the database in its place.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import text

from bot.storage.statement import Connection, Statement

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)

_SEQUENCE = "pg_get_serial_sequence('rounds', 'id')::regclass"
_LAST = {
    "sqlite": "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'rounds'",
    "postgresql": f"SELECT coalesce(pg_sequence_last_value({_SEQUENCE}), 0)",
}
_FORGET = Statement(text("DELETE FROM sqlite_sequence WHERE name = 'rounds'"))
_PUT = Statement(text("INSERT INTO sqlite_sequence (name, seq) VALUES ('rounds', :id)"))
_LOCK = Statement(text("LOCK TABLE rounds IN SHARE ROW EXCLUSIVE MODE"))
_SET = Statement(text(f"SELECT setval({_SEQUENCE}, :id)"))


def last_id(connection: Connection) -> int:
    """Return the last id that was given or passed over, 0 if there was none."""
    last_id: int = connection.execute(_LAST[connection.dialect.name]).fetchone()[0]
    return last_id


def pass_over(connection: Connection, id_: int) -> None:
    """Make the ids of new rounds follow a given one, unless they do; it must be a write."""
    if last_id(connection) >= id_:
        return
    if connection.dialect.name == "sqlite":
        connection.run(_FORGET)
        connection.run(_PUT, id=id_)
        return
    connection.run(_LOCK)  # else another process could take ids that this one gives again
    if last_id(connection) < id_:
        connection.run(_SET, id=id_)


def pass_over_time(connection: Connection, now: datetime) -> None:
    """Make the ids of new rounds follow the seconds since 2026."""
    pass_over(connection, int((now - BEGINNING).total_seconds()))
