"""Reads the leaderboards of a server: games won among members, best totals, accuracy.

Each is one query, which an index answers alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Select,
    bindparam,
    case,
    func,
    literal,
    select,
    union,
)

from bot.storage.schema import IS_MEMBERS, IS_TOTAL, IS_WON_OR_LOST, results
from bot.storage.statement import Connection, Statement
from bot.table.store.member_settings import hidden_members
from rules.accuracy import accuracy

Kind: TypeAlias = Literal["won", "best", "accuracy"]

LISTED = 10
"""The number of members on a leaderboard; its reader follows."""

WON_WITHIN, CHOSEN_WITHIN = timedelta(days=30), timedelta(days=90)
"""The age of the games that count for games won, and of those that count for accuracy."""

ENOUGH = 10
"""The least number of games with which a member is on a leaderboard by accuracy."""

MOST_LEFT = 10
"""One in so many of the games begun in that time may be left, or let rest for a day."""


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A request for a leaderboard by its reader, who is included even if hidden.

    `game` is a key of `game_key`; games won are those of all games.
    """

    server: int
    kind: Kind
    game: str
    reader: int
    now: datetime


@dataclass(frozen=True, slots=True)
class MemberPlace:
    """A member's place on a leaderboard: `value` is games won, a total or an accuracy.

    Equal values share a place. `games` is the number of games that count. A member who is not
    `listed` has the place that they would have; of the games `begun` some were `left`.
    """

    place: int
    user: int
    value: int
    games: int
    listed: bool = True
    begun: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The first places of a leaderboard of `total` members, and the `own` one of its reader."""

    places: tuple[MemberPlace, ...]
    total: int
    own: MemberPlace | None


_SERVER, _USER = results.c.guild == bindparam("server"), results.c.user
_GAME = results.c.game == bindparam("game")
_SINCE = bindparam("since", type_=results.c.begun.type)
_SHOWN = (bindparam("reader") == _USER) | _USER.not_in(hidden_members())
_GAMES = func.count(case((results.c.choices > 0, 1)))
_BEGUN, _LEFT = func.count(), func.count(case((results.c.left, 1)))
_LOST, _PAR = func.sum(results.c.lost), func.sum(results.c.par)
_SUMS = {"begun": _BEGUN, "left": _LEFT, "lost": _LOST, "par": _PAR}


def _by_member(
    order: ColumnElement[Any],
    *where: Any,
    games: ColumnElement[Any] | None = None,
    listed: ColumnElement[Any] | None = None,
    more: tuple[ColumnElement[Any], ...] = (),
) -> Select[Any]:
    """Return the query for a leaderboard in the order of `order`, the lowest first.

    Places are those among the members who are `listed`, 1 or 0, by default all.
    """
    members = (
        select(
            _USER,
            order.label("order"),
            (func.count() if games is None else games).label("games"),
            (literal(1) if listed is None else listed).label("listed"),
            *more,
        )
        .where(_SERVER, IS_MEMBERS, *where, _SHOWN)
        .group_by(_USER)
        .cte("members")
    )
    first = (
        select(members)
        .where(members.c.listed == 1)
        .order_by(members.c.order, members.c.user)
        .limit(LISTED)
    )
    own = select(members).where(members.c.user == bindparam("reader"))
    shown = union(select(first.subquery()), own).subquery()
    number = func.coalesce(func.sum(members.c.listed), 0)
    ahead = select(number).where(members.c.order < shown.c.order).scalar_subquery()
    total = select(number).scalar_subquery()
    place = (1 + ahead).label("place")
    return select(shown, place, total.label("total")).order_by(shown.c.order, shown.c.user)


_WON = _by_member(
    -func.count(case((results.c.won, 1))), IS_WON_OR_LOST, results.c.finished >= _SINCE
)
_BEST = _by_member(-func.max(results.c.score), _GAME, IS_TOTAL)
_ACCURACY = _by_member(
    _LOST / func.nullif(_PAR, 0),
    *(_GAME, results.c.begun >= _SINCE),
    games=_GAMES,
    listed=case(((_GAMES >= ENOUGH) & (_LEFT * MOST_LEFT <= _BEGUN), 1), else_=0),
    more=(*(one.label(name) for name, one in _SUMS.items()),),
)
_LEADERBOARDS: dict[Kind, Statement] = {
    "won": Statement(_WON),
    "best": Statement(_BEST),
    "accuracy": Statement(_ACCURACY),
}


def read_leaderboard(connection: Connection, query: LeaderboardQuery) -> Leaderboard:
    """Return a leaderboard of a server; members who hide their statistics are left out."""
    within = WON_WITHIN if query.kind == "won" else CHOSEN_WITHIN
    values = {
        "server": query.server,
        "game": query.game,
        "reader": query.reader,
        "since": query.now - within,
    }
    rows = [row._asdict() for row in connection.run(_LEADERBOARDS[query.kind], **values)]
    members = [_place(row) for row in rows if row["order"] is not None]
    places = tuple(member for member in members if member.listed)[:LISTED]
    own = next((member for member in members if member.user == query.reader), None)
    return Leaderboard(places, int(rows[0]["total"]) if rows else 0, own)


def _place(row: Mapping[str, Any]) -> MemberPlace:
    by_accuracy = "par" in row
    return MemberPlace(
        place=int(row["place"]),
        user=row["user"],
        value=accuracy(row["lost"], row["par"]) if by_accuracy else -row["order"],
        games=row["games"],
        listed=bool(row["listed"]),
        begun=row["begun"] if by_accuracy else 0,
        left=row["left"] if by_accuracy else 0,
    )
