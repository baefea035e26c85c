"""Counts the faces of landed dice by server. A round is counted when it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sqlalchemy import Connection, bindparam, func, insert, select, update

from bot.storage.schema import face_counts
from bot.storage.statement import AnyConnection, Statement
from rules.engine import Landed, Step

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")

_INSERT = Statement(insert(face_counts), ("guild", *FACES))
_ADD = Statement(
    update(face_counts)
    .where(face_counts.c.guild.is_not_distinct_from(bindparam("where")))
    .values({name: face_counts.c[name] + bindparam(f"more_{name}") for name in FACES})
)
_SUM = select(*(func.coalesce(func.sum(face_counts.c[name]), 0) for name in FACES))


def of(connection: Connection, guild: int | None) -> tuple[int, ...]:
    """Return how often each face landed on a server, from 1 to 6."""
    where = face_counts.c.guild.is_not_distinct_from(guild)
    return tuple(map(int, connection.execute(_SUM.where(where)).one()))


def total(connection: Connection) -> tuple[int, ...]:
    """Return how often each face landed everywhere, from 1 to 6."""
    return tuple(map(int, connection.execute(_SUM).one()))


def count(connection: AnyConnection, guild: int | None, record: Iterable[Step]) -> None:
    """Count the dice of a round; cards are not counted."""
    landed = Counter(
        face for step in record if isinstance(step, Landed) and not step.deck for face in step.faces
    )
    if not landed:
        return
    more = {name: landed[face] for face, name in enumerate(FACES, 1)}
    added = {f"more_{name}": number for name, number in more.items()}
    if not _ADD.run(connection, {"where": guild, **added}).rowcount:
        _INSERT.run(connection, {"guild": guild, **more})
