"""Finds rounds to expire, to remind or to redraw, and moves deadlines.

Each query but `to_reveal` is for the rounds of the shards of one process.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    TextClause,
    Update,
    bindparam,
    func,
    or_,
    select,
    update,
)

from bot.storage.schema import (
    IS_OPEN,
    IS_UNDRAWN,
    MAY_BE_REMINDED,
    rounds,
)
from bot.storage.shards import ALL_SERVERS, Shards, is_held

_IS_HELD = is_held(rounds.c.guild)

ABOVE_ALL = 2**63 - 1
"""A number above the id of any round."""

UNDRAWN_AT_ONCE = 128
"""The default number of outdated boards that are read at a time."""


def _held(*conditions: ColumnElement[bool] | TextClause) -> Select[int]:
    return select(rounds.c.id).where(*conditions, _IS_HELD)


def _moving(*late: ColumnElement[bool]) -> Update:
    return (
        update(rounds)
        .where(*late, IS_OPEN, _IS_HELD)
        .values(deadline=bindparam("until"), version=rounds.c.version + 1)
    )


_DUE = _held(rounds.c.deadline <= bindparam("now"), IS_OPEN).order_by(rounds.c.deadline)
_OPEN = select(func.count()).select_from(rounds).where(IS_OPEN, _IS_HELD)
_TO_REMIND = _held(rounds.c.remind_at <= bindparam("now"), MAY_BE_REMINDED).order_by(
    rounds.c.remind_at
)
_UNDRAWN = (
    _held(IS_UNDRAWN, rounds.c.id < bindparam("below"))
    .order_by(rounds.c.id.desc())
    .limit(bindparam("most"))
)
_TO_REVEAL = (
    select(rounds.c.id)
    .where(rounds.c.secret_until <= bindparam("now"))
    .order_by(rounds.c.secret_until)
)

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
_LONG = (
    select(rounds.c.minutes)
    .distinct()
    .where(_DISTANT, rounds.c.minutes > bindparam("usual"), IS_OPEN, _IS_HELD)
)


def due(connection: Connection, now: datetime, shards: Shards = ALL_SERVERS) -> tuple[int, ...]:
    """Return the open rounds whose deadline has come, the longest overdue first."""
    return _find(connection, _DUE, shards, now=now)


def to_remind(
    connection: Connection, now: datetime, shards: Shards = ALL_SERVERS
) -> tuple[int, ...]:
    """Return the rounds under way whose members are due a reminder and have not had one."""
    return _find(connection, _TO_REMIND, shards, now=now)


def undrawn(
    connection: Connection,
    shards: Shards = ALL_SERVERS,
    *,
    below: int = ABOVE_ALL,
    most: int = UNDRAWN_AT_ONCE,
) -> tuple[int, ...]:
    """Return the rounds whose message is outdated, the newest first, `most` at most.

    Only rounds with an id `below` a number are included.
    """
    return _find(connection, _UNDRAWN, shards, below=below, most=most)


def to_reveal(connection: Connection, now: datetime) -> tuple[int, ...]:
    """Return all rounds whose seed no longer has to stay secret, in the order of their ends."""
    return tuple(connection.execute(_TO_REVEAL, {"now": now}).scalars())


def count_open(connection: Connection, shards: Shards = ALL_SERVERS) -> int:
    """Return how many rounds are open."""
    return int(connection.execute(_OPEN, shards.values).scalar_one())


def extend_overdue(
    connection: Connection,
    now: datetime,
    until: datetime,
    shards: Shards = ALL_SERVERS,
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
    shards: Shards = ALL_SERVERS,
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
    connection: Connection, question: Select[Any], shards: Shards, **values: Any
) -> tuple[int, ...]:
    return tuple(connection.execute(question, {**values, **shards.values}).scalars())


def _move(
    connection: Connection,
    moving: Update,
    now: datetime,
    until: datetime,
    shards: Shards,
    **values: Any,
) -> int:
    given = {**values, **shards.values, "now": now, "until": until}
    return int(connection.execute(moving, given).rowcount)
