"""Stores the judgements of members' choices, and finds the games that are to be judged.

A game is to be judged where the loss in its row of `results` is NULL, once it has ended or its
member has left it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, func, select, update

from bot.storage.schema import IS_RESTING, IS_TO_JUDGE, results, rounds
from bot.storage.shards import ALL_SERVERS, Shards, is_held
from bot.storage.statement import Connection, Statement, binds
from bot.table import closing
from bot.table.store import rows
from bot.table.stored_round import NO_CHANNEL, StoredRound
from rules.engine import Step

LONGEST_QUEUE = 100_000
"""The most seats that `queue_length` counts."""

_WAITING = select(results.c.round).where(IS_TO_JUDGE, is_held(results.c.guild))
_OLDEST = Statement(_WAITING.distinct().order_by(results.c.round).limit(bindparam("most")))
_LENGTH = Statement(select(func.count()).select_from(_WAITING.limit(LONGEST_QUEUE).subquery()))
_ROUND = Statement(select(rounds).where(rounds.c.id == bindparam("which")))
_SEATS = Statement(select(results.c.seat).where(results.c.round == bindparam("which"), IS_TO_JUDGE))
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


@dataclass(frozen=True, slots=True)
class Judgement:
    """The number of the choices of a seat that count, their loss, and that of the level `house`."""

    choices: int = 0
    lost: float = 0.0
    par: float = 0.0


def oldest_rounds(
    connection: Connection, most: int, shards: Shards = ALL_SERVERS
) -> tuple[int, ...]:
    """Return up to `most` ids of rounds of these shards with a seat to be judged, oldest first."""
    return tuple(connection.run(_OLDEST, most=most, **shards.values).scalars())


def queue_length(connection: Connection, shards: Shards = ALL_SERVERS) -> int:
    """Return how many seats of these shards are to be judged; `LONGEST_QUEUE` at most."""
    return int(connection.run(_LENGTH, **shards.values).scalar())


def load_unjudged(connection: Connection, round_id: int) -> UnjudgedRound | None:
    """Return a round with the seats that are to be judged, None if there are none any more."""
    row = connection.run(_ROUND, which=round_id).first()
    seats = tuple(connection.run(_SEATS, which=round_id).scalars())
    if row is None or not seats:
        return None
    stored = rows.read_without_plays(connection, [row])[round_id]
    return UnjudgedRound(stored, rows.read_record(connection, round_id), seats)


def store_judgements(
    connection: Connection, unjudged: UnjudgedRound, judgements: Mapping[int, Judgement]
) -> None:
    """Store the judgement by seat, unless the round has changed since it was read."""
    which = unjudged.stored.id
    if not connection.run(_SAME, which=which, version=unjudged.stored.version):
        return
    for seat, judgement in judgements.items():
        values = {"choices": judgement.choices, "lost": judgement.lost, "par": judgement.par}
        connection.run(_STORE, which=which, of_seat=seat, **values)


def let_rest(connection: Connection, now: datetime) -> int:
    """Let the rounds that have rested for a day count as left until they end; return their number.

    One whose channel was deleted does not.
    """
    before = now + closing.RESTS - closing.LEFT_AFTER
    return connection.run(_LET_REST, before=before).changed
