"""Stores rounds: one row each, and their steps.

A save is guarded by the round's version and is one transaction of row, new
steps and results. Where a round is shown, which version is drawn and which
message reminds (`mark_…`) is stored apart: it leaves the version alone, and a
save leaves it alone. Statements are built once, when the module is imported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.storage.schema import IS_OPEN, IS_RESTING, IS_SUCCESSOR, rounds
from bot.storage.schema import seeds as seeds_table
from bot.storage.statement import Statement, savepoint
from bot.table.store import rows, seeds
from bot.table.store.errors import (
    ChannelTaken,
    MovesGone,
    RematchExists,
    ReservationLost,
    RoundGone,
    VersionConflict,
)
from bot.table.store.results import conclude
from bot.table.stored_round import StoredRound
from rules.engine import Step
from rules.errors import Refusal
from rules.text import say_count

_ATTEMPTS = 3

_INSERT = Statement(insert(rounds).returning(rounds.c.id), rows.INSERTED)
_INSERT_RESERVED = Statement(insert(rounds), ("id", *rows.INSERTED))
_LOAD = (
    select(rounds, *seeds.COLUMNS)
    .outerjoin(seeds_table, seeds_table.c.round == rounds.c.id)
    .where(rounds.c.id == bindparam("which"))
)
_GUARD = select(rounds.c.version, rounds.c.recorded).where(rounds.c.id == bindparam("which"))
_save = (
    update(rounds)
    .where(rounds.c.id == bindparam("which"), rounds.c.version == bindparam("loaded"))
    .values({name: bindparam(name) for name in (*rows.UPDATED, "version")})
    .returning(rounds.c.channel, rounds.c.message, rounds.c.drawn, rounds.c.reminder)
)
_SAVE_WAITING = Statement(_save)
_RESUME = Statement(
    _save.values({name: bindparam(name) for name in ("channel", "guild", "message")})
)
_SAVE = Statement(
    _save.where(rounds.c.recorded == bindparam("stored_steps")).values(
        recorded=bindparam("recorded")
    )
)
_RECORDED = select(rounds.c.recorded).where(rounds.c.id == bindparam("which"))
_IN_CHANNEL = select(rounds.c.id).where(rounds.c.channel == bindparam("where"), IS_OPEN)
_COUNT_OPEN = (
    select(func.count()).select_from(rounds).where(rounds.c.opener == bindparam("who"), IS_OPEN)
)
_SUCCESSOR = select(rounds.c.id).where(rounds.c.successor_of == bindparam("which"), IS_SUCCESSOR)
_SEATED = (
    select(rounds.c.id)
    .where(IS_OPEN, rounds.c.players.like(bindparam("seated")))
    .order_by(rounds.c.deadline)
)
_RESTING = (
    select(rounds.c.id)
    .where(IS_RESTING, rounds.c.opener == bindparam("who"))
    .order_by(rounds.c.id.desc())
)
_MARK_DRAWN = Statement(
    update(rounds)
    .where(rounds.c.id == bindparam("which"), rounds.c.drawn < bindparam("version_drawn"))
    .values(drawn=bindparam("version_drawn"))
)
_MARK_MESSAGE = Statement(
    update(rounds)
    .where(rounds.c.id == bindparam("which"))
    .values(channel=bindparam("where"), message=bindparam("shown_by"))
)
_MARK_REMINDED = Statement(
    update(rounds)
    .where(rounds.c.id == bindparam("which"))
    .values(reminder=bindparam("reminded_by"))
)


def open_round(connection: Connection, new: StoredRound, most_open: int = 0) -> StoredRound:
    """Store a new round with its steps; return it with its id, version 1 and no steps.

    A round that was reserved for keeps its id and takes its seed. Raises
    ReservationLost when another round has one of them, RematchExists when
    `successor_of` has a successor, ChannelTaken when a round is open in the
    channel; both name that round. Raises
    a refusal when the opener has `most_open` open rounds already (0: no
    limit); rounds that two processes open at once are not counted.
    """
    first = replace(new, version=1)
    for _ in range(_ATTEMPTS):
        try:
            with savepoint(connection):
                stored = _insert(connection, first)
                _check_open(connection, stored, most_open)
                seeds.take(connection, stored)
                rows.append(connection, stored, 0)
                stored = _concluded(connection, stored, new.opened)
        except IntegrityError as conflict:
            # The round in the way may have ended since: then there is room now.
            refused = conflict
            _refuse(connection, new)
            if new.id:
                raise ReservationLost from conflict
        else:
            return rows.without_steps(stored)
    raise refused


def check_room(connection: Connection, opener: int, most_open: int) -> None:
    """Raise a refusal if a member has `most_open` open rounds already (0: no limit)."""
    count = connection.execute(_COUNT_OPEN, {"who": opener}).scalar_one()
    if most_open and count >= most_open:
        raise _too_many_open(most_open)


def load(connection: Connection, round_id: int) -> StoredRound:
    """Return the round; a state that cannot be read is rebuilt from the record.

    Raises RoundGone, and UnreadableRound when the record does not help.
    """
    row = connection.execute(_LOAD, {"which": round_id}).first()
    if row is None:
        raise RoundGone(round_id)
    return rows.read(row, lambda: rows.record(connection, round_id, row.recorded))


def save(
    connection: Connection,
    after: StoredRound,
    now: datetime | None = None,
    drawn: Mapping[int, int] | None = None,
) -> StoredRound:
    """Store what became of a round since it was loaded, and its results once it is over.

    `now` is stored as the end of a round that is over. `drawn` are the
    versions that messages of rounds show, to be marked in the same
    transaction. Returns the round with its next version, without steps, and
    with what the `mark_…` functions stored. Takes the same time however long the
    record is. Raises VersionConflict when another writer saved the round,
    RoundGone, and ValueError when the steps do not continue the record.
    """
    base = rows.first_new(after)
    row = _update(connection, after, base)
    if row is None:
        base = _stored_steps(connection, after, base)
        row = _update(connection, after, base)
    if row is None:
        raise VersionConflict(after.id, after.version)
    saved = _as_saved(after, row)
    rows.append(connection, saved, base)
    saved = _concluded(connection, saved, now)
    mark_drawn(connection, drawn or {})
    return rows.without_steps(saved)


def resume(connection: Connection, resumed: StoredRound, most_open: int = 0) -> StoredRound:
    """Store a resting round that was taken up, in the channel that it names.

    Returns it with its next version. Raises VersionConflict, ChannelTaken, and
    a refusal when its opener has `most_open` open rounds already (0: no limit).
    """
    place = {
        "channel": resumed.channel,
        "guild": resumed.guild,
        "message": resumed.message,
    }
    for _ in range(_ATTEMPTS):
        try:
            with savepoint(connection):
                row = _RESUME.run(connection, {**_saved_values(resumed), **place}).first()
                if row is None:
                    raise VersionConflict(resumed.id, resumed.version)
                _check_open(connection, resumed, most_open)
                return _as_saved(resumed, row)
        except IntegrityError as conflict:
            refused = conflict
            _refuse(connection, replace(resumed, successor_of=None))
    raise refused


def in_channel(connection: Connection, channel: int) -> int | None:
    """Return the round that is open in the channel."""
    return connection.execute(_IN_CHANNEL, {"where": channel}).scalar()


def successor(connection: Connection, round_id: int) -> int | None:
    """Return the rematch of a round; one that was abandoned before it began is none."""
    return connection.execute(_SUCCESSOR, {"which": round_id}).scalar()


def of_member(connection: Connection, user: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the open rounds in which a member has a seat, and their resting ones.

    The open ones come in the order of their deadlines, the resting ones newest first.
    """
    seated = connection.execute(_SEATED, {"seated": rows.seated_pattern(user)}).scalars()
    resting = connection.execute(_RESTING, {"who": user}).scalars()
    return tuple(seated), tuple(resting)


