"""The columns that may hold a member's id, and the rounds that name a member.

`bot.storage.schema` tells of each such column what an erasure does to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, and_, bindparam, select, union

from bot.storage.schema import (
    IS_MEMBERS,
    OPENED_BY_MEMBER,
    Erasure,
    metadata,
    rounds,
    seats,
    turns,
)
from bot.storage.statement import Connection, Statement


@dataclass(frozen=True, slots=True)
class PersonalColumn:
    """A column that may hold a member's id: as it is, behind a `prefix` in a text, or hashed."""

    column: Column[Any]

    @property
    def table(self) -> Table:
        return self.column.table

    @property
    def erasure(self) -> Erasure:
        erasure: Erasure = self.column.info["erasure"]
        return erasure

    @property
    def prefix(self) -> str:
        prefix: str = self.column.info["prefix"]
        return prefix

    @property
    def names_member(self) -> ColumnElement[bool]:
        """The condition that a row holds a member's id or its hash, with the value of `values`."""
        return self.column == bindparam("member", type_=self.column.type)

    def values(self, user: int, hashed: str | None = None) -> dict[str, int | str | None]:
        """Return the value of `names_member` for a member."""
        if self.erasure == "hash":
            return {"member": hashed}
        return {"member": f"{self.prefix}{user}" if self.prefix else user}


PERSONAL_COLUMNS = tuple(
    PersonalColumn(column)
    for table in metadata.sorted_tables
    for column in table.columns
    if "erasure" in column.info
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
    .where(names_member, number > bindparam("after"))
    .distinct()
    .order_by(number)
    .limit(bindparam("most"))
    .subquery()
    for number, names_member in _OF_ROUNDS
]
_NAMING = Statement(
    union(*(select(rounds_.c.round) for rounds_ in _IN_ORDER))
    .order_by("round")
    .limit(bindparam("most"))
)


def rounds_naming(connection: Connection, user: int, after: int, most: int) -> list[int]:
    """Return the next rounds after `after` that name a member, in order; only indexes are read."""
    return connection.run(_NAMING, who=user, after=after, most=most).scalars()
