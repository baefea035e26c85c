"""Counts the faces of landed dice by server. A round is counted when it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, bindparam, func, insert, select, update

from bot.storage.schema import face_counts
from bot.storage.statement import AnyConnection, Statement, write_later
from rules.engine import Landed, Step

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
_MORE = tuple(f"more_{name}" for name in FACES)
_NONE = dict.fromkeys(_MORE, 0)

_INSERT = Statement(
    insert(face_counts).values(
        guild=bindparam("where"), **dict(zip(FACES, map(bindparam, _MORE), strict=True))
    )
)
_ADD = Statement(
    update(face_counts)
    .where(face_counts.c.guild.is_not_distinct_from(bindparam("where")))
    .values(
        {one: face_counts.c[one] + bindparam(more) for one, more in zip(FACES, _MORE, strict=True)}
    )
)
_SUM = select(*(func.coalesce(func.sum(face_counts.c[name]), 0) for name in FACES))


class _Counts:
    """Counts that are added to those of their servers, 0 for none."""

    table = f" {face_counts.name}"

    def run_many(self, connection: AnyConnection, many: Sequence[tuple[int, Counter[str]]]) -> int:
        """Add counts; return the number of servers. Rows are locked in the order of servers."""
        of_each: dict[int, Counter[str]] = {}
        for server, landed in many:
            of_each.setdefault(server, Counter()).update(landed)
        for server in sorted(of_each):
            more = {"where": server or None, **_NONE, **of_each[server]}
            if not _ADD.run(connection, more).rowcount:
                _INSERT.run(connection, more)
        return len(of_each)


_COUNTS = _Counts()


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
        _MORE[face - 1]
        for step in record
        if isinstance(step, Landed) and not step.deck
        for face in step.faces
    )
    if landed:
        write_later(connection, _COUNTS, [(guild or 0, landed)])
