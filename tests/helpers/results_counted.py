"""The results of rounds as they are stored, and the finished rounds of a member by them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from sqlalchemy import select

from bot.storage import schema
from bot.storage.statement import Connection
from bot.table.score import ending
from rules.game import Ending
from sql import run


class Tally(NamedTuple):
    """The finished rounds of a member; `games` includes those played alone, which nobody wins."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def of_round(connection: Connection, round_id: int) -> tuple[Any, ...]:
    """Return the rows of a round, by seat; none before its first dice have landed."""
    results = schema.results
    query = select(results).where(results.c.round == round_id).order_by(results.c.seat)
    return tuple(run(connection, query))


def ended(connection: Connection, round_id: int) -> tuple[Any, ...]:
    """Return the rows of a round with a share; none unless it has ended with a result."""
    return tuple(row for row in of_round(connection, round_id) if row.share is not None)


def ending_of(row: Any) -> Ending:
    """Return the ending of a round for the member of a row."""
    return ending(Fraction(row.share))


def tally(connection: Connection, user: int) -> Tally:
    """Count the rounds that a member finished."""
    results = schema.results
    query = select(results).where(results.c.user == user, results.c.share.is_not(None))
    rows = run(connection, query)
    ends = [ending_of(row) for row in rows if row.seat_count > 1]
    return Tally(len(rows), *(ends.count(end) for end in ("won", "drawn", "lost")))
