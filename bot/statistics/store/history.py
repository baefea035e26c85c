"""Reads the rounds that a member has finished on a server, newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, Row, func, select

from bot.storage.schema import accounts, decisions, results, rounds, seed_numbers, steps
from bot.table.store import rows
from bot.table.stored_round import StoredRound

PAGE = 5
"""How many rounds stand on a page."""

_WORST = (
    select(func.max(decisions.c.loss))
    .where(decisions.c.round == results.c.round, decisions.c.seat == results.c.seat)
    .scalar_subquery()
)
_FIRST_STEP = select(steps.c.number).where(steps.c.round == rounds.c.id).limit(1).scalar_subquery()
_PROOF = (
    select(seed_numbers.c.proof)
    .where(seed_numbers.c.round == rounds.c.id)
    .limit(1)
    .scalar_subquery()
)
"""Read for each round; PostgreSQL may answer `EXISTS` from all rounds at once."""

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
        _WORST.label("worst"),
        _FIRST_STEP.is_not(None).label("kept"),
        _PROOF.is_not(None).label("proved"),
    )
    .select_from(results)
    .join(rounds, rounds.c.id == results.c.round)
    .outerjoin(
        accounts, (accounts.c.round == results.c.round) & (accounts.c.seat == results.c.seat)
    )
)


@dataclass(frozen=True, slots=True)
class PastRound:
    """A round of a member that is over, without its play: their seat, share and score.

    `luck`, `given` and `start` are None without an accounting; `worst` is the most that a
    single choice gave away. `kept` says whether the moves are there, `proved` whether there
    is a proof.
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
    worst: float | None
    kept: bool
    proved: bool


def page(
    connection: Connection, server: int, user: int, number: int
) -> tuple[list[PastRound], bool]:
    """Return a page, from 0, and whether another one follows."""
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
    """Return all that is shown of these rounds, for each seat, in no order.

    Asked for the member too, SQLite would look through all rounds of theirs.
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
        worst=row.worst,
        kept=bool(row.kept),
        proved=bool(row.proved),
    )
