"""Stores the judgements of members' choices, and finds the games that are to be judged.

A game is to be judged where the loss in its row of `results` is NULL, once it has ended or its
member has left it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, update

from bot.storage.schema import IS_RESTING, IS_TO_JUDGE, results, rounds
from bot.storage.shards import ALL_SERVERS, Shards, is_held
from bot.storage.statement import Connection, Statement, among, binds
from bot.table import closing
from bot.table.store import rows
from bot.table.stored_round import NO_CHANNEL, StoredRound
from rules.engine import Step
from rules.losses import Judgement

LONGEST_QUEUE = 100_000
"""The most seats that `queue_length` counts."""

_WAITING = select(results.c.round).where(IS_TO_JUDGE, is_held(results.c.guild))
_OLDEST = Statement(_WAITING.distinct().order_by(results.c.round).limit(bindparam("most")))
_LENGTH = Statement(select(func.count()).select_from(_WAITING.limit(LONGEST_QUEUE).subquery()))
_ROUNDS = Statement(select(rounds).where(among(rounds.c.id, "some")))
_SEATS = Statement(
    select(results.c.round, results.c.seat)
    .where(among(results.c.round, "some"), IS_TO_JUDGE)
    .order_by(results.c.seat)
)
_SAME = Statement(
    select(rounds.c.id)
    .where(rounds.c.id == bindparam("which"), rounds.c.version == bindparam("version"))
    .with_for_update(read=True)
)
_STORE = Statement(
    update(results)
    .where(results.c.round == bindparam("which"), results.c.seat == bindparam("of_seat"))
    .values(binds("choices", "lost", "par"))
)
_REST = (
    select(rounds.c.id)
    .where(IS_RESTING, rounds.c.channel != NO_CHANNEL, rounds.c.deadline <= bindparam("before"))
    .scalar_subquery()
)
_LET_REST = Statement(
    update(results)
    .where(results.c.round.in_(_REST), results.c.left.is_(False))
    .values(left=True, choices=None, lost=None, par=None)
)


@dataclass(frozen=True, slots=True)
class UnjudgedRound:
    """A round with its record, empty if it is gone, and the `seats` that are to be judged."""

    stored: StoredRound
    record: tuple[Step, ...]
    seats: tuple[int, ...]


def load_oldest(
    connection: Connection, most: int, shards: Shards = ALL_SERVERS
) -> list[UnjudgedRound]:
    """Return up to `most` rounds of these shards with a seat to be judged, oldest first."""
    oldest = connection.run(_OLDEST, most=most, **shards.values).scalars()
    seats: dict[int, list[int]] = {round_id: [] for round_id in oldest}
    if not seats:
        return []
    for row in connection.run(_SEATS, some=seats):
        seats[row.round].append(row.seat)
    stored = rows.read_without_plays(connection, connection.run(_ROUNDS, some=seats))
    return [
        UnjudgedRound(stored[each], rows.read_record(connection, each), tuple(seats[each]))
        for each in seats
    ]


def queue_length(connection: Connection, shards: Shards = ALL_SERVERS) -> int:
    """Return how many seats of these shards are to be judged; `LONGEST_QUEUE` at most."""
    return int(connection.run(_LENGTH, **shards.values).scalar())


def store_judgements(
    connection: Connection, judged: Sequence[tuple[UnjudgedRound, Mapping[int, Judgement]]]
) -> None:
    """Store the judgements by seat of rounds that have not changed since they were read.

    A seat without one has no choice that counts.
    """
    for unjudged, judgements in judged:
        which = unjudged.stored.id
        if connection.run(_SAME, which=which, version=unjudged.stored.version):
            values = [
                {"which": which, "of_seat": seat, **asdict(judgements.get(seat, Judgement()))}
                for seat in unjudged.seats
            ]
            connection.run_many(_STORE, values)


def let_rest(connection: Connection, now: datetime) -> int:
    """Let the rounds that have rested for a day count as left until they end; return their number.

    A round whose channel was deleted is passed over.
    """
    before = now + closing.RESTS - closing.LEFT_AFTER
    return connection.run(_LET_REST, before=before).changed
