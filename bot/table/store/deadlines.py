"""Finds rounds to expire, to remind or to redraw, and moves deadlines.

Each query is for all rounds, or for those of the shards of one process.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    TextClause,
    and_,
    bindparam,
    func,
    or_,
    select,
    true,
    update,
)

from bot.storage.held import Variants, is_held, of_shards
from bot.storage.schema import (
    IS_OPEN,
    IS_UNDRAWN,
    MAY_BE_REMINDED,
    rounds,
)
from bot.storage.shards import Shards

_HELD = is_held(rounds.c.guild)

ABOVE_ALL = 2**63 - 1
"""A number above the id of any round."""

UNDRAWN_AT_ONCE = 128
"""The default number of outdated boards that are read at a time."""


def _ids(*conditions: ColumnElement[bool] | TextClause, by: ColumnElement[Any]) -> Variants:
    every, held_ones = (
        select(rounds.c.id).where(*conditions, held).order_by(by) for held in (true(), _HELD)
    )
    return every, held_ones


def _newest(*conditions: ColumnElement[bool] | TextClause) -> Variants:
    every, held_ones = (
        select(rounds.c.id)
        .where(*conditions, rounds.c.id < bindparam("below"), held)
        .order_by(rounds.c.id.desc())
        .limit(bindparam("most"))
        for held in (true(), _HELD)
    )
    return every, held_ones


def _moving(*late: ColumnElement[bool]) -> Variants:
    every, held_ones = (
        update(rounds)
        .where(and_(*late, IS_OPEN, held))
        .values(deadline=bindparam("until"), version=rounds.c.version + 1)
        for held in (true(), _HELD)
    )
    return every, held_ones


_DUE = _ids(rounds.c.deadline <= bindparam("now"), IS_OPEN, by=rounds.c.deadline)
_OPEN = (
    select(func.count()).select_from(rounds).where(IS_OPEN),
    select(func.count()).select_from(rounds).where(IS_OPEN, _HELD),
)
_TO_REMIND = _ids(rounds.c.remind_at <= bindparam("now"), MAY_BE_REMINDED, by=rounds.c.remind_at)
_UNDRAWN = _newest(IS_UNDRAWN)
_TO_REVEAL = _ids(rounds.c.secret_until <= bindparam("now"), by=rounds.c.secret_until)

_EXTEND = _moving(
    rounds.c.deadline <= bindparam("now"), rounds.c.opened < bindparam("opened_before")
)
_EXTEND_IN = (
    update(rounds)
    .where(
        rounds.c.deadline <= bindparam("now"),
        IS_OPEN,
        rounds.c.guild.in_(bindparam("servers", expanding=True)),
    )
    .values(deadline=bindparam("until"), version=rounds.c.version + 1)
)
_DISTANT = rounds.c.deadline > bindparam("now")
_CUT = _moving(_DISTANT, or_(rounds.c.minutes.is_(None), rounds.c.minutes <= bindparam("usual")))
_CUT_LONG = _moving(_DISTANT, rounds.c.minutes == bindparam("turn"))
_IS_LONG = and_(_DISTANT, rounds.c.minutes > bindparam("usual"), IS_OPEN)
_LONG = (
    select(rounds.c.minutes).distinct().where(_IS_LONG),
    select(rounds.c.minutes).distinct().where(_IS_LONG, _HELD),
)


def due(connection: Connection, now: datetime, shards: Shards | None = None) -> tuple[int, ...]:
    """Return the open rounds whose deadline has come, the longest overdue first."""
    return _find(connection, _DUE, shards, now=now)


def to_remind(
    connection: Connection, now: datetime, shards: Shards | None = None
) -> tuple[int, ...]:
    """Return the rounds under way whose members are due a reminder and have not had one."""
    return _find(connection, _TO_REMIND, shards, now=now)


def undrawn(
    connection: Connection,
    shards: Shards | None = None,
    *,
    below: int = ABOVE_ALL,
    most: int = UNDRAWN_AT_ONCE,
) -> tuple[int, ...]:
    """Return the rounds whose message is outdated, the newest first, `most` at most.

    Only rounds with an id `below` a number are included.
    """
    return _find(connection, _UNDRAWN, shards, below=below, most=most)


def to_reveal(
    connection: Connection, now: datetime, shards: Shards | None = None
) -> tuple[int, ...]:
    """Return the rounds whose seed no longer has to stay secret, in the order of their ends."""
    return _find(connection, _TO_REVEAL, shards, now=now)


def count_open(connection: Connection, shards: Shards | None = None) -> int:
    """Return how many rounds are open."""
    statement, held = of_shards(_OPEN, shards)
    return int(connection.execute(statement, held).scalar_one())


def extend_overdue(
    connection: Connection,
    now: datetime,
    until: datetime,
    shards: Shards | None = None,
    opened_before: datetime | None = None,
) -> int:
    """Move the deadline of every overdue open round to `until`; return how many were moved.

    With `opened_before`, rounds that were opened later are unchanged. The versions of the moved
    rounds increase, so that their messages are redrawn.
    """
    return _move(connection, _EXTEND, now, until, shards, opened_before=opened_before or now)


def extend_overdue_in(
    connection: Connection, now: datetime, until: datetime, servers: Collection[int]
) -> int:
    """Move the deadline of every overdue open round of some servers; return how many were moved."""
    given = {"now": now, "until": until, "servers": [*servers]}
    return int(connection.execute(_EXTEND_IN, given).rowcount)


def cut_distant(
    connection: Connection,
    now: datetime,
    usual: timedelta,
    shards: Shards | None = None,
) -> int:
    """Shorten every deadline that is further away than a turn takes there; return how many.

    A turn takes the minutes of its round, but the `usual` time at least, which a lobby waits.
    """
    limit, minutes = now + usual, usual // timedelta(minutes=1)
    moved = _move(connection, _CUT, limit, limit, shards, usual=minutes)
    for longer in _find(connection, _LONG, shards, now=limit, usual=minutes):
        limit = now + timedelta(minutes=longer)
        moved += _move(connection, _CUT_LONG, limit, limit, shards, turn=longer)
    return moved


def _find(
    connection: Connection, question: Variants, shards: Shards | None, **values: Any
) -> tuple[int, ...]:
    statement, held = of_shards(question, shards)
    return tuple(connection.execute(statement, {**values, **held}).scalars())


def _move(
    connection: Connection,
    moving: Variants,
    now: datetime,
    until: datetime,
    shards: Shards | None,
    **values: Any,
) -> int:
    statement, held = of_shards(moving, shards)
    given = {**values, **held, "now": now, "until": until}
    return int(connection.execute(statement, given).rowcount)
