"""Stores how often each face has landed on a server, in games that have ended."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import Connection, bindparam, select

from bot.storage.schema import FACES, face_counts, steps
from bot.storage.statement import AnyConnection, InsertOnce, Statement
from bot.table.stored_round import NO_SERVER, StoredRound

_ROLLS = Statement(
    select(steps.c.faces).where(
        steps.c.round == bindparam("which"), steps.c.faces.is_not(None), steps.c.source.is_(None)
    )
)


class _Increments(InsertOnce):
    """An insert of the counts of servers, which are added to existing ones."""

    def _on_conflict(self, new: Any) -> Any:
        totals = {name: face_counts.c[name] + new.excluded[name] for name in FACES}
        return new.on_conflict_do_update(index_elements=["guild"], set_=totals)


_ADD = _Increments(face_counts, ("guild", *FACES))


def add(connection: AnyConnection, ended: StoredRound) -> None:
    """Add the dice of a round that has ended to those of its server."""
    if ended.play is None or ended.server == NO_SERVER:
        return
    rolls = _ROLLS.run(connection, {"which": ended.id})
    landed = Counter(face for row in rolls for face in row.faces.split())
    if landed:
        counts = {name: landed[str(face)] for face, name in enumerate(FACES, 1)}
        _ADD.run_many(connection, [{"guild": ended.server, **counts}])


def of_server(connection: Connection, guild: int) -> tuple[int, ...]:
    """Return how often each face from 1 to 6 has landed on a server."""
    counts = select(*(face_counts.c[name] for name in FACES)).where(face_counts.c.guild == guild)
    found = connection.execute(counts).first()
    return (0,) * len(FACES) if found is None else tuple(found)
