"""Stores the queue of ended or long-resting rounds whose accounting is not stored yet.

A round enters in the transaction that ends it, and leaves in the one that stores its accounting, so
no round is lost if a process ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, literal, select, update

from bot.storage.held import is_held, of_shards
from bot.storage.schema import account_queue
from bot.storage.shards import Shards
from bot.storage.statement import AnyConnection, InsertOnce, write_later
from bot.table.stored_round import StoredRound

ATTEMPTS = 3
"""The number of attempts at the accounting of a round."""

_ENTER = InsertOnce(account_queue, ("round", "ended", "attempts", "guild"))
_AMONG = account_queue.c.round.in_(bindparam("some", expanding=True))
_ENDED = (
    select(account_queue.c.round, account_queue.c.ended)
    .where(_AMONG)
    .order_by(account_queue.c.round)
    .with_for_update()
)
_WAITS = select(account_queue.c.round).where(account_queue.c.round == bindparam("which"))
_REMOVE = delete(account_queue).where(_AMONG)
_EVERY = (
    select(account_queue.c.round, account_queue.c.attempts)
    .order_by(account_queue.c.attempts, account_queue.c.round)
    .limit(bindparam("most"))
)
_WAITING = (_EVERY, _EVERY.where(is_held(account_queue.c.guild)))
"""Read from an index alone, in its order."""

MOST_COUNTED = 100_000
"""The largest number of rounds that are counted for the length of a queue."""

_WAITS = select(literal(1)).select_from(account_queue)
_LENGTH = tuple(
    select(func.count()).select_from(some.limit(MOST_COUNTED).subquery())
    for some in (_WAITS, _WAITS.where(is_held(account_queue.c.guild)))
)


def enqueue(connection: AnyConnection, stored: StoredRound, now: datetime | None) -> None:
    """Add a round that has ended; a round that is in the queue already is unchanged."""
    row = {"round": stored.id, "ended": now or stored.opened, "attempts": 0}
    write_later(connection, _ENTER, [{**row, "guild": stored.server}])


def ended(connection: Connection, round_ids: Sequence[int]) -> dict[int, datetime]:
    """Return when each of these rounds ended, without those that are not in the queue.

    They are locked against removal by others until this transaction ends.
    """
    return {row.round: row.ended for row in connection.execute(_ENDED, {"some": [*round_ids]})}


def remove(connection: Connection, round_ids: Sequence[int]) -> None:
    """Remove rounds."""
    connection.execute(_REMOVE, {"some": [*round_ids]})


def waits(connection: Connection, round_id: int) -> bool:
    """Return whether a round waits for its accounting."""
    return connection.execute(_WAITS, {"which": round_id}).scalar() is not None


def waiting(
    connection: Connection, most: int, shards: Shards | None = None
) -> list[tuple[int, int]]:
    """Return some rounds of these shards, None for all, with their attempts; fewest first."""
    statement, held = of_shards(_WAITING, shards)
    found = connection.execute(statement, {"most": most, **held})
    return [(row.round, row.attempts) for row in found]


def length(connection: Connection, shards: Shards | None = None) -> int:
    """Return how many rounds of these shards wait, None for all; `MOST_COUNTED` at most."""
    every, of_held = _LENGTH
    statement, held = of_shards((every, of_held), shards)
    return int(connection.execute(statement, held).scalar_one())


def note_attempt(connection: Connection, round_id: int) -> None:
    """Count one more failed attempt."""
    connection.execute(
        update(account_queue)
        .where(account_queue.c.round == round_id)
        .values(attempts=account_queue.c.attempts + 1)
    )
