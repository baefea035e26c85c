"""Keeps the rounds: one row each, and their steps.

A save is guarded by the round's version and is one transaction of row, new
steps and results. The three marks (`mark_…`) tell how a round is shown; they
leave its version alone, and a save leaves theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, TextClause, insert, select, update
from sqlalchemy.exc import IntegrityError

from bot.storage import rows
from bot.storage.connection import reading, writing
from bot.storage.errors import ChannelTaken, RematchExists, RoundGone, VersionConflict
from bot.storage.results import result_rows
from bot.storage.schema import IS_OPEN, IS_UNDRAWN, MAY_BE_REMINDED, results, rounds, steps
from bot.table.stored_round import StoredRound
from rules.engine import Step

_ATTEMPTS = 3


class Rounds:
    """The rounds in the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def open(self, new: StoredRound) -> StoredRound:
        """Keep a new round with its steps; returns it with its id, version 1 and no steps.

        Raises RematchExists when `successor_of` has a successor, ChannelTaken
        when a round is open in the channel; each names that round.
        """
        first = replace(new, version=1)
        for _ in range(_ATTEMPTS):
            try:
                with writing(self._engine) as connection:
                    named = insert(rounds).values(rows.insert_values(first)).returning(rounds.c.id)
                    stored = replace(first, id=connection.execute(named).scalar_one())
                    _append(connection, stored, 0)
                    _conclude(connection, stored, new.opened)
            except IntegrityError as conflict:
                # whoever stood in the way may have gone since: then there is room now
                refused = conflict
                self._refuse(new)
            else:
                return _without_steps(stored)
        raise refused

    def load(self, round_id: int) -> StoredRound:
        """Return the round; a state that cannot be read is rebuilt from the record.

        Raises RoundGone, and UnreadableRound when nothing can rebuild it.
        """
        with reading(self._engine) as connection:
            row = connection.execute(select(rounds).where(rounds.c.id == round_id)).first()
            if row is None:
                raise RoundGone(round_id)
            return rows.read(row, lambda: _record(connection, round_id, row.recorded))

    def save(self, after: StoredRound, now: datetime | None = None) -> StoredRound:
        """Keep what became of a round since it was loaded, and its results once it is over.

        `now` is noted as the end of a round that is over. Returns the round
        with its next version, without steps, and with the marks as they are
        kept. Costs the same however long the record is. Raises VersionConflict when
        the row was saved, RoundGone, and ValueError
        when the steps do not continue the record.
        """
        with writing(self._engine) as connection:
            row = connection.execute(
                select(
                    rounds.c.version,
                    rounds.c.status,
                    rounds.c.recorded,
                    rounds.c.channel,
                    rounds.c.message,
                    rounds.c.drawn,
                    rounds.c.reminder,
                )
                .where(rounds.c.id == after.id)
                .with_for_update()
            ).first()
            if row is None:
                raise RoundGone(after.id)
            if row.version != after.version:
                raise VersionConflict(after.id, after.version)
            saved = replace(
                after,
                version=after.version + 1,
                channel=row.channel,
                message=row.message,
                drawn=row.drawn,
                reminder=row.reminder,
            )
            recorded = _append(connection, saved, row.recorded)
            connection.execute(
                update(rounds)
                .where(rounds.c.id == saved.id)
                .values(**rows.update_values(saved), version=saved.version, recorded=recorded)
            )
            if row.status != "over":
                _conclude(connection, saved, now)
            return _without_steps(saved)

    def in_channel(self, channel: int) -> int | None:
        """Return the round that is open in the channel."""
        return self._first(rounds.c.channel == channel, IS_OPEN)

    def successor(self, round_id: int) -> int | None:
        """Return the rematch of a round."""
        return self._first(rounds.c.successor_of == round_id)

    def record(self, round_id: int) -> tuple[Step, ...]:
        """Return every step of the round, in order; none for a round that never began."""
        with reading(self._engine) as connection:
            return _record(connection, round_id)

    def mark_message(self, round_id: int, channel: int, message: int) -> None:
        """Note where the round is shown. Raises ChannelTaken if another is open there."""
        try:
            self._mark(round_id, channel=channel, message=message)
        except IntegrityError as conflict:
            other = self.in_channel(channel)
            if other is None:
                raise
            raise ChannelTaken(other) from conflict

    def mark_drawn(self, round_id: int, version: int) -> None:
        """Note that the message shows this version, unless it shows a newer one already."""
        with writing(self._engine) as connection:
            connection.execute(
                update(rounds)
                .where(rounds.c.id == round_id, rounds.c.drawn < version)
                .values(drawn=version)
            )

    def mark_reminded(self, round_id: int, message: int | None) -> None:
        """Note that the awaited member was reminded by `message`; None when it was taken away.

        A reminder that could not be sent is noted as 0, so that it is not tried again.
        """
        self._mark(round_id, reminder=message)

    def due(self, now: datetime) -> tuple[int, ...]:
        """Return the open rounds whose deadline has come, the longest overdue first."""
        return self._all(rounds.c.deadline <= now, IS_OPEN, by=rounds.c.deadline)

    def to_remind(self, now: datetime) -> tuple[int, ...]:
        """Return the rounds under way whose members are to be reminded and were not yet."""
        return self._all(rounds.c.remind_at <= now, MAY_BE_REMINDED, by=rounds.c.remind_at)

    def extend_overdue(self, now: datetime, until: datetime) -> int:
        """Move the deadline of every open round that is overdue to `until`; return how many.

        Their versions move, so that their messages are drawn again.
        """
        with writing(self._engine) as connection:
            return connection.execute(
                update(rounds)
                .where(rounds.c.deadline <= now, IS_OPEN)
                .values(deadline=until, version=rounds.c.version + 1)
            ).rowcount

    def undrawn(self) -> tuple[int, ...]:
        """Return the rounds whose message is older than they are."""
        return self._all(IS_UNDRAWN, by=rounds.c.id)

    def _refuse(self, new: StoredRound) -> None:
        followed = None if new.successor_of is None else self.successor(new.successor_of)
        if followed is not None:
            raise RematchExists(followed)
        taken = self.in_channel(new.channel) if new.open else None
        if taken is not None:
            raise ChannelTaken(taken)

    def _mark(self, round_id: int, **columns: Any) -> None:
        with writing(self._engine) as connection:
            connection.execute(update(rounds).where(rounds.c.id == round_id).values(**columns))

    def _first(self, *conditions: ColumnElement[bool] | TextClause) -> int | None:
        with reading(self._engine) as connection:
            return connection.execute(select(rounds.c.id).where(*conditions)).scalar()

    def _all(
        self, *conditions: ColumnElement[bool] | TextClause, by: ColumnElement[Any]
    ) -> tuple[int, ...]:
        with reading(self._engine) as connection:
            found = select(rounds.c.id).where(*conditions).order_by(by)
            return tuple(connection.execute(found).scalars())


