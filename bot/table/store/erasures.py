"""Stores the erasures by keyed hashes, which do not reveal the erased members."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, func, select

from bot.storage.keyed_hash import existing_hash
from bot.storage.schema import erasures
from bot.storage.statement import Connection, Statement, insert_once

_NOTE = insert_once(erasures)
_SINCE = Statement(
    select(erasures.c.at)
    .where(erasures.c.hash == bindparam("hashed"), erasures.c.at >= bindparam("when"))
    .limit(1)
)
_COUNT = Statement(select(func.count()).select_from(erasures))


def record_erasure(connection: Connection, hashed: str, at: datetime) -> None:
    """Record that the member with this hash was erased."""
    connection.run(_NOTE, hash=hashed, at=at)


def erased_since(connection: Connection, user: int, when: datetime) -> bool:
    """Return whether a member was erased at that time or later."""
    return bool(connection.run(_SINCE, hashed=existing_hash(connection, user), when=when))


def count_erasures(connection: Connection) -> int:
    """Return how many erasures there were."""
    return int(connection.run(_COUNT).scalar())
