"""Reads finished rounds, a few at a time, with their records, results and rarest hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, Row, select

from bot.statistics.store.standings import read_hand
from bot.storage.database import Storage
from bot.storage.schema import accounts, results, rounds, steps
from bot.table.store import rows
from bot.table.store.results import Result, read_result
from bot.table.stored_round import StoredRound
from rules.engine import Step
from rules.whole_hands import WholeHand

BATCH = 100
"""How many rounds are in memory at the same time."""


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round that is over, without its play; its whole record, and its results by seat.

    `rarest` holds the rarest hands by seat, and none for seats without an accounting.
    """

    stored: StoredRound
    steps: tuple[Step, ...]
    results: tuple[Result, ...]
    rarest: Mapping[int, WholeHand | None]

    @property
    def kept(self) -> bool:
        """Whether the record is kept; every round that is over has had steps."""
        return bool(self.steps)


def load(connection: Connection, round_id: int) -> FinishedRound | None:
    """Return a round, None unless it is over."""
    return next(iter(_read(connection, round_id - 1, None, 1, round_id)), None)


def since(storage: Storage, when: datetime | None, batch: int = BATCH) -> Iterator[FinishedRound]:
    """Yield the rounds that ended at `when` or later, None for all, in the order of their ids.

    Each batch is a transaction of its own: others may write meanwhile.
    """
    last = 0
    while True:
        found = storage.read(_read, last, when, batch)
        yield from found
        if len(found) < batch:
            return
        last = found[-1].stored.id


def _read(
    connection: Connection,
    after: int,
    when: datetime | None,
    limit: int,
    upto: int = 2**62,
) -> list[FinishedRound]:
    query = (
        select(rounds)
        .where(rounds.c.id > after, rounds.c.id <= upto, rounds.c.status == "over")
        .order_by(rounds.c.id)
        .limit(limit)
    )
    if when is not None:
        ended = select(results.c.round).where(results.c.finished >= when)
        query = query.where(rounds.c.id.in_(ended))
    found = connection.execute(query).all()
    ids = [row.id for row in found]
    record = _by_round(
        connection.execute(
            select(steps).where(steps.c.round.in_(ids)).order_by(steps.c.round, steps.c.number)
        ).all()
    )
    ends = _by_round(
        connection.execute(
            select(results)
            .where(results.c.round.in_(ids))
            .order_by(results.c.round, results.c.seat)
        ).all()
    )
    hands = _by_round(
        connection.execute(
            select(accounts).where(accounts.c.round.in_(ids)).order_by(accounts.c.round)
        ).all()
    )
    stored = rows.without_plays(connection, found)
    return [
        FinishedRound(
            stored[row.id],
            tuple(rows.read_step(step) for step in record.get(row.id, ())),
            tuple(read_result(one) for one in ends.get(row.id, ())),
            {one.seat: read_hand(one.rarest) for one in hands.get(row.id, ())},
        )
        for row in found
    ]


def _by_round(found: Sequence[Row[Any]]) -> dict[int, list[Row[Any]]]:
    """Group the rows of several rounds, which come in the order of their rounds."""
    return {key: list(group) for key, group in groupby(found, lambda row: int(row.round))}
