"""Which rounds are due, to be reminded or to be drawn again, and how deadlines are moved.

Each question can be asked for all rounds, or for those of the shards of one process.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    TextClause,
    and_,
    bindparam,
    func,
    not_,
    select,
    true,
    update,
)

from bot.storage.held import Variants, is_held, of_shards
from bot.storage.schema import IS_OPEN, IS_UNDRAWN, MAY_BE_REMINDED, rounds
from bot.storage.shards import Shards
from bot.table.pace import NORMAL, QUICK, SLOW

_HELD = is_held(rounds.c.guild)


def _ids(*conditions: ColumnElement[bool] | TextClause, by: ColumnElement[Any]) -> Variants:
    every, held_ones = (
        select(rounds.c.id).where(*conditions, held).order_by(by) for held in (true(), _HELD)
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


DUE = _ids(rounds.c.deadline <= bindparam("now"), IS_OPEN, by=rounds.c.deadline)
OPEN = (
    select(func.count()).select_from(rounds).where(IS_OPEN),
    select(func.count()).select_from(rounds).where(IS_OPEN, _HELD),
)
TO_REMIND = _ids(rounds.c.remind_at <= bindparam("now"), MAY_BE_REMINDED, by=rounds.c.remind_at)
EVERY_OPEN = _ids(IS_OPEN, by=rounds.c.id)
UNDRAWN = _ids(IS_UNDRAWN, by=rounds.c.id)

_EXTEND = _moving(rounds.c.deadline <= bindparam("now"))
_QUICK = and_(rounds.c.status == "playing", rounds.c.table_options.like('%"pace":"quick"%'))
_SLOW = rounds.c.table_options.like('%"pace":"slow"%')
_DISTANT = rounds.c.deadline > bindparam("now")
_CUT = {
    QUICK.key: _moving(_DISTANT, _QUICK),
    NORMAL.key: _moving(_DISTANT, not_(_QUICK), not_(_SLOW)),
    SLOW.key: _moving(_DISTANT, _SLOW),
}
"""By pace; a round that waits for its players waits at normal pace at least."""


def find(
    connection: Connection, question: Variants, shards: Shards | None, **values: Any
) -> tuple[int, ...]:
    """Return the ids of the rounds that a question asks for."""
    statement, held = of_shards(question, shards)
    return tuple(connection.execute(statement, {**values, **held}).scalars())


def count(connection: Connection, question: Variants, shards: Shards | None) -> int:
    """Return how many rounds a question counts."""
    statement, held = of_shards(question, shards)
    return int(connection.execute(statement, held).scalar_one())


def extend(connection: Connection, now: datetime, until: datetime, shards: Shards | None) -> int:
    """Move the deadlines that have come to `until`; return how many."""
    return _move(connection, _EXTEND, now, until, shards)


def cut(connection: Connection, limits: Mapping[str, datetime], shards: Shards | None) -> int:
    """Move the deadlines after the limit of their table's pace back to it; return how many."""
    return sum(
        _move(connection, _CUT[pace], limit, limit, shards) for pace, limit in limits.items()
    )


def _move(
    connection: Connection, moving: Variants, now: datetime, until: datetime, shards: Shards | None
) -> int:
    statement, held = of_shards(moving, shards)
    return int(connection.execute(statement, {**held, "now": now, "until": until}).rowcount)
