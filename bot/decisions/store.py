"""Storage of practice: answers and due times of positions by member."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, and_, case, delete, select

from bot.storage.schema import accounts, decisions, practice
from bot.storage.statement import insert_for
from bot.table.store.game_keys import ALONE
from rules.game import Unit


@dataclass(frozen=True, slots=True)
class Practised:
    """The practice of a position by a member: asked `times` times, the last `right` ones right.

    `due` is the next time, None once it is no longer asked.
    """

    times: int
    right: int
    due: datetime | None


def practised(connection: Connection, member: int) -> dict[str, Practised]:
    rows = connection.execute(select(practice).where(practice.c.member == member))
    return {row.position: Practised(row.times, row.right, row.due) for row in rows}


def note(
    connection: Connection, member: int, position: str, before: Practised | None, after: Practised
) -> bool:
    """Store an answer; return False if another press was faster."""
    values = {"times": after.times, "right": after.right, "due": after.due}
    new = insert_for(connection)(practice).values(member=member, position=position, **values)
    stored = connection.execute(
        new.on_conflict_do_update(
            index_elements=["member", "position"],
            set_=values,
            where=practice.c.times == (0 if before is None else before.times),
        )
    )
    return bool(stored.rowcount)


def forget(connection: Connection, member: int, position: str) -> None:
    """Delete a position that can no longer be asked."""
    here = and_(practice.c.member == member, practice.c.position == position)
    connection.execute(delete(practice).where(here))


def costliest(
    connection: Connection, member: int, least: Mapping[Unit, float], most: int
) -> tuple[tuple[int, int], ...]:
    """Return a member's costliest choices of all rounds: round and number in its record.

    Their losses exceed the `least` of their unit, and are weighed by it.
    """
    alone = accounts.c.game.like(f"%{ALONE}")
    weighed = decisions.c.loss / case((alone, least["points"]), else_=least["share"])
    query = (
        select(decisions.c.round, decisions.c.number)
        .join(
            accounts,
            and_(accounts.c.round == decisions.c.round, accounts.c.seat == decisions.c.seat),
        )
        .where(accounts.c.user == member, weighed > 1)
        .order_by(weighed.desc(), decisions.c.round, decisions.c.number)
        .limit(most)
    )
    return tuple((row.round, row.number) for row in connection.execute(query))
