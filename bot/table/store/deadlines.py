"""Finds rounds to expire, to remind or to redraw, and moves deadlines.

All but `to_reveal` and `extend_overdue_in` are for the rounds of the shards of one process.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import (
    ColumnElement,
    Select,
    TextClause,
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
from bot.storage.statement import Connection, Statement, among

_IS_HELD = is_held(rounds.c.guild)

ABOVE_ALL = 2**63 - 1
"""A number above the id of any round."""

UNDRAWN_AT_ONCE = 128
"""The default number of outdated boards that are read at a time."""


def _select_held(*conditions: ColumnElement[bool] | TextClause) -> Select[int]:
    return select(rounds.c.id).where(*conditions, _IS_HELD)


def _move_deadlines(*late: ColumnElement[bool]) -> Statement:
    return Statement(
        update(rounds)
        .where(*late, IS_OPEN)
        .values(deadline=bindparam("until"), version=rounds.c.version + 1)
    )


_DUE = Statement(
    _select_held(rounds.c.deadline <= bindparam("now"), IS_OPEN).order_by(rounds.c.deadline)
)
_OPEN = Statement(select(func.count()).select_from(rounds).where(IS_OPEN, _IS_HELD))
_TO_REMIND = Statement(
    _select_held(rounds.c.remind_at <= bindparam("now"), MAY_BE_REMINDED).order_by(
        rounds.c.remind_at
    )
)
_UNDRAWN = Statement(
    _select_held(IS_UNDRAWN, rounds.c.id < bindparam("below"))
    .order_by(rounds.c.id.desc())
    .limit(bindparam("most"))
)
_TO_REVEAL = Statement(
    select(rounds.c.id)
    .where(rounds.c.secret_until <= bindparam("now"))
    .order_by(rounds.c.secret_until)
)

_OVERDUE = rounds.c.deadline <= bindparam("now")
_OPENED_BEFORE = rounds.c.opened < bindparam("opened_before")
_EXTEND = _move_deadlines(_OVERDUE, _OPENED_BEFORE, _IS_HELD)
_EXTEND_IN = _move_deadlines(_OVERDUE, _OPENED_BEFORE, among(rounds.c.guild, "servers"))
_DISTANT = rounds.c.deadline > bindparam("now")
_IS_SHORT = or_(rounds.c.minutes.is_(None), rounds.c.minutes <= bindparam("usual"))
_CUT = _move_deadlines(_DISTANT, _IS_SHORT, _IS_HELD)
_CUT_LONG = _move_deadlines(_DISTANT, rounds.c.minutes == bindparam("turn"), _IS_HELD)
_LONG = Statement(
    select(rounds.c.minutes)
    .distinct()
    .where(_DISTANT, rounds.c.minutes > bindparam("usual"), IS_OPEN, _IS_HELD)
)


def due(connection: Connection, now: datetime, shards: Shards = ALL_SERVERS) -> tuple[int, ...]:
    """Return the open rounds whose deadline has come, the longest overdue first."""
    return tuple(connection.run(_DUE, now=now, **shards.values).scalars())


def to_remind(
    connection: Connection, now: datetime, shards: Shards = ALL_SERVERS
) -> tuple[int, ...]:
    """Return the rounds under way whose members are due a reminder and have not had one."""
    return tuple(connection.run(_TO_REMIND, now=now, **shards.values).scalars())


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
    outdated = connection.run(_UNDRAWN, below=below, most=most, **shards.values)
    return tuple(outdated.scalars())


def to_reveal(connection: Connection, now: datetime) -> tuple[int, ...]:
    """Return all rounds whose seed no longer has to stay secret, in the order of their ends."""
    return tuple(connection.run(_TO_REVEAL, now=now).scalars())


def count_open(connection: Connection, shards: Shards = ALL_SERVERS) -> int:
    """Return how many rounds are open."""
    return int(connection.run(_OPEN, **shards.values).scalar())


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
    at = {"now": now, "until": until, "opened_before": opened_before or now}
    return connection.run(_EXTEND, **at, **shards.values).changed


def extend_overdue_in(
    connection: Connection,
    now: datetime,
    until: datetime,
    servers: Collection[int],
    opened_before: datetime,
) -> int:
    """Do the same as `extend_overdue`, for the rounds of some servers."""
    at = {"now": now, "until": until, "opened_before": opened_before}
    return connection.run(_EXTEND_IN, **at, servers=servers).changed


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
    values = {"usual": minutes, "now": limit, **shards.values}
    moved = connection.run(_CUT, until=limit, **values).changed
    for longer in connection.run(_LONG, **values).scalars():
        limit = now + timedelta(minutes=longer)
        values = {"turn": longer, "now": limit, **shards.values}
        moved += connection.run(_CUT_LONG, until=limit, **values).changed
    return moved
