"""Stores the seeds of games, and that of the next game of each channel.

A game takes the next seed of its channel in the transaction that opens it, which draws the one
after it. An index lets a channel have one next seed only.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update

from bot.storage.schema import IS_NEXT, IS_OPEN, IS_RESTING, rounds, seeds
from bot.storage.statement import Connection, Statement, among, binds
from bot.table.seed import Seed, draw_seed
from bot.table.store.errors import SeedTaken
from bot.table.stored_round import StoredRound
from rules import levels

EARLIER = 10
"""The number of earlier seals of a channel that are shown."""

_NEW = ("channel", "seed", "seal", "drawn", "reason", "shown", "opened", "levels", "proven")
_insert = insert(seeds).values(binds(*_NEW))
_INSERT, _DRAW = Statement(_insert), Statement(_insert, conflict="DO NOTHING")
_INSERT_FOR_ROUND = Statement(_insert.values(binds("round")))
_IS_NEXT_IN = (seeds.c.channel == bindparam("where"), IS_NEXT)
_NEXT = Statement(select(seeds).where(*_IS_NEXT_IN))
_SHOW_NEXT = Statement(update(seeds).where(*_IS_NEXT_IN).values(shown=True).returning(seeds))
_EARLIER = Statement(
    select(seeds.c.seal, seeds.c.round, rounds.c.status)
    .outerjoin(rounds, rounds.c.id == seeds.c.round)
    .where(
        seeds.c.channel == bindparam("where"),
        or_(seeds.c.round.is_not(None), seeds.c.seed.is_(None)),
    )
    .order_by(seeds.c.id.desc())
    .limit(EARLIER)
)
_TAKE = Statement(
    update(seeds)
    .where(*_IS_NEXT_IN, seeds.c.seed == bindparam("known"))
    .values(round=bindparam("taken_by"), opened=bindparam("with"), levels=bindparam("played_with"))
)
_OF_ROUND = Statement(select(seeds).where(seeds.c.round == bindparam("which")))
_WITHDRAW_FROM = Statement(
    update(seeds)
    .where(seeds.c.round == bindparam("which"))
    .values(round=None, seed=None, shown=True)
)
_GOING_ON = Statement(select(rounds.c.id).where(or_(IS_OPEN, IS_RESTING)))
_FORGET_UNSHOWN = Statement(delete(seeds).where(IS_NEXT, ~seeds.c.shown))
_WITHDRAW = Statement(update(seeds).where(IS_NEXT).values(seed=None))
_CHANNELS = Statement(
    select(seeds.c.channel)
    .where(among(seeds.c.round, "some"))
    .union(select(rounds.c.channel).where(among(rounds.c.id, "some")))
)
_DELETE_UNUSED = Statement(
    delete(seeds).where(among(seeds.c.channel, "channels"), seeds.c.round.is_(None))
)
_CHANGED_LEVELS = Statement(
    update(seeds).where(seeds.c.round == bindparam("which")).values(levels=0)
)
COLUMNS = tuple(
    seeds.c[name].label(f"seed_{name}")
    for name in ("channel", "seed", "drawn", "reason", "opened", "levels", "proven")
)
"""The columns of the seed of a round, read with it."""


@dataclass(frozen=True, slots=True)
class EarlierSeal:
    """A seal of a channel that somebody was shown, or that a game took, with what became of it.

    It has the number of its game and the status of that; without a game it was withdrawn.
    """

    seal: str
    round: int | None
    status: str | None


def next_of(connection: Connection, channel: int, now: datetime) -> Seed:
    """Return the seed of the next game of a channel; without one it is drawn now."""
    return _next(connection, _NEXT, channel, now)


def show_next(connection: Connection, channel: int, now: datetime) -> Seed:
    """Return the seed of the next game of a channel, and store that its seal is shown."""
    return _next(connection, _SHOW_NEXT, channel, now)


def _next(connection: Connection, query: Statement, channel: int, now: datetime) -> Seed:
    """Return the seed that a statement finds, which is drawn first where there is none."""
    while (row := connection.run(query, where=channel).first()) is None:
        connection.run(_DRAW, **_values(draw_seed(channel, now)))
    return Seed(row.channel, bytes(row.seed), row.drawn, row.reason)


def earlier(connection: Connection, channel: int) -> tuple[EarlierSeal, ...]:
    """Return the latest seals of a channel that were shown or taken, the newest first."""
    return tuple(EarlierSeal(*row) for row in connection.run(_EARLIER, where=channel))


def take(connection: Connection, stored: StoredRound, following: Seed) -> None:
    """Give the next seed of its channel to a new round, and draw the `following` one.

    Raises SeedTaken if another round has taken it, or a start of the bot has withdrawn it.
    """
    seed = stored.seed
    assert seed is not None  # noqa: S101 — the callers give each new round of a channel its seed
    values = {"taken_by": stored.id, "with": seed.opened, "played_with": seed.levels}
    if not connection.run(_TAKE, where=seed.channel, known=seed.secret, **values).changed:
        raise SeedTaken
    connection.run(_INSERT, **_values(following))


def conclude(connection: Connection, stored: StoredRound) -> None:
    """Note if the computers of a round that has ended were of several versions."""
    if stored.seed is not None and stored.seed.levels not in (0, levels.VERSION):
        connection.run(_CHANGED_LEVELS, which=stored.id)


def replace_seed(connection: Connection, round_id: int, now: datetime) -> None:
    """Give another seed to a round, whose dice are not proven from then on.

    The seal of the old one, which somebody may have seen, is kept.
    """
    old = connection.run(_OF_ROUND, which=round_id).first()
    if old is None:
        return
    connection.run(_WITHDRAW_FROM, which=round_id)
    new = {**_values(draw_seed(old.channel, now)), "round": round_id, "proven": False}
    connection.run(_INSERT_FOR_ROUND, **{**new, "opened": old.opened, "levels": old.levels})


def replace_of_open(connection: Connection, now: datetime) -> None:
    """Give other seeds to all rounds that can still be played."""
    for round_id in connection.run(_GOING_ON).scalars():
        replace_seed(connection, round_id, now)


def withdraw(connection: Connection) -> None:
    """Withdraw the next seeds of all channels; seals that somebody was shown are kept.

    This is done where a backup may have come in place of the database: what was stored later could
    have used them.
    """
    connection.run(_FORGET_UNSHOWN)
    connection.run(_WITHDRAW)


def delete_next_of(connection: Connection, round_ids: Collection[int]) -> None:
    """Delete the seeds that no round has of the channels of some rounds."""
    channels = connection.run(_CHANNELS, some=round_ids).scalars()
    connection.run(_DELETE_UNUSED, channels=channels)


def _values(seed: Seed) -> dict[str, Any]:
    return {
        "channel": seed.channel,
        "seed": seed.secret,
        "seal": seed.seal,
        "drawn": seed.drawn,
        "reason": seed.reason,
        "shown": False,
        "opened": seed.opened,
        "levels": seed.levels,
        "proven": seed.proven,
    }