def _append(connection: Connection, after: StoredRound, recorded: int) -> int:
    """Write the steps that follow the `recorded` ones; return how many there are then."""
    if after.play is None:
        return recorded
    newer: Sequence[Step] = [step for step in after.play.steps if step.number > recorded]
    numbers = [step.number for step in newer]
    if numbers != list(range(recorded + 1, after.play.recorded + 1)):
        raise ValueError(
            f"round {after.id} has {recorded} steps of {after.play.recorded}, "
            f"not followed by {numbers}"
        )
    if newer:
        connection.execute(insert(steps), [rows.step_row(after.id, step) for step in newer])
    return after.play.recorded


def _conclude(connection: Connection, stored: StoredRound, now: datetime | None) -> None:
    """Write the results of a round that is over."""
    outcome = result_rows(stored, now)
    if outcome:
        connection.execute(insert(results), outcome)


def _without_steps(stored: StoredRound) -> StoredRound:
    return stored if stored.play is None else replace(stored, play=replace(stored.play, steps=()))


def _record(connection: Connection, round_id: int, upto: int | None = None) -> tuple[Step, ...]:
    found = select(steps).where(steps.c.round == round_id).order_by(steps.c.number)
    if upto is not None:
        found = found.where(steps.c.number <= upto)
    return tuple(rows.read_step(row) for row in connection.execute(found))
