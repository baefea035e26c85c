"""Stores the facts of a table, a column of its round each.

They are written when a round opens, and later only where one has changed.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from sqlalchemy import bindparam, update

from bot.storage.schema import rounds
from bot.storage.statement import Connection, Statement, named
from bot.table.stored_round import StoredRound

NAMES = (
    *("minutes", "pair", "in_thread", "out_of_reach", "rules_known", "closed"),
    *("closed_by", "has_card", "headline", "better_than"),
)
"""The columns, and the fields of a round."""

facts = attrgetter(*NAMES)
"""Returns the facts of the table of a round, in the order of `NAMES`."""

_SAVE = Statement(update(rounds).where(rounds.c.id == bindparam("which")).values(named(*NAMES)))


def save(connection: Connection, after: StoredRound) -> None:
    """Write the facts of the table of a round if one has changed since it was stored."""
    if after.as_stored is None or after.as_stored.apart != facts(after):
        connection.run(_SAVE, which=after.id, **values(after))


def values(stored: StoredRound) -> dict[str, Any]:
    """Return the values of `NAMES`."""
    return dict(zip(NAMES, facts(stored), strict=True))


def read(row: Any) -> dict[str, Any]:
    """Read the facts of a table back."""
    return {name: getattr(row, name) for name in NAMES}
