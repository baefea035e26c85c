"""Stores the facts of a table, a column of its round each.

They are written when a round opens, and later only where one has changed.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from sqlalchemy import bindparam, update

from bot.storage.schema import rounds
from bot.storage.statement import Connection, Statement, binds
from bot.table.stored_round import StoredParts, StoredRound

_PATHS = (
    *("terms.minutes", "terms.pair", "place.in_thread", "place.out_of_reach", "rules_known"),
    *("end.closed", "end.closed_by", "end.has_card", "end.headline", "end.better_than"),
)
"""The facts, by where a round has them."""

NAMES = tuple(path.rpartition(".")[2] for path in _PATHS)
"""The columns of the facts."""

_facts = attrgetter(*_PATHS)

_SAVE = Statement(update(rounds).where(rounds.c.id == bindparam("which")).values(binds(*NAMES)))


def save(connection: Connection, after: StoredRound) -> None:
    """Write the facts of the table of a round if one has changed since it was stored."""
    if after.as_stored is None or after.as_stored.facts != _facts(after):
        connection.run(_SAVE, which=after.id, **values(after))


def values(stored: StoredRound) -> dict[str, Any]:
    """Return the values of `NAMES`."""
    return dict(zip(NAMES, _facts(stored), strict=True))


def stored_parts(stored: StoredRound) -> StoredParts:
    """Return what is stored of a round outside the columns that every save writes."""
    facts = _facts(stored)
    return StoredParts(stored.players, facts, stored.open, stored.ended, stored.turns)
