"""Stores the seeds of rounds, one chain for each channel, and takes them for rounds.

A seed is made in the transaction that ends a round, or lets it rest, and is shown as
its SHA-256 from then on. The next round of the channel takes it in the transaction
that opens it. A seed that has ended is used up, whether a die landed or not.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cachetools import LRUCache
from sqlalchemy import Connection, bindparam, func, insert, inspect, select, text, update
from sqlalchemy.exc import IntegrityError

from bot.storage.schema import rounds, seeds
from bot.storage.statement import AnyConnection, Statement
from bot.table import proof
from bot.table.commitment import Commitment, Reserved
from bot.table.luck import SEED_BYTES
from bot.table.store import faces, rows
from bot.table.store.errors import ReservationLost, VersionConflict
from bot.table.stored_round import StoredRound
from rules import levels

FORESEEN = 4096
"""In how many channels the waiting seed is remembered."""

RENEWED = "renewed"
"""How a seed ended that was dropped after a restore, before any round took it."""

SEED = ("channel", "number", "seed", "digest", "previous", "early", "round", "levels")
"""The columns of a new seed."""

_INSERT = Statement(insert(seeds), SEED)
_LAST = Statement(
    select(seeds)
    .where(seeds.c.channel == bindparam("where"))
    .order_by(seeds.c.number.desc())
    .limit(1)
)
_TAKE = Statement(
    update(seeds)
    .where(
        seeds.c.channel == bindparam("where"),
        seeds.c.number == bindparam("which"),
        seeds.c.digest == bindparam("shown"),
        seeds.c.round.is_(None),
        seeds.c.ended.is_(None),
    )
    .values(round=bindparam("taken_by"), levels=bindparam("played_with"))
)
_END = Statement(
    update(seeds)
    .where(
        seeds.c.channel == bindparam("where"),
        seeds.c.number == bindparam("which"),
        seeds.c.ended.is_(None),
    )
    .values(
        ended=bindparam("how"),
        proof=bindparam("proof_digest"),
        announced=bindparam("next_digest"),
        levels=bindparam("played_with"),
    )
)
_OPEN_SEEDS = (
    select(seeds.c.channel, seeds.c.number)
    .where(seeds.c.ended.is_(None))
    .order_by(seeds.c.channel, seeds.c.number)
)
_ENDINGS = (
    select(seeds.c.ended, func.count().label("rounds"))
    .where(seeds.c.channel == bindparam("where"), seeds.c.ended.is_not(None))
    .group_by(seeds.c.ended)
)
_PROVABLE = (
    select(seeds.c.round, rounds.c.game, seeds.c.ended, seeds.c.proof)
    .join(rounds, rounds.c.id == seeds.c.round)
    .where(seeds.c.channel == bindparam("where"), seeds.c.proof.is_not(None))
    .order_by(seeds.c.number.desc())
    .limit(25)
)


COLUMNS = tuple(
    seeds.c[name].label("seed" if name == "seed" else f"seed_{name}")
    for name in ("channel", "number", "seed", "previous", "early", "proof", "announced", "levels")
)
"""The columns of a seed beside those of its round, as `rows.read` calls them."""


class Reservations:
    """What this process has reserved for rounds that are not opened yet, and what it foresees.

    Nothing is stored: `rounds.open_round` raises ReservationLost if another round was
    faster. An id is given to no other round of this process until it is opened or
    `release`d.
    """

    def __init__(self) -> None:
        self._reserved: set[int] = set()
        self._newest: int | None = None
        """The highest id that is known to be taken; None where another one counts them."""
        self._waiting: LRUCache[int, Commitment] = LRUCache(FORESEEN)
        """The seeds that wait in channels, as this process has committed them."""
        self._committed: deque[Commitment] = deque()
        """Those that the storage thread has noted since."""

    def foresee(self, channel: int) -> Reserved | None:
        """Return what `reserve` would, from what this process has stored; None if it cannot know.

        A seed is foreseen once: where its round is not opened, the next one is reserved.
        """
        while self._committed:
            committed = self._committed.popleft()
            self._waiting[committed.channel] = committed
        if self._newest is None or channel not in self._waiting:
            return None
        return self._reserved_as(self._newest + 1, self._waiting.pop(channel))

    def reserve(self, connection: Connection, channel: int) -> Reserved:
        """Return what a round in this channel needs before its first die lands.

        Where no seed was committed, it is a new one, which is committed as the round is opened.
        """
        following = _next_id(connection)
        if connection.dialect.name == "sqlite":  # PostgreSQL's sequence gives no id twice
            self._newest = max(following - 1, self._newest or 0)
        row = _last(connection, channel)
        return self._reserved_as(
            following, _waiting(channel, row) or replace(_following(channel, row), early=False)
        )

    def release(self, round_id: int, *, opened: bool) -> None:
        """Give back the id of a round, which another one may get unless it was `opened`."""
        self._reserved.discard(round_id)
        if opened and self._newest is not None:
            self._newest = max(round_id, self._newest)

    def note(self, committed: Commitment) -> None:
        """Note the seed that waits in a channel now; the storage thread may do so."""
        self._committed.append(committed)

    def _reserved_as(self, following: int, seed: Commitment) -> Reserved:
        while following in self._reserved:
            following += 1
        self._reserved.add(following)
        return Reserved(following, replace(seed, levels=levels.VERSION))


def next_of(connection: Connection, channel: int) -> tuple[int, str] | None:
    """Return number and digest of the channel's next seed; None before it has one."""
    waiting = _waiting(channel, _last(connection, channel))
    return None if waiting is None else (waiting.number, waiting.digest)


