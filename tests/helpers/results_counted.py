"""The finished rounds of a member, counted by their results."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, select

from bot.storage import schema
from bot.table.store import results


class Tally(NamedTuple):
    """The finished rounds of a member; `games` includes those played alone, which nobody wins."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


def tally(connection: Connection, user: int) -> Tally:
    """Count the rounds that a member finished."""
    query = select(schema.results.c.round).where(schema.results.c.user == user)
    rounds = [
        results.of_round(connection, round_id) for round_id in connection.execute(query).scalars()
    ]
    ends = [one.ending for seats in rounds if len(seats) > 1 for one in seats if one.user == user]
    return Tally(len(rounds), *(ends.count(end) for end in ("won", "drawn", "lost")))
