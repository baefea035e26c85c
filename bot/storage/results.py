"""Keeps how finished rounds ended, seat by seat.

Only rounds that are over have results: closed ones count nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Engine, exists, func, select

from bot.rounds import Kept
from bot.storage.connection import reading
from bot.storage.schema import results


@dataclass(frozen=True, slots=True)
class Result:
    """How a round ended for one seat: its share of the win, and its score where points count.

    `finished` is aware and in UTC; None where the end was not noted.
    """

    round: int
    seat: int
    user: int | None
    level: str | None
    share: Fraction
    score: int | None
    finished: datetime | None


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rounds a member finished; solo rounds are neither won, drawn nor lost."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


class Results:
    """The results in the database. They are written together with the end of their round."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def of_round(self, round_id: int) -> tuple[Result, ...]:
        """Return the results of a round in order of seats; none unless it is over."""
        found = select(results).where(results.c.round == round_id).order_by(results.c.seat)
        with reading(self._engine) as connection:
            return tuple(
                Result(
                    round=row.round,
                    seat=row.seat,
                    user=row.user,
                    level=row.level,
                    share=Fraction(row.share),
                    score=row.score,
                    finished=row.finished,
                )
                for row in connection.execute(found)
            )

    def tally(self, user: int) -> Tally:
        """Count the rounds that a member finished: a whole share is a win, a part a draw."""
        other = results.alias()
        contested = exists().where(other.c.round == results.c.round, other.c.seat != results.c.seat)
        found = (
            select(results.c.share, contested.label("contested"), func.count().label("rounds"))
            .where(results.c.user == user)
            .group_by("share", "contested")
        )
        games = wins = draws = losses = 0
        with reading(self._engine) as connection:
            for row in connection.execute(found):
                games += row.rounds
                match row.contested, Fraction(row.share):
                    case True, Fraction(numerator=1, denominator=1):
                        wins += row.rounds
                    case True, Fraction(numerator=0):
                        losses += row.rounds
                    case True, _:
                        draws += row.rounds
        return Tally(games, wins, draws, losses)


def result_rows(kept: Kept, finished: datetime | None) -> list[dict[str, Any]]:
    """Return the rows of a round's results; none unless it is over."""
    outcome = kept.outcome
    if outcome is None:
        return []
    scores = outcome.scores or (None,) * len(outcome.shares)
    return [
        {
            "round": kept.id,
            "seat": seat,
            "user": sitter.user,
            "level": sitter.level,
            "share": str(share),
            "score": score,
            "finished": finished,
        }
        for seat, (sitter, share, score) in enumerate(
            zip(kept.sitters, outcome.shares, scores, strict=True)
        )
    ]
