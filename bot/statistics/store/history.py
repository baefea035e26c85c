"""Reads the finished rounds of a member on a server by page, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, select

from bot.storage.schema import accounts, results, rounds, steps
from bot.table.store import rows
from bot.table.stored_round import StoredRound

PAGE = 5
"""The number of rounds on a page."""

_FIRST_STEP = select(steps.c.number).where(steps.c.round == rounds.c.id).limit(1).scalar_subquery()
"""A query for each round; PostgreSQL might answer `EXISTS` for all rounds at once."""

_SHOWN = (
    select(
        rounds,
        results.c.seat,
        results.c.share,
        results.c.score,
        results.c.won,
        results.c.finished,
        accounts.c.start,
        (accounts.c.luck + accounts.c.hidden).label("fortune"),
        accounts.c.skill,
        _FIRST_STEP.is_not(None).label("kept"),
    )
    .select_from(results)
    .join(rounds, rounds.c.id == results.c.round)
    .outerjoin(
        accounts, (accounts.c.round == results.c.round) & (accounts.c.seat == results.c.seat)
    )
)


@dataclass(frozen=True, slots=True)
class PastRound:
    """A finished round of a member, without its play: seat, share and score.

    `luck`, `given` (the loss) and `start` are None without an account. `kept` is whether the moves
    are stored.
    """

    stored: StoredRound
    seat: int
    share: Fraction
    score: int | None
    won: bool
    finished: datetime | None
    start: float | None
    luck: float | None
    given: float | None
    kept: bool


def page(
    connection: Connection, server: int, user: int, number: int
) -> tuple[list[PastRound], bool]:
    """Return a page, counted from 0, and whether another one follows."""
    of_page = (
        select(results.c.round, results.c.seat)  # read from an index alone
        .where(results.c.user == user, results.c.guild == server)
        .order_by(results.c.round.desc())
        .limit(PAGE + 1)
        .offset(PAGE * number)
    )
    seats = connection.execute(of_page).all()
    shown = _rows(connection, [one.round for one in seats[:PAGE]])
    there = {(row.id, row.seat): row for row in shown}
    stored = rows.without_plays(connection, shown)
    found = [there[one.round, one.seat] for one in seats[:PAGE]]
    return [_read(row, stored[row.id]) for row in found], len(seats) > PAGE


def _rows(connection: Connection, ids: list[int]) -> Sequence[Row[Any]]:
    """Return the shown columns of these rounds, for each seat, in no order.

    With a condition on the member, SQLite would search all rounds of that member.
    """
    if not ids:
        return ()
    return connection.execute(_SHOWN.where(results.c.round.in_(ids))).all()


def _read(row: Any, stored: StoredRound) -> PastRound:
    return PastRound(
        stored=stored,
        seat=row.seat,
        share=Fraction(row.share),
        score=row.score,
        won=row.won,
        finished=row.finished,
        start=row.start,
        luck=row.fortune,
        given=None if row.skill is None else -row.skill,
        kept=bool(row.kept),
    )
