"""The ids of rounds, which are never used again: buttons of old messages name no other round.

They are above the seconds since 2026, so that those of a database that was lost, or replaced by an
earlier one, are below the next ones of the database in its place.
"""

from __future__ import annotations

from datetime import UTC, datetime

from bot.storage import id_counters
from bot.storage.schema import rounds
from bot.storage.statement import Connection

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def last_id(connection: Connection) -> int:
    """Return the last id that was given or passed over, 0 if there was none."""
    return id_counters.last_id(connection, rounds.c.id)


def pass_over(connection: Connection, id_: int) -> None:
    """Make the ids of new rounds follow a given one, unless they do; it must be a write."""
    id_counters.pass_over(connection, rounds.c.id, id_)


def pass_over_time(connection: Connection, now: datetime) -> None:
    """Make the ids of new rounds follow the seconds since 2026."""
    pass_over(connection, int((now - BEGINNING).total_seconds()))
