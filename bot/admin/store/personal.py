"""The columns that may hold a member's id, and the effect of an erasure.

A new column of this kind is entered here; a test finds missing ones. `bot.admin.store.erasing` and
`bot.admin.store.member_export` work from this list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Column, ColumnElement, Table, and_, bindparam, select, union

from bot.storage.schema import (
    IS_MEMBERS,
    OPENED_BY_MEMBER,
    bars,
    daily_reminders,
    dares,
    entries,
    erasures,
    kept_out,
    results,
    rounds,
    seats,
    settings,
    turns,
)
from bot.storage.statement import Connection, Statement

Fate: TypeAlias = Literal["former", "null", "delete", "hash"]
"""The effects of an erasure: a former player replaces the id, the id is removed, the row is
deleted.

A keyed hash of the id (`bot.storage.keyed_hash`) stays.
"""


@dataclass(frozen=True, slots=True)
class Personal:
    """A column that may hold a member's id: as it is, behind a `prefix` in a text, or hashed."""

    column: Column[Any]
    fate: Fate
    prefix: str | None = None

    @property
    def table(self) -> Table:
        return self.column.table

    @property
    def is_named(self) -> ColumnElement[bool]:
        """The condition that a row holds a member's id, or the hash of it; `named` is its value."""
        return self.column == bindparam("member", type_=self.column.type)

    def named(self, user: int, hashed: str | None = None) -> dict[str, int | str | None]:
        """Return the value of `is_named` for a member."""
        if self.fate == "hash":
            return {"member": hashed}
        return {"member": user if self.prefix is None else f"{self.prefix}{user}"}


PERSONAL = (
    Personal(rounds.c.opener, "former"),
    Personal(rounds.c.closed_by, "former"),
    Personal(seats.c.user, "former"),
    Personal(turns.c.member, "former"),
    Personal(kept_out.c.member, "delete"),
    Personal(results.c.user, "null"),
    Personal(entries.c.member, "delete"),
    Personal(daily_reminders.c.member, "delete"),
    Personal(dares.c.owner, "null"),
    Personal(dares.c.invited, "null"),
    Personal(settings.c.scope, "delete", "member/"),
    Personal(settings.c.key, "delete", "member/"),
    Personal(bars.c.member, "hash"),
    Personal(bars.c.user, "null"),
    Personal(bars.c.set_by, "former"),
    Personal(erasures.c.hash, "hash"),
)
"""The columns. Those of rounds, seats and turns change together (`bot.admin.store.erasing`)."""

_OF_ROUNDS: tuple[tuple[Column[int], ColumnElement[bool]], ...] = (
    (seats.c.round, and_(IS_MEMBERS, seats.c.user == bindparam("who"))),
    (rounds.c.id, and_(OPENED_BY_MEMBER, rounds.c.opener == bindparam("who"))),
    (rounds.c.id, rounds.c.closed_by == bindparam("who")),
    (turns.c.round, turns.c.member == bindparam("who")),
)
_IN_ORDER = [
    select(number.label("round"))
    .where(named, number > bindparam("after"))
    .distinct()
    .order_by(number)
    .limit(bindparam("most"))
    .subquery()
    for number, named in _OF_ROUNDS
]
_NAMING = Statement(
    union(*(select(some.c.round) for some in _IN_ORDER)).order_by("round").limit(bindparam("most"))
)


def naming(connection: Connection, user: int, after: int, most: int) -> list[int]:
    """Return the next rounds after `after` that name a member, in order; only indexes are read."""
    return connection.run(_NAMING, who=user, after=after, most=most).scalars()
