"""Stores rounds: one row each, their seats, and their steps.

A save is guarded by the round's version and is one transaction of row, changed seats, new steps and
results. The place of a round's message, its drawn version and its reminder (`mark_…`) are stored
separately: storing them does not change the version, and a save does not change them. Statements
are built once, when the module is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Integer,
    bindparam,
    case,
    func,
    insert,
    select,
    update,
)

from bot.storage.schema import (
    IS_OPEN,
    IS_RESTING,
    IS_SUCCESSOR,
    daily_days,
    rounds,
)
from bot.storage.schema import seeds as seeds_table
from bot.storage.statement import Connection, Statement, binds
from bot.table.seed import Seed
from bot.table.store import entries, face_counts, results, rows, seats, seeds
from bot.table.store.errors import (
    ChannelTaken,
    MovesGone,
    RematchExists,
    RoundGone,
    VersionConflict,
)
from bot.table.store.headlines import with_headline
from bot.table.store.newcomers import mark_rules_known
from bot.table.stored_round import NO_CHANNEL, StoredParts, StoredRound
from rules.engine import Step
from rules.errors import Refusal
from rules.text import say_count

MOST_OPEN = 20
"""The most rounds that a member opened and that are open at the same time, in all channels."""

_INSERT = Statement(insert(rounds).values(binds(*rows.INSERTED)).returning(rounds.c.id))
_LOAD = Statement(
    select(
        rounds,
        *seeds.COLUMNS,
        daily_days.c.seed.label("set_secret"),
        daily_days.c.drawn_at.label("set_drawn"),
        daily_days.c.opened.label("set_opened"),
        daily_days.c.revealed.label("set_revealed"),
    )
    .outerjoin(seeds_table, seeds_table.c.round == rounds.c.id)
    .outerjoin(daily_days, daily_days.c.day == rounds.c.set_key)
    .where(rounds.c.id == bindparam("which"))
)
_GUARD = Statement(
    select(rounds.c.version, rounds.c.recorded).where(rounds.c.id == bindparam("which"))
)
_NEWLY_DRAWN = case(
    (rounds.c.drawn < bindparam("version_drawn", type_=Integer), bindparam("version_drawn")),
    else_=rounds.c.drawn,
)
_FIRST_MESSAGE = func.coalesce(rounds.c.message, bindparam("shown_by", type_=BigInteger))
_save = (
    update(rounds)
    .where(rounds.c.id == bindparam("which"), rounds.c.version == bindparam("loaded"))
    .values(**binds(*rows.UPDATED, "version"), drawn=_NEWLY_DRAWN)
    .returning(rounds.c.channel, rounds.c.message, rounds.c.drawn, rounds.c.reminder)
)
_RESUME = Statement(_save.values(binds("channel", "guild", "message")))
_SAVE_WAITING = Statement(_save.values(message=_FIRST_MESSAGE))
_SAVE = Statement(
    _save.where(rounds.c.recorded == bindparam("stored_steps")).values(
        message=_FIRST_MESSAGE, recorded=bindparam("recorded")
    )
)
_RECORDED = Statement(select(rounds.c.recorded).where(rounds.c.id == bindparam("which")))
_IN_CHANNEL = Statement(select(rounds.c.id).where(rounds.c.channel == bindparam("where"), IS_OPEN))
_COUNT_OPEN = Statement(
    select(func.count()).select_from(rounds).where(rounds.c.opener == bindparam("who"), IS_OPEN)
)
_SUCCESSOR = Statement(
    select(rounds.c.id).where(rounds.c.successor_of == bindparam("which"), IS_SUCCESSOR)
)
_RESTING = Statement(select(rounds.c.id).where(IS_RESTING, rounds.c.opener == bindparam("who")))
_RESTING_IN = Statement(
    select(rounds.c.id).where(IS_RESTING, rounds.c.channel == bindparam("where"))
)
_TAKE_FROM_CHANNEL = Statement(
    update(rounds)
    .where(rounds.c.id == bindparam("which"), rounds.c.channel == bindparam("where"), IS_RESTING)
    .values(channel=NO_CHANNEL, message=None, reminder=None)
)
_MARK_SHOWN = Statement(
    update(rounds)
    .where(rounds.c.id == bindparam("which"))
    .values(drawn=_NEWLY_DRAWN, message=_FIRST_MESSAGE)
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


class ShownVersion(NamedTuple):
    """The version that a round shows, not stored yet, and its first message."""

    version: int = 0
    message: int | None = None

    def and_then(self, later: ShownVersion) -> ShownVersion:
        """Return the values after a later version was shown; the first message stays the first."""
        return ShownVersion(max(self.version, later.version), self.message or later.message)


NOTHING_SHOWN = ShownVersion()


def open_round(
    connection: Connection,
    new: StoredRound,
    following: Seed | None = None,
    admit: Callable[[Connection], None] | None = None,
) -> StoredRound:
    """Store a new round with its steps; return it with its id, version 1 and no steps.

    `admit` raises the refusal of a member who may not play, before the database is read.
    A round with a seed takes it, and `following` becomes the next one of the channel. Raises
    SeedTaken when another round has it, NotUnique when another round has its place
    (`check_free`), and a refusal when the opener has `MOST_OPEN` open rounds already; rounds that
    two processes open at once are not counted.
    """
    if admit is not None:
        admit(connection)
    first = replace(new, version=1)
    if first.begun:
        first = mark_rules_known(connection, first)
    won = results.won_or_lost(connection, first, new.opened)
    if first.finished:
        first = with_headline(connection, first, 0, new.opened, won)
    stored = _insert(connection, first)
    _check_open(connection, stored)
    if following is not None:
        seeds.take(connection, stored, following)
    rows.append_steps(connection, stored, 0)
    if stored.play is not None:
        results.begin(connection, stored, new.opened)
    if not stored.open:
        _conclude(connection, stored, new.opened, won)
    play = rows.without_steps(stored.play)
    return replace(stored, play=play, rolled=rows.has_landed(stored.play))


def check_free(connection: Connection, new: StoredRound) -> None:
    """Raise a refusal with the id of the round that has the place of a new one, if there is one.

    It is RematchExists if its predecessor has another successor, ChannelTaken if a round is open in
    its channel. There is none once that round has ended: then there is room now.
    """
    followed = None if new.successor_of is None else successor(connection, new.successor_of)
    if followed not in (None, new.id):
        raise RematchExists(followed)
    taken = in_channel(connection, new.place.channel)
    if taken not in (None, new.id):
        raise ChannelTaken(taken)


def check_room(connection: Connection, opener: int) -> None:
    """Raise a refusal if a member has `MOST_OPEN` open rounds already."""
    if connection.run(_COUNT_OPEN, who=opener).scalar() >= MOST_OPEN:
        raise _too_many_open()


def load(connection: Connection, round_id: int) -> StoredRound:
    """Return the round; a state that cannot be read is rebuilt from the record.

    Raises RoundGone, and UnreadableRound when the record does not help.
    """
    row = connection.run(_LOAD, which=round_id).first()
    if row is None:
        raise RoundGone(round_id)
    return rows.read_round(
        connection, row, lambda: rows.read_record(connection, round_id, row.recorded)
    )


def save(
    connection: Connection,
    after: StoredRound,
    now: datetime | None = None,
    shown: ShownVersion = NOTHING_SHOWN,
) -> StoredRound:
    """Store the changes of a round since it was loaded, and its results once it is over.

    `now` is stored as the end of a round that is over, `shown` is marked in the same
    transaction. Returns the round with its next version, without steps, and with what the
    `mark_…` functions stored. Takes the same time however long the
    record is. Raises VersionConflict when another writer saved the round,
    RoundGone, and ValueError when the steps do not continue the record.
    """
    base = rows.count_earlier_steps(after)
    if after.begun and not base:
        after = mark_rules_known(connection, after)
    won = results.won_or_lost(connection, after, now or after.opened)
    if after.finished and after.end.headline is None:
        after = with_headline(connection, after, base, now or after.opened, won)
    saves, values = _SAVE_WAITING, _values(after, shown)
    if after.play is not None:
        saves, values = _SAVE, {**values, "stored_steps": base, "recorded": after.play.recorded}
    row = connection.run(saves, **values).first()
    if row is None:
        base = _stored_steps(connection, after, base)
        row = connection.run(saves, **{**values, "stored_steps": base}).first()
    if row is None:
        raise VersionConflict(after.id, after.version)
    rows.append_steps(connection, after, base)
    before, saved = after.as_stored, _save_parts(connection, after, row)
    if saved.play is not None and not base:
        results.begin(connection, saved, now or saved.opened)
    if saved.ended and not (before and before.ended):
        _conclude(connection, saved, now or saved.opened, won)
    elif before and before.players != saved.players:
        _store_leavers(connection, before, saved)
    return saved


def resume(connection: Connection, resumed: StoredRound) -> StoredRound:
    """Store a resting round that was taken up, in the channel that it names.

    Returns it with its next version. Raises VersionConflict, NotUnique when another round is open
    there (`check_free`), and a refusal when its opener has `MOST_OPEN` open rounds already.
    """
    values = _values(resumed, NOTHING_SHOWN)
    place = resumed.place
    here = {"channel": place.channel, "guild": place.guild, "message": place.message}
    row = connection.run(_RESUME, **values, **here).first()
    if row is None:
        raise VersionConflict(resumed.id, resumed.version)
    _check_open(connection, resumed)
    return _save_parts(connection, resumed, row)


def in_channel(connection: Connection, channel: int) -> int | None:
    """Return the round that is open in the channel."""
    round_id: int | None = connection.run(_IN_CHANNEL, where=channel).scalar()
    return round_id


def unfinished_in(connection: Connection, channel: int) -> tuple[int, ...]:
    """Return the round that is open in a channel, and those that rest there."""
    open_round_id = in_channel(connection, channel)
    resting = connection.run(_RESTING_IN, where=channel).scalars()
    return (*(() if open_round_id is None else (open_round_id,)), *resting)


def take_from_channel(connection: Connection, resting: StoredRound) -> None:
    """Store that a resting round's channel was deleted; a resumed round keeps its channel."""
    connection.run(_TAKE_FROM_CHANNEL, which=resting.id, where=resting.place.channel)


