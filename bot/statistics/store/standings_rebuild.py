"""Rebuilds the standings: the queue of rounds that are counted again, as stored.

All numbers are cleared in the transaction that enters the rounds here, and a round leaves the queue
in the transaction that counts it. So each round is counted once, even after interruptions, and any
process can continue. The first start after a change of the figures or of the rules enters all.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
)

from bot.statistics.store.accounts import count_stored
from bot.statistics.store.standings_update import COUNTED_TABLES, clear
from bot.storage.schema import accounts, count_queue, results, rounds, without_account
from bot.storage.settings import get, put

AT_ONCE = 50
"""The number of rounds counted in one transaction: some seconds if the server is far away."""

ENTER_SECONDS = 120.0
"""Seconds that entering a million rounds may take."""

RULES = 1
"""The number of the rules by which stored rounds are counted; changed rules get the next one."""

_NOTE = ("standings", "counted")
"""The scope and the key of the setting that holds the last result of `counted_by`."""

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
_ANY: Select[Any] = select(literal_column("1")).select_from(count_queue).limit(1)


def waits(connection: Connection) -> bool:
    """Return whether any round waits."""
    return connection.execute(_ANY).first() is not None


def counted_by(tables: Iterable[Table] = COUNTED_TABLES) -> str:
    """Return the version of the count: the rules, and a checksum of the columns they fill."""
    columns = sorted(str(column) for table in tables for column in table.columns)
    return f"{RULES} {blake2b(' '.join(columns).encode(), digest_size=8).hexdigest()}"


def enter_changed(connection: Connection) -> int:
    """Enter all rounds if another version has counted them; return their number.

    So the additions of a migration, and changed rules, apply to earlier rounds, too. It may take
    `ENTER_SECONDS`.
    """
    present, noted = counted_by(), get(connection, *_NOTE)
    if noted == present:
        return 0
    if noted is None:  # nothing was counted before
        put(connection, *_NOTE, present)
        return 0
    return enter_all(connection)


def enter_all(connection: Connection) -> int:
    """Clear all standings, and enter all rounds that were counted; return their number.

    It may take `ENTER_SECONDS`: call it by `Storage.write_within`. Rounds that have no account yet
    are counted when it is stored.
    """
    connection.execute(delete(count_queue))
    _lock_numbers(connection)
    put(connection, *_NOTE, counted_by())
    clear(connection)
    connection.execute(insert(count_queue).from_select(["position", "round"], _IN_ORDER))
    counted = select(func.count()).select_from(count_queue)
    return int(connection.execute(counted).scalar_one())


def count_next(connection: Connection, most: int = AT_ONCE) -> int:
    """Count the next rounds, in their order; return their number."""
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


def _lock_numbers(connection: Connection) -> None:
    """Lock the standings of PostgreSQL against other processes that count, in this transaction.

    SQLite has one writer. Call it after locking the rows of a queue, in the same order as other
    processes that count.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE standings IN EXCLUSIVE MODE"))
