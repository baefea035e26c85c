"""Every column that may hold the id of a member, and what becomes of it when they are erased.

A new column of this kind is entered here; a test finds those that are missing.
`bot.storage.erasing` and `bot.storage.member_export` work from this list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from sqlalchemy import Column, ColumnElement, Table

from bot.storage.schema import results, rounds, settings

Fate: TypeAlias = Literal["former", "null", "delete"]
"""What erasing does: a former player takes the place of the id, the id goes, the row goes."""


@dataclass(frozen=True, slots=True)
class Personal:
    """A column that may hold a member's id: as it is, or behind a `prefix` in a text."""

    column: Column[Any]
    fate: Fate
    prefix: str | None = None

    @property
    def table(self) -> Table:
        """The table of the column."""
        return self.column.table

    def holds(self, user: int) -> ColumnElement[bool]:
        """Return the condition that a row holds this member's id."""
        value: int | str = user if self.prefix is None else f"{self.prefix}{user}"
        return self.column == value


PERSONAL = (
    Personal(rounds.c.opener, "former"),
    Personal(rounds.c.players, "former"),
    Personal(rounds.c.table_options, "former"),
    Personal(results.c.user, "null"),
    Personal(settings.c.scope, "delete", "member/"),
)
"""The columns. Those of rounds are rewritten together, by round (`bot.storage.erasing`)."""
