"""Stores the seeds of games, and that of the next game of each channel.

A game takes the next seed of its channel in the transaction that opens it, which draws the one
after it. An index lets a channel have one next seed only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    TextClause,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)

from bot.storage.schema import IS_NEXT, IS_OPEN, IS_RESTING, rounds, seeds
from bot.storage.statement import AnyConnection, Statement, insert_for, write_later
from bot.table.seed import Seed, drawn_seed
from bot.table.store.errors import SeedTaken
from bot.table.stored_round import StoredRound
from rules import levels

EARLIER = 10
"""The number of earlier seals of a channel that are shown."""

_NEW = ("channel", "seed", "seal", "drawn", "reason", "shown", "opened", "levels", "proven")
_INSERT = Statement(insert(seeds), _NEW)
_TAKE = Statement(
    update(seeds)
    .where(seeds.c.channel == bindparam("where"), IS_NEXT, seeds.c.seed == bindparam("known"))
    .values(round=bindparam("taken_by"), opened=bindparam("with"), levels=bindparam("played_with"))
    .returning(seeds.c.id)
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
    return _next(connection, select(seeds).where(*_next_in(channel)), channel, now)


def show_next(connection: Connection, channel: int, now: datetime) -> Seed:
    """Return the seed of the next game of a channel, and store that its seal is shown."""
    shown = update(seeds).where(*_next_in(channel)).values(shown=True).returning(seeds)
    return _next(connection, shown, channel, now)


def _next_in(channel: int) -> tuple[ColumnElement[bool] | TextClause, ...]:
    return seeds.c.channel == channel, IS_NEXT


def _next(connection: Connection, found_by: Executable, channel: int, now: datetime) -> Seed:
    """Return the seed that a statement finds, which is drawn first where there is none."""
    while (found := connection.execute(found_by).first()) is None:
        drawn = insert_for(connection)(seeds).values(_values(drawn_seed(channel, now)))
        connection.execute(drawn.on_conflict_do_nothing())
    return Seed(found.channel, bytes(found.seed), found.drawn, found.reason)


def earlier(connection: Connection, channel: int) -> tuple[EarlierSeal, ...]:
    """Return the latest seals of a channel that were shown or taken, the newest first."""
    found = connection.execute(
        select(seeds.c.seal, seeds.c.round, rounds.c.status)
        .outerjoin(rounds, rounds.c.id == seeds.c.round)
        .where(seeds.c.channel == channel, or_(seeds.c.round.is_not(None), seeds.c.seed.is_(None)))
        .order_by(seeds.c.id.desc())
        .limit(EARLIER)
    )
    return tuple(EarlierSeal(*row) for row in found)


def take(connection: AnyConnection, stored: StoredRound, following: Seed) -> None:
    """Give the next seed of its channel to a new round, and draw the `following` one.

    Raises SeedTaken if another round has taken it, or a start of the bot has withdrawn it.
    """
    seed = stored.seed
    assert seed is not None  # noqa: S101 — the callers give each new round of a channel its seed
    taken = _TAKE.run(
        connection,
        {
            "where": seed.channel,
            "known": seed.secret,
            "taken_by": stored.id,
            "with": seed.opened,
            "played_with": seed.levels,
        },
    )
    if taken.first() is None:
        raise SeedTaken
    write_later(connection, _INSERT, [_values(following)])


def conclude(connection: AnyConnection, stored: StoredRound) -> None:
    """Note if the computers of a round that has ended were of several versions."""
    if stored.seed is not None and stored.seed.levels not in (0, levels.VERSION):
        _CHANGED_LEVELS.run(connection, {"which": stored.id})


def replace_seed(connection: Connection, round_id: int, now: datetime) -> None:
    """Give another seed to a round, whose dice are not proven from then on.

    The seal of the old one, which somebody may have seen, is kept.
    """
    of_round = select(seeds).where(seeds.c.round == round_id)
    old = connection.execute(of_round).first()
    if old is None:
        return
    withdrawn = {"round": None, "seed": None, "shown": True}
    connection.execute(update(seeds).where(seeds.c.id == old.id).values(withdrawn))
    new = {**_values(drawn_seed(old.channel, now)), "round": round_id, "proven": False}
    connection.execute(insert(seeds).values({**new, "opened": old.opened, "levels": old.levels}))


def replace_of_open(connection: Connection, now: datetime) -> None:
    """Give other seeds to all rounds that can still be played."""
    going_on = or_(IS_OPEN, IS_RESTING)
    for round_id in connection.execute(select(rounds.c.id).where(going_on)).scalars().all():
        replace_seed(connection, round_id, now)


def withdraw(connection: Connection) -> None:
    """Withdraw the next seeds of all channels; seals that somebody was shown are kept.

    This is done where a backup may have come in place of the database: what was stored later could
    have used them.
    """
    connection.execute(delete(seeds).where(IS_NEXT, ~seeds.c.shown))
    connection.execute(update(seeds).where(IS_NEXT).values(seed=None))


def delete_next_of(connection: Connection, round_ids: Iterable[int]) -> None:
    """Delete the seeds that no round has of the channels of some rounds."""
    ids = [*round_ids]
    of_seeds = select(seeds.c.channel).where(seeds.c.round.in_(ids))
    channels = of_seeds.union(select(rounds.c.channel).where(rounds.c.id.in_(ids)))
    found = [*connection.execute(channels).scalars()]
    unused = seeds.c.round.is_(None)
    connection.execute(delete(seeds).where(seeds.c.channel.in_(found), unused))


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
