"""Stores the standings of members: sums over rounds, by server, game and period.

Each ended round is counted once, when its account is stored, so no query here reads more rows than
it shows, regardless of the number of rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    func,
    select,
)

from bot.statistics.standing import LISTED, Period, Standing, span
from bot.storage.schema import standings
from bot.table.store.hidden import hidden_members
from bot.table.stored_round import NO_SERVER
from rules.skill import SkillSums
from rules.whole_hands import WholeHand

Order: TypeAlias = Literal["skill", "results", "best"]

PAGE = 10
"""The number of members on a page of a leaderboard."""

ORDERS = {
    "skill": standings.c.by_skill,
    "results": standings.c.by_results,
    "best": standings.c.by_best,
}

_FIELDS = tuple(one.name for one in fields(Standing) if one.name not in ("sums", "rarest"))
_SUMS = {one.name: one.name for one in fields(SkillSums)} | {"rounds": "counted"}
"""The columns of the sums over the rounds that count for skill, by the fields of `SkillSums`."""


@dataclass(frozen=True, slots=True)
class LeaderboardPlace:
    """A member's place on a leaderboard, shared by equal values, with their standing."""

    place: int
    user: int
    value: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class LeaderboardQuery:
    """A request for a leaderboard by its reader, `user`, who is included even if hidden."""

    server: int
    game: str
    by: Order
    period: Period
    now: datetime
    user: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a leaderboard of `total` members, and the `own` place of its reader.

    `standing` is the reader's standing in the period, whether ranked or not.
    """

    places: tuple[LeaderboardPlace, ...]
    total: int
    own: LeaderboardPlace | None
    standing: Standing


def of_member(connection: Connection, server: int, user: int) -> dict[str, Standing]:
    """Return the standings of a member on a server, by the keys of games."""
    query = select(standings).where(
        standings.c.guild == server, standings.c.user == user, standings.c.period == "all"
    )
    found = connection.execute(query).mappings()
    return {row["game"]: read_standing(row) for row in found}


def leaderboard(connection: Connection, asked: LeaderboardQuery, page: int) -> Leaderboard:
    """Return a page, counted from 0, of the ranked members, best first, and the reader's place.

    Members who hide their statistics are left out, except for the reader.
    """
    by = ORDERS[asked.by].name
    mine = _in_period(asked).where(standings.c.user == asked.user)
    places = _places(connection, asked, page)
    total = connection.execute(_count(ranked(asked))).scalar_one()
    row = connection.execute(mine).mappings().first()
    standing = Standing() if row is None else read_standing(row)
    own = None
    if (
        row is not None
        and row[by] is not None
        and (asked.by != "skill" or standing.listed(asked.now))
    ):
        own = _placed(row, by, _place_of(connection, asked, row[by]))
    return Leaderboard(places, int(total), own, standing)


def ranked(asked: LeaderboardQuery) -> Select[Any]:
    """Return the query for all ranked members who are shown to the reader."""
    query = _in_period(asked).where(ORDERS[asked.by].is_not(None))
    if asked.by == "skill":
        query = query.where(standings.c.last_counted >= asked.now - LISTED)
    if asked.server == NO_SERVER:
        return query.where(standings.c.user == asked.user)
    return query.where(_shown_to(asked.user))


def _in_period(asked: LeaderboardQuery) -> Select[Any]:
    return _by_key(asked).where(standings.c.span == span(asked.period, asked.now))


def _by_key(asked: LeaderboardQuery) -> Select[Any]:
    """Return the query for the rows of all members: the primary key without its last column."""
    return select(standings).where(
        standings.c.guild == asked.server,
        standings.c.game == asked.game,
        standings.c.period == asked.period,
    )


def _places(
    connection: Connection, asked: LeaderboardQuery, page: int
) -> tuple[LeaderboardPlace, ...]:
    """Return the members of a page; the first ones may share the last place of the page before."""
    by = ORDERS[asked.by].name
    places: list[LeaderboardPlace] = []
    for number, row in enumerate(_members(connection, asked, page), PAGE * page + 1):
        if not places:
            place = _place_of(connection, asked, row[by])
        elif row[by] == places[-1].value:
            place = places[-1].place
        else:
            place = number
        places.append(_placed(row, by, place))
    return tuple(places)


def _members(connection: Connection, asked: LeaderboardQuery, page: int) -> list[RowMapping]:
    """Return the standings of the members of a page as rows, best first."""
    users = ranked(asked).with_only_columns(standings.c.user)  # read from the index alone
    users = users.order_by(ORDERS[asked.by].desc(), standings.c.user.desc())
    listed = connection.execute(users.limit(PAGE).offset(PAGE * page)).scalars().all()
    if not listed:
        return []
    rows = connection.execute(_by_key(asked).where(standings.c.user.in_(listed))).mappings()
    of_users = {row["user"]: row for row in rows}
    return [of_users[user] for user in listed]


def _place_of(connection: Connection, asked: LeaderboardQuery, value: int) -> int:
    """Return the place of a value: one more than the number of better ones."""
    better = ranked(asked).where(ORDERS[asked.by] > value)
    return 1 + int(connection.execute(_count(better)).scalar_one())


def _placed(row: RowMapping, by: str, place: int) -> LeaderboardPlace:
    return LeaderboardPlace(place, row["user"], row[by], read_standing(row))


def _shown_to(user: int) -> ColumnElement[bool]:
    """Return the condition that statistics are those of `user`, or not hidden."""
    return (standings.c.user == user) | standings.c.user.not_in(hidden_members())


def _count(query: Select[Any]) -> Select[Any]:
    return query.with_only_columns(func.count())


def read_standing(row: RowMapping | dict[str, Any]) -> Standing:
    """Read a standing from its row."""
    sums = SkillSums(**{name: row[column] for name, column in _SUMS.items()})
    rarest = read_hand(row["rarest"])
    return Standing(sums=sums, rarest=rarest, **{name: row[name] for name in _FIELDS})


def standing_values(standing: Standing) -> dict[str, Any]:
    """Return the values of a standing's columns, including those of the leaderboards."""
    return {
        **{name: getattr(standing, name) for name in _FIELDS},
        "rarest": code_of(standing.rarest),
        **{column: getattr(standing.sums, name) for name, column in _SUMS.items()},
        **{column.name: getattr(standing, column.name) for column in ORDERS.values()},
    }


def read_hand(code: str | None) -> WholeHand | None:
    """Read a hand from its column."""
    return None if code is None else WholeHand.of_code(code)


def code_of(hand: WholeHand | None) -> str | None:
    """Return the value of the column of a hand."""
    return None if hand is None else hand.code