def record(connection: Connection, round_id: int) -> tuple[Step, ...]:
    """Return every step of the round, in order; none for a round that never began.

    Raises MovesGone for an old round whose steps have been deleted.
    """
    found = rows.record(connection, round_id)
    if not found and connection.execute(_RECORDED, {"which": round_id}).scalar():
        raise MovesGone
    return found


def mark_message(
    connection: Connection, round_id: int, channel: int, message: int, drawn: int = 0
) -> None:
    """Store where the round is shown, and which version is drawn there.

    Raises ChannelTaken if another round is open in the channel.
    """
    where = {"which": round_id, "where": channel, "shown_by": message}
    try:
        with savepoint(connection):
            _MARK_MESSAGE.run(connection, where)
    except IntegrityError as conflict:
        other = in_channel(connection, channel)
        if other is None:
            raise
        raise ChannelTaken(other) from conflict
    mark_drawn(connection, {round_id: drawn} if drawn else {})


def mark_drawn(connection: Connection, drawn: Mapping[int, int]) -> None:
    """Store which version the message of each round shows; a newer one stays."""
    values = [{"which": which, "version_drawn": version} for which, version in drawn.items()]
    if values:
        _MARK_DRAWN.run_many(connection, values)


def mark_reminded(connection: Connection, round_id: int, message: int | None) -> None:
    """Store the message that reminded the awaited member, None once it is deleted.

    0 stands for a reminder that could not be sent, so that it is sent once at most.
    """
    _MARK_REMINDED.run(connection, {"which": round_id, "reminded_by": message})


