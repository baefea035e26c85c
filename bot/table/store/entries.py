"""Stores the results of members' private rounds, from which a set's rankings are read."""

from __future__ import annotations

from fractions import Fraction

from sqlalchemy import ColumnElement, bindparam, case, update

from bot.storage.schema import entries, set_cards
from bot.storage.statement import AnyConnection, Statement
from bot.table.stored_round import StoredRound
from rules import levels


def levels_now() -> ColumnElement[int]:
    """Return the version of the levels of an entry that ends: 0 if it has changed since."""
    return case((entries.c.levels == levels.VERSION, entries.c.levels), else_=0)


_MADE = Statement(
    update(entries)
    .where(entries.c.round == bindparam("which"), entries.c.total.is_(None))
    .values(total=bindparam("made"), levels=levels_now())
    .returning(entries.c.round)
)
_CARD_CHANGES = Statement(
    update(set_cards)
    .where(set_cards.c.set_key == bindparam("of_set"))
    .values(version=set_cards.c.version + 1)
)


def conclude(connection: AnyConnection, stored: StoredRound) -> None:
    """Write the result of a private round once it is over, and count it on its card."""
    made = total(stored)
    if made is None:
        return
    if _MADE.run(connection, {"which": stored.id, "made": str(made)}).scalar() is not None:
        _CARD_CHANGES.run(connection, {"of_set": stored.set_key})


def total(stored: StoredRound) -> Fraction | None:
    """Return the points of a sheet, or the hands that the opener won, ties in part.

    None before the round is over.
    """
    outcome, play = stored.outcome, stored.play
    if outcome is None or play is None:
        return None
    own = stored.seats_of(stored.opener)[0].index
    if play.game.info.unit(len(stored.players)) == "points" and outcome.scores is not None:
        return Fraction(outcome.scores[own])
    return outcome.shares[own] * play.game.hands
