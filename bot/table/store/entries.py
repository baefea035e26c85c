"""Stores the results of members' private rounds, from which the rankings of days are read."""

from __future__ import annotations

from sqlalchemy import bindparam, update

from bot.storage.schema import dares, entries
from bot.storage.statement import Connection, Statement
from bot.table.stored_round import StoredRound

_MADE = Statement(
    update(entries)
    .where(entries.c.round == bindparam("which"), entries.c.total.is_(None))
    .values(total=bindparam("made"))
)
_DARE_CHANGES = Statement(
    update(dares).where(dares.c.set_key == bindparam("of_set")).values(version=dares.c.version + 1)
)


def conclude(connection: Connection, stored: StoredRound) -> None:
    """Write the result of a private round once it is over, and count it on its card."""
    made = total(stored)
    if made is None:
        return
    if connection.run(_MADE, which=stored.id, made=str(made)).changed:
        connection.run(_DARE_CHANGES, of_set=stored.set_key)


def total(stored: StoredRound) -> int | None:
    """Return the points of the opener's sheet, None before the round is over."""
    outcome = stored.outcome
    if outcome is None or outcome.scores is None:
        return None
    return outcome.scores[stored.seats_of(stored.opener)[0].index]