def _refuse(connection: Connection, new: StoredRound) -> None:
    followed = None if new.successor_of is None else successor(connection, new.successor_of)
    if followed is not None:
        raise RematchExists(followed)
    taken = in_channel(connection, new.channel) if new.open else None
    if taken is not None:
        raise ChannelTaken(taken)


def _update(connection: Connection, after: StoredRound, base: int) -> tuple[Any, ...] | None:
    """Write the row of a round if it is at the loaded version and has `base` steps."""
    values = _saved_values(after)
    if after.play is None:
        return _SAVE_WAITING.run(connection, values).first()
    steps_now = {"stored_steps": base, "recorded": after.play.recorded}
    return _SAVE.run(connection, {**values, **steps_now}).first()


def _stored_steps(connection: Connection, after: StoredRound, base: int) -> int:
    """Return how many of a round's steps are stored, where an update found other than `base`.

    Raises RoundGone, VersionConflict, and ValueError unless the record can
    be continued from there.
    """
    row = connection.execute(_GUARD, {"which": after.id}).first()
    if row is None:
        raise RoundGone(after.id)
    if row.version != after.version or after.play is None:
        raise VersionConflict(after.id, after.version)
    if not base < row.recorded <= after.play.recorded:
        raise ValueError(
            f"round {after.id} has {row.recorded} stored steps, "
            f"not followed by {base + 1} to {after.play.recorded}"
        )
    return int(row.recorded)


def _insert(connection: Connection, first: StoredRound) -> StoredRound:
    """Write the row of a new round; return it with its id."""
    values = rows.insert_values(first)
    if first.id:
        _INSERT_RESERVED.run(connection, {"id": first.id, **values})
        return first
    return replace(first, id=_INSERT.run(connection, values).scalar_one())


def _saved_values(after: StoredRound) -> dict[str, Any]:
    return {
        **rows.update_values(after),
        "which": after.id,
        "loaded": after.version,
        "version": after.version + 1,
    }


def _as_saved(after: StoredRound, row: Sequence[Any]) -> StoredRound:
    """Return the round as a save has left it; `row` is what `_save` returns."""
    channel, message, drawn, reminder = row
    return replace(
        after,
        version=after.version + 1,
        channel=channel,
        message=message,
        drawn=drawn,
        reminder=reminder,
    )


def _check_open(connection: Connection, opened: StoredRound, most: int) -> None:
    """Raise a refusal if the opener has more than `most` open rounds, `opened` included."""
    if most and opened.open:
        count = connection.execute(_COUNT_OPEN, {"who": opened.opener}).scalar_one()
        if count > most:
            raise _too_many_open(most)


def _concluded(connection: Connection, stored: StoredRound, now: datetime | None) -> StoredRound:
    """Store what follows from the end of a round, or from its rest; nothing while it is open."""
    if stored.open:
        return stored
    conclude(connection, stored, now)
    return seeds.conclude(connection, stored)


def _too_many_open(most: int) -> Refusal:
    return Refusal(
        say_count(
            "You have {n} round open already. Finish or leave it first, then open a new one.",
            "You have {n} rounds open already. Finish or leave one of them first, then open a "
            "new one.",
            most,
        )
    )
