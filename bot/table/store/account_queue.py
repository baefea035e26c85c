"""The rounds that have ended and whose accounting is not stored yet.

A round enters in the transaction that ends it, and leaves in the one that stores its
accounting, so none is lost with a process.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, func, literal, select, update

from bot.storage.held import is_held, of_shards
from bot.storage.schema import account_queue
from bot.storage.shards import Shards
from bot.storage.statement import AnyConnection, InsertOnce
from bot.table.stored_round import StoredRound

ATTEMPTS = 3
"""How many times the accounting of a round is tried."""

_ENTER = InsertOnce(account_queue, ("round", "ended", "attempts", "guild"))
_REMOVE = (
    delete(account_queue)
    .where(account_queue.c.round.in_(bindparam("some", expanding=True)))
    .returning(account_queue.c.round, account_queue.c.ended)
)
_EVERY = (
    select(account_queue.c.round, account_queue.c.attempts)
    .order_by(account_queue.c.attempts, account_queue.c.round)
    .limit(bindparam("most"))
)
_WAITING = (_EVERY, _EVERY.where(is_held(account_queue.c.guild)))
"""Read from an index alone, in its order."""

MOST_COUNTED = 100_000
"""How many rounds are counted at most to tell how long a queue is."""

_WAITS = select(literal(1)).select_from(account_queue)
_LENGTH = tuple(
    select(func.count()).select_from(some.limit(MOST_COUNTED).subquery())
    for some in (_WAITS, _WAITS.where(is_held(account_queue.c.guild)))
)


def enqueue(connection: AnyConnection, stored: StoredRound, now: datetime | None) -> None:
    """Note that a round has ended; one that is noted already stays as it is."""
    row = {"round": stored.id, "ended": now or stored.opened, "attempts": 0}
    _ENTER.run_many(connection, [{**row, "guild": stored.server}])


def dequeue(connection: Connection, round_ids: Sequence[int]) -> dict[int, datetime]:
    """Remove rounds; return when each of them ended, without those that were not there."""
    removed = connection.execute(_REMOVE, {"some": [*round_ids]})
    return {row.round: row.ended for row in removed}


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
    """Count one more attempt that failed."""
    connection.execute(
        update(account_queue)
        .where(account_queue.c.round == round_id)
        .values(attempts=account_queue.c.attempts + 1)
    )