def successor(connection: Connection, round_id: int) -> int | None:
    """Return the rematch of a round; one that was abandoned before it began does not count."""
    rematch: int | None = connection.run(_SUCCESSOR, which=round_id).scalar()
    return rematch


def of_member(connection: Connection, user: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the open rounds in which a member has a seat, and their resting ones.

    The open ones come in the order of their deadlines, the resting ones newest first.
    """
    seated = seats.open_rounds_of(connection, user)
    resting = connection.run(_RESTING, who=user).scalars()
    return seated, tuple(sorted(resting, reverse=True))


def record(connection: Connection, round_id: int) -> tuple[Step, ...]:
    """Return every step of the round, in order; empty for a round that never began.

    Raises MovesGone for an old round whose steps have been deleted.
    """
    steps = rows.read_record(connection, round_id)
    if not steps and connection.run(_RECORDED, which=round_id).scalar():
        raise MovesGone
    return steps


def mark_message(connection: Connection, stored: StoredRound, message: int, drawn: int = 0) -> None:
    """Store the message of a round in its channel, and the version that is drawn there.

    Raises NotUnique when another round is open in the channel (`check_free`).
    """
    connection.run(_MARK_MESSAGE, which=stored.id, where=stored.place.channel, shown_by=message)
    mark_shown(connection, {stored.id: ShownVersion(drawn)})


def mark_shown(connection: Connection, shown: Mapping[int, ShownVersion]) -> None:
    """Store the shown versions of rounds; a newer stored version and an existing message stay."""
    for round_id, version in shown.items():
        connection.run(
            _MARK_SHOWN, which=round_id, version_drawn=version.version, shown_by=version.message
        )


def mark_reminded(connection: Connection, round_id: int, message: int | None) -> None:
    """Store the message that reminded the awaited member, None once it is deleted.

    0 stands for a reminder that could not be sent, so that it is sent once at most.
    """
    connection.run(_MARK_REMINDED, which=round_id, reminded_by=message)


def _stored_steps(connection: Connection, after: StoredRound, base: int) -> int:
    """Return the number of a round's stored steps, which an update found to differ from `base`.

    Raises RoundGone, VersionConflict, and ValueError unless the record can be continued from there.
    """
    row = connection.run(_GUARD, which=after.id).first()
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
    stored = replace(
        first,
        id=connection.run(_INSERT, **rows.insert_values(first)).scalar(),
        as_stored=rows.stored_parts(first),
    )
    seats.insert_all(connection, stored)
    return stored


def _values(after: StoredRound, shown: ShownVersion) -> dict[str, Any]:
    return {
        **rows.update_values(after),
        "version_drawn": shown.version,
        "shown_by": shown.message,
        "which": after.id,
        "loaded": after.version,
        "version": after.version + 1,
    }


def _save_parts(connection: Connection, after: StoredRound, row: Any) -> StoredRound:
    """Write the parts outside the row; return the round as it is stored, without steps.

    `row` is the return value of `_save`.
    """
    now = rows.stored_parts(after)
    if now != after.as_stored:
        rows.save_facts(connection, after)
        seats.save(connection, after)
    channel, message, drawn, reminder = row
    return replace(
        after,
        play=rows.without_steps(after.play),
        rolled=rows.has_landed(after.play),
        version=after.version + 1,
        place=replace(after.place, channel=channel, message=message, drawn=drawn),
        deadline=replace(after.deadline, reminder=reminder),
        as_stored=now,
    )


def _check_open(connection: Connection, opened: StoredRound) -> None:
    """Raise a refusal if the opener has more than `MOST_OPEN` open rounds, `opened` included."""
    if opened.open:
        count = connection.run(_COUNT_OPEN, who=opened.opener).scalar()
        if count > MOST_OPEN:
            raise _too_many_open()


def _conclude(
    connection: Connection, stored: StoredRound, now: datetime, won: results.WonOrLost
) -> None:
    """Store the consequences of a round's end; one that has not ended has none."""
    if not stored.ended:
        return
    if stored.play is not None or stored.unreadable:
        results.conclude(connection, stored, now, won)
    if stored.set_key is not None:
        entries.conclude(connection, stored)
        return
    seeds.conclude(connection, stored)
    face_counts.add(connection, stored)


def _store_leavers(connection: Connection, before: StoredParts, after: StoredRound) -> None:
    """Store that members have left a round that goes on."""
    pairs = enumerate(zip(before.players, after.players, strict=False))
    new = [seat for seat, (earlier, later) in pairs if later.left and not earlier.left]
    if new:
        results.leave(connection, after, new)


def _too_many_open() -> Refusal:
    return Refusal(
        say_count(
            "You have {n} game open already. Finish or leave it first, then open a new one.",
            "You have {n} games open already. Finish or leave one of them first, then open a "
            "new one.",
            MOST_OPEN,
        )
    )
