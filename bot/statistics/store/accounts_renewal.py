"""Renews accounts: each new account replaces the stored one of its round.

Nothing is counted here: `standings_rebuild` does that once all accounts are made. The progress is
stored together with each round, so that an interrupted renewal continues there.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, func, select, union

from bot.statistics.account import SeatAccount
from bot.statistics.store.accounts import insert_accountings
from bot.statistics.store.standings_update import EndedRound
from bot.storage.schema import accounts, decisions, results, rounds, settings, without_account
from bot.storage.settings import put
from bot.table import closing
from bot.table.store.rows import without_plays

_NOTE = ("renewal", "reached")
"""The scope and the key of the setting that holds the progress."""

_REACHED = select(settings.c.value).where(settings.c.scope == _NOTE[0], settings.c.key == _NOTE[1])


def reached(connection: Connection, version: str) -> int:
    """Return the last round of an interrupted renewal by this version of the code, or 0."""
    noted = connection.execute(_REACHED).scalar() or ""
    by, _, reached = noted.partition(" ")
    return int(reached) if by == version else 0


def after(connection: Connection, round_id: int, most: int) -> list[int]:
    """Return the next counted rounds; those in the queue have no account yet."""
    counted = (
        select(table.c.round)
        .where(table.c.round > round_id)
        .distinct()
        .order_by(table.c.round)
        .limit(most)
        .subquery()
        for table in (accounts, without_account)
    )
    both = union(*(select(one.c.round) for one in counted)).order_by("round").limit(most)
    return list(connection.execute(both).scalars())


def replace(
    connection: Connection, round_id: int, accounting: Sequence[SeatAccount], version: str
) -> None:
    """Replace the account of a round, and store the progress.

    An empty account keeps the stored one. Members who were erased meanwhile are left out.
    """
    if accounting:
        _replace(connection, round_id, accounting)
    put(connection, *_NOTE, f"{version} {round_id}")


def finish(connection: Connection) -> None:
    """Clear the progress, so that the next renewal starts from the beginning."""
    put(connection, *_NOTE, None)


def _replace(connection: Connection, round_id: int, accounting: Sequence[SeatAccount]) -> None:
    of_round = select(rounds).where(rounds.c.id == round_id).with_for_update()
    row = connection.execute(of_round).first()
    if row is None:
        return  # deleted meanwhile, with its server
    ends = (
        select(func.max(accounts.c.ended)).where(accounts.c.round == round_id),
        select(func.max(results.c.finished)).where(results.c.round == round_id),
    )
    ended = next(filter(None, (connection.execute(one).scalar() for one in ends)), row.opened)
    for table in (decisions, accounts, without_account):
        connection.execute(delete(table).where(table.c.round == round_id))
    stored = without_plays(connection, [row])[round_id]
    anew = EndedRound(stored.server, stored, ended, (), accounting, closing.gone(stored))
    insert_accountings(connection, [anew])
