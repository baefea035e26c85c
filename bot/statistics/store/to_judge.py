"""Stores what the choices of members lost, and finds the games of which that is to be judged.

These are the rows of `results` with NULL there, once their game has ended or their member left it.
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

MOST_COUNTED = 100_000
"""The most games that are counted."""

_WAITING = select(results.c.round).where(IS_TO_JUDGE, is_held(results.c.guild))
_OLDEST = Statement(_WAITING.distinct().order_by(results.c.round).limit(bindparam("most")))
_LENGTH = Statement(select(func.count()).select_from(_WAITING.limit(MOST_COUNTED).subquery()))
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
class ToJudge:
    """A round with its record, empty if it is gone, and the `seats` that are to be judged."""

    stored: StoredRound
    record: tuple[Step, ...]
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the choices of a seat that count lost, and what the level `house` loses there."""

    choices: int = 0
    lost: float = 0.0
    par: float = 0.0


def oldest(connection: Connection, most: int, shards: Shards = ALL_SERVERS) -> tuple[int, ...]:
    """Return the oldest rounds of these shards in which a seat is to be judged."""
    return tuple(connection.run(_OLDEST, most=most, **shards.values).scalars())


def length(connection: Connection, shards: Shards = ALL_SERVERS) -> int:
    """Return how many seats of these shards are to be judged; `MOST_COUNTED` at most."""
    return int(connection.run(_LENGTH, **shards.values).scalar())


def load(connection: Connection, round_id: int) -> ToJudge | None:
    """Return a round in which seats are to be judged, None if there are none any more."""
    row = connection.run(_ROUND, which=round_id).first()
    seats = tuple(connection.run(_SEATS, which=round_id).scalars())
    if row is None or not seats:
        return None
    stored = rows.read_without_plays(connection, [row])[round_id]
    return ToJudge(stored, rows.read_record(connection, round_id), seats)


def store(connection: Connection, given: ToJudge, judged: Mapping[int, Judgement]) -> None:
    """Store the judgement by seat, unless the round has changed since it was read."""
    which = given.stored.id
    if not connection.run(_SAME, which=which, version=given.stored.version):
        return
    for seat, one in judged.items():
        values = {"choices": one.choices, "lost": one.lost, "par": one.par}
        connection.run(_STORE, which=which, of_seat=seat, **values)


def let_rest(connection: Connection, now: datetime) -> int:
    """Let the rounds that have rested for a day count as left until they end; return their number.

    One whose channel was deleted does not.
    """
    before = now + closing.RESTS - closing.LEFT_AFTER
    return connection.run(_LET_REST, before=before).changed
