"""Stores the erasures by keyed hashes, which do not reveal the erased members."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, func, insert, select

from bot.storage.keyed_hash import known_hash
from bot.storage.schema import erasures


def note(connection: Connection, hashed: str, at: datetime) -> None:
    """Record that the member with this hash was erased."""
    there = select(erasures.c.at).where(erasures.c.hash == hashed, erasures.c.at == at)
    if connection.execute(there).first() is None:
        connection.execute(insert(erasures).values(hash=hashed, at=at))


def erased_since(connection: Connection, user: int, when: datetime) -> bool:
    """Return whether a member was erased at that time or later."""
    query = select(erasures.c.at).where(
        erasures.c.hash == known_hash(connection, user), erasures.c.at >= when
    )
    return connection.execute(query.limit(1)).first() is not None


def count(connection: Connection) -> int:
    """Return how many erasures there were."""
    return int(connection.execute(select(func.count()).select_from(erasures)).scalar_one())
