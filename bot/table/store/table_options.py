"""Stores the options of a table, one column of its round each.

They are written when a round opens, and later only where one has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, update

from bot.storage.schema import rounds
from bot.storage.statement import AnyConnection, Statement
from bot.table.stored_round import StoredRound

_COLUMNS = {
    "help": "help",
    "pace": "pace",
    "match": "best_of",
    "pair": "pair",
    "thread": "thread",
    "reach": "reach",
    "rules": "rules",
    "closed": "closed",
    "next": "next_round",
    "set": "shared",
    "replay": "replay",
    "end": "highlights",
}
"""The columns of the options, by their keys."""

_BY = "by"
"""The option "closed" of a round that a member has closed; who, is a column of its own."""

NAMES = (*_COLUMNS.values(), "closed_by")
"""All columns that hold options."""

_SAVE = Statement(
    update(rounds)
    .where(rounds.c.id == bindparam("which"))
    .values({name: bindparam(name) for name in NAMES})
)


def save(connection: AnyConnection, after: StoredRound) -> None:
    """Write the options of a round if one has changed since it was stored."""
    stored = after.as_stored
    if stored is None or stored.table_options != after.table_options:
        _SAVE.run(connection, {"which": after.id, **values(after.table_options)})


def values(options: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of `NAMES`. Raises ValueError for an option without a column."""
    if unknown := options.keys() - _COLUMNS.keys():
        raise ValueError(f"no column holds the options {sorted(unknown)}")
    found: dict[str, Any] = {name: options.get(key) for key, name in _COLUMNS.items()}
    why, _, user = (found["closed"] or "").partition(".")
    return {**found, "closed": why or None, "closed_by": int(user) if user else None}


def read(row: Any) -> dict[str, str]:
    """Read the options of a table back."""
    found = {
        key: value for key, name in _COLUMNS.items() if (value := getattr(row, name)) is not None
    }
    if row.closed_by is not None:
        found["closed"] = f"{_BY}.{row.closed_by}"
    return found
