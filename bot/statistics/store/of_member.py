"""Reads the games of a member on a server: their number, their results, and the last ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import takewhile
from typing import Any

from sqlalchemy import String, and_, bindparam, case, func, literal_column, select

from bot.statistics.store.leaderboards import CHOSEN_WITHIN, WON_WITHIN
from bot.storage.schema import IS_TOTAL, results, steps
from bot.storage.statement import Connection, Statement

LAST = 10
"""The number of last games that are shown."""

MOST_READ = 1000
"""The number of latest games in which days and wins in a row are counted."""

_OWN = (results.c.user == bindparam("who"), results.c.guild == bindparam("server"))
_ENDED = results.c.finished.is_not(None)
_RECENT = results.c.begun >= bindparam("since", type_=results.c.begun.type)
_WON_LATELY = results.c.finished >= bindparam("won_since", type_=results.c.finished.type)
_KEY = literal_column("results.game || ''", String)
"""The key of a game; by the column alone SQLite would read all results of a server in order."""

_SUMS = Statement(
    select(
        _KEY.label("game"),
        func.count(results.c.share).label("games"),
        func.count(case((results.c.won, 1))).label("won"),
        func.count(case((and_(results.c.won, _WON_LATELY), 1))).label("won_lately"),
        func.count(results.c.won).label("among"),
        func.max(case((IS_TOTAL, results.c.score))).label("best"),
        func.count(case((and_(_RECENT, results.c.choices > 0), 1))).label("judged"),
        func.coalesce(func.sum(case((_RECENT, results.c.lost))), 0.0).label("lost"),
        func.coalesce(func.sum(case((_RECENT, results.c.par))), 0.0).label("par"),
    )
    .where(*_OWN)
    .group_by(_KEY)
)
_LATEST = Statement(
    select(results.c.finished, results.c.won)
    .where(*_OWN, _ENDED, results.c.share.is_not(None))
    .order_by(results.c.finished.desc())
    .limit(MOST_READ)
)
_MOVES = select(steps.c.number).where(steps.c.round == results.c.round).limit(1).scalar_subquery()
_LAST = Statement(
    select(results, _MOVES.is_not(None).label("kept"))
    .where(*_OWN, _ENDED, results.c.share.is_not(None) | results.c.left)
    .order_by(results.c.finished.desc(), results.c.round.desc())
    .limit(LAST)
)


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums over the games of a member with one key.

    Of `games` ended, those `among` members were won or lost; `best` is the best total. The choices
    in the `judged` games of the last ninety days lost `lost`, where `house` loses `par` on average.
    """

    games: int
    won: int
    won_lately: int
    among: int
    best: int | None
    judged: int
    lost: float
    par: float


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game that has ended, for a member; `lost` and `par` are 0 where no choice counts.

    It can be reviewed if its moves are `kept`. `share` is None where it was left without a result.
    """

    round: int
    game: str
    day: bool
    finished: datetime
    share: Fraction | None
    score: int | None
    left: bool
    judged: bool
    lost: float
    par: float
    kept: bool


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a member: sums by key, the days and wins in a row, and the last ones."""

    sums: Mapping[str, Sums]
    days: int
    wins: int
    last: tuple[PastGame, ...]


def games(connection: Connection, server: int, user: int, now: datetime) -> Games:
    """Return the games of a member on a server."""
    own = {"who": user, "server": server}
    since = {"since": now - CHOSEN_WITHIN, "won_since": now - WON_WITHIN}
    all_sums = {row.game: Sums(*row[1:]) for row in connection.run(_SUMS, **own, **since)}
    sums = {game: one for game, one in all_sums.items() if one.games or one.judged}
    latest = connection.run(_LATEST, **own)
    days = {row.finished.astimezone(UTC).date() for row in latest}
    wins = takewhile(bool, (row.won for row in latest if row.won is not None))
    last = tuple(map(_past_game, connection.run(_LAST, **own)))
    return Games(sums, days_in_a_row(days, now.astimezone(UTC).date()), len([*wins]), last)


def days_in_a_row(days: set[date], today: date) -> int:
    """Return how many days in a row end today, or yesterday.

    >>> days_in_a_row({date(2026, 11, 19), date(2026, 11, 20)}, date(2026, 11, 21))
    2
    """
    day = today if today in days else today - timedelta(days=1)
    count = 0
    while day - timedelta(days=count) in days:
        count += 1
    return count


def _past_game(row: Any) -> PastGame:
    return PastGame(
        round=row.round,
        game=row.game,
        day=row.day,
        finished=row.finished,
        share=None if row.share is None else Fraction(row.share),
        score=row.score,
        left=row.left,
        judged=bool(row.choices),
        lost=row.lost or 0.0,
        par=row.par or 0.0,
        kept=bool(row.kept),
    )
