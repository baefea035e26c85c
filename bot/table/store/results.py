"""Stores the results of finished rounds, one for each seat.

Only rounds with the status "over" have results; closed rounds have none.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, select

from bot.storage.schema import results
from bot.storage.statement import AnyConnection, InsertOnce
from bot.table.score import ending
from bot.table.store.account_queue import enqueue
from bot.table.store.game_keys import game_key
from bot.table.stored_round import Player, StoredRound
from rules.game import Ending


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a round for one seat: its share of the win, and its score if there is one.

    The seat of a former player has neither user nor level, that of everybody `EVERYBODY`.
    `finished` is aware and in UTC, None if unknown.
    """

    round: int
    seat: int
    user: int | None
    level: str | None
    share: Fraction
    score: int | None
    finished: datetime | None
    won: bool = False

    @property
    def ending(self) -> Ending:
        """The ending of the round for the seat."""
        return ending(self.share, won=self.won)


RESULT = (
    *("round", "seat", "user", "level", "share", "score", "finished", "guild", "won"),
    *("game", "total"),
)
"""The columns of a result."""

_INSERT = InsertOnce(results, RESULT)


def of_round(connection: Connection, round_id: int) -> tuple[Result, ...]:
    """Return the results of a round in the order of its seats; empty unless it is over."""
    query = select(results).where(results.c.round == round_id).order_by(results.c.seat)
    return tuple(read_result(row) for row in connection.execute(query))


def read_result(row: Row[Any]) -> Result:
    """Read a result back."""
    return Result(
        round=row.round,
        seat=row.seat,
        user=row.user,
        level=row.level,
        share=Fraction(row.share),
        score=row.score,
        finished=row.finished,
        won=row.won,
    )


def conclude(connection: AnyConnection, stored: StoredRound, now: datetime | None) -> None:
    """Write the results of a round that is over, once, and queue it for its accounting.

    A round that was closed after it had begun has an accounting but no results; so has one that has
    rested so long that it counts as broken off.
    """
    outcome = result_rows(stored, now)
    if not outcome:
        parks = stored.status == "resting" and stored.parked
        if parks or (stored.status == "closed" and stored.play is not None):
            enqueue(connection, stored, now)
        return
    if _INSERT.run_many(connection, outcome):
        enqueue(connection, stored, now)


def result_rows(stored: StoredRound, finished: datetime | None) -> list[dict[str, Any]]:
    """Return the rows of a round's results, one for each seat; empty unless it is over."""
    outcome = stored.outcome
    if outcome is None:
        return []
    scores = outcome.scores or (None,) * len(outcome.shares)
    key = game_key(stored.game, len(stored.players))
    return [
        {
            "round": stored.id,
            "seat": seat,
            "user": None if player.former else player.user,
            "level": player.level,
            "share": str(share),
            "score": score,
            "finished": finished,
            "guild": stored.server,
            "won": won,
            "game": key,
            "total": score if _counts(player) else None,
        }
        for seat, (player, share, score, won) in enumerate(
            zip(stored.players, outcome.shares, scores, outcome.won, strict=True)
        )
    ]


def _counts(player: Player) -> bool:
    """Return whether the score of a seat is a member's own, made without a hint."""
    return player.member is not None and not (player.left or player.hinted)