def endings(connection: Connection, channel: int) -> Mapping[str, int]:
    """Return how many seeds of a channel's chain ended in which way."""
    found = connection.execute(_ENDINGS, {"where": channel})
    return {row.ended: row.rounds for row in found}


def provable(connection: Connection, channel: int) -> tuple[tuple[int, str, str], ...]:
    """Return id, game and end of the latest rounds of a channel's chain, newest first."""
    found = connection.execute(_PROVABLE, {"where": channel})
    return tuple((row.round, row.game, row.ended) for row in found)


def take(connection: AnyConnection, stored: StoredRound) -> None:
    """Let a round that is opened have its seed. Raises ReservationLost if another one has it."""
    taken = stored.commitment
    if taken is None:
        return
    if not taken.early:
        row = {**_values(taken), "round": stored.id, "levels": taken.levels}
        _INSERT.run(connection, row)
        return
    place = {"where": taken.channel, "which": taken.number, "shown": taken.digest}
    values = {"taken_by": stored.id, "played_with": taken.levels}
    if _TAKE.run(connection, {**place, **values}).rowcount != 1:
        raise ReservationLost


def conclude(
    connection: AnyConnection, stored: StoredRound, reservations: Reservations | None = None
) -> StoredRound:
    """Use up the seed of a round that is no longer open and commit to the channel's next one.

    Where a round rests, its channel gets a next one as well, which `reservations` take down.
    Returns the round with the digests of its proof and of the next seed.
    """
    if stored.commitment is not None and stored.commitment.proof is not None:
        return stored
    following = commit(connection, stored)
    if reservations is not None:
        reservations.note(following)
    if stored.status == "resting" or stored.commitment is None:
        return stored
    record = rows.record(connection, stored.id)
    used = stored.commitment
    if used.levels != levels.VERSION:
        used = replace(used, levels=0)
        stored = replace(stored, commitment=used)
    digest = proof.digest(proof.file_of(stored, record))
    ended = {"how": stored.status, "proof_digest": digest, "next_digest": following.digest}
    place = {"where": used.channel, "which": used.number}
    _END.run(connection, {**place, **ended, "played_with": used.levels})
    faces.count(connection, stored.guild, record)
    return replace(stored, commitment=replace(used, proof=digest, announced=following.digest))


def commit(connection: AnyConnection, stored: StoredRound) -> Commitment:
    """Return the next seed of a round's channel. Raises VersionConflict if another one makes it."""
    try:
        return _commit(connection, stored.channel)
    except IntegrityError as conflict:
        raise VersionConflict(stored.id, stored.version) from conflict


def renew(connection: Connection) -> int:
    """Replace every seed that no ended round has used up, after a restore; return how many.

    What was stored after the backup may have shown them. A database of a version
    without seeds has none. Rounds that are open go on with
    the luck of the operating system and have no proof.
    """
    if not inspect(connection).has_table(seeds.name):
        return 0
    kept = connection.execute(_OPEN_SEEDS).all()
    for channel, number in kept:
        connection.execute(
            update(seeds)
            .where(seeds.c.channel == channel, seeds.c.number == number)
            .values(ended=RENEWED, round=None)
        )
    for channel in dict.fromkeys(channel for channel, _ in kept):
        _commit(connection, channel)
    return len(kept)


def _next_id(connection: Connection) -> int:
    """Return the id that the next round gets; PostgreSQL gives it to nobody else."""
    if connection.dialect.name == "postgresql":
        sequence = text("SELECT nextval(pg_get_serial_sequence('rounds', 'id'))")
        return int(connection.execute(sequence).scalar_one())
    counted = text("SELECT seq FROM sqlite_sequence WHERE name = 'rounds'")
    return int(connection.execute(counted).scalar() or 0) + 1


def _last(connection: AnyConnection, channel: int) -> Any:
    """Return the row of a channel's newest seed, None if it has none."""
    return _LAST.run(connection, {"where": channel}).first()


def _waiting(channel: int, row: Any) -> Commitment | None:
    """Return the newest seed of a channel if it is committed and not taken."""
    if row is None or row.round is not None or row.ended is not None:
        return None
    return Commitment(channel, row.number, bytes(row.seed), row.previous)


def _commit(connection: AnyConnection, channel: int) -> Commitment:
    """Return the next seed of a channel; where there is none, make it."""
    row = _last(connection, channel)
    waiting = _waiting(channel, row)
    if waiting is not None:
        return waiting
    made = _following(channel, row)
    _INSERT.run(connection, {**_values(made), "round": None, "levels": None})
    return made


def _following(channel: int, row: Any) -> Commitment:
    """Return a new seed that follows the newest one of a channel."""
    seed = secrets.token_bytes(SEED_BYTES)
    if row is None:
        return Commitment(channel, 1, seed)
    return Commitment(channel, row.number + 1, seed, row.digest)


def _values(made: Commitment) -> dict[str, Any]:
    return {
        "channel": made.channel,
        "number": made.number,
        "seed": made.seed,
        "digest": made.digest,
        "previous": made.previous,
        "early": int(made.early),
    }
