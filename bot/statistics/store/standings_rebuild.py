"""Makes the standings anew: the queue of rounds that are added to them again, as stored.

All numbers are cleared in the transaction that enters the rounds here, and a round
leaves in the one that counts it. So each is counted once, however often that is
interrupted, and whoever comes next goes on.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
)

from bot.statistics.store.accounts import count_stored
from bot.statistics.store.standings_update import clear
from bot.storage.database import Storage
from bot.storage.schema import accounts, count_queue, results, rounds, without_account
from bot.table.store.account_queue import MOST_COUNTED

AT_ONCE = 50
"""How many rounds are counted in one transaction, which takes some seconds if the server is far."""

ENTER_SECONDS = 120.0
"""How long it may take to enter a million rounds."""

_ENDED = func.max(func.coalesce(results.c.finished, accounts.c.ended, rounds.c.opened))
_IN_ORDER = (
    select(func.row_number().over(order_by=(_ENDED, rounds.c.id)), rounds.c.id)
    .outerjoin(results, results.c.round == rounds.c.id)
    .outerjoin(accounts, accounts.c.round == rounds.c.id)
    .outerjoin(without_account, without_account.c.round == rounds.c.id)
    .where(accounts.c.round.is_not(None) | without_account.c.round.is_not(None))
    .group_by(rounds.c.id)
)
"""All rounds that were counted, in the order in which they ended."""

_NEXT = (
    select(count_queue.c.position, count_queue.c.round)
    .order_by(count_queue.c.position)
    .limit(bindparam("most"))
    .with_for_update()
)
_LENGTH = select(func.count()).select_from(
    select(literal_column("1")).select_from(count_queue).limit(MOST_COUNTED).subquery()
)
_ANY: Select[Any] = select(literal_column("1")).select_from(count_queue).limit(1)


def waits(connection: Connection) -> bool:
    """Return whether any round waits."""
    return connection.execute(_ANY).first() is not None


def length(connection: Connection) -> int:
    """Return how many rounds wait, `MOST_COUNTED` at most."""
    return int(connection.execute(_LENGTH).scalar_one())


def enter_all(connection: Connection) -> int:
    """Clear where everybody stands, and enter all rounds that were counted; return how many.

    It may take `ENTER_SECONDS`: call it by `Storage.write_within`.
    Rounds whose accounting is not made yet are counted when it is stored.
    """
    connection.execute(delete(count_queue))
    _lock_numbers(connection)
    clear(connection)
    connection.execute(insert(count_queue).from_select(["position", "round"], _IN_ORDER))
    counted = select(func.count()).select_from(count_queue)
    return int(connection.execute(counted).scalar_one())


def count_next(connection: Connection, most: int = AT_ONCE) -> int:
    """Count the next rounds, in their order; return how many there were."""
    found = connection.execute(_NEXT, {"most": most}).all()
    if not found:
        return 0
    _lock_numbers(connection)
    connection.execute(
        delete(count_queue).where(count_queue.c.position.in_([one[0] for one in found]))
    )
    for _, round_id in found:
        count_stored(connection, round_id)
    return len(found)


def count_all(storage: Storage) -> int:
    """Count all rounds that wait, some in each transaction; return how many there were."""
    done = 0
    while storage.read(waits):  # another process may count, too
        done += storage.write(count_next)
    return done


def _lock_numbers(connection: Connection) -> None:
    """Let others who count wait until this transaction ends, on PostgreSQL; SQLite has one writer.

    To be called once the rows of a queue are locked, as others who count do it.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE standings IN EXCLUSIVE MODE"))
