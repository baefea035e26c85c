"""Storage of the members who want to be reminded of the daily challenge, and when that is due."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, select, update

from bot.storage.schema import daily_reminders
from bot.storage.statement import insert_for


class Reminder(NamedTuple):
    """The reminder of a member in a channel, in its language, and when it is due."""

    member: int
    guild: int
    channel: int
    language: str
    due: datetime


def is_reminded(connection: Connection, member: int) -> bool:
    """Return whether a member wants to be reminded after each day that they play."""
    query = select(daily_reminders.c.member).where(daily_reminders.c.member == member)
    return connection.execute(query).first() is not None


def set_reminded(connection: Connection, member: int, *, on: bool) -> None:
    """Store whether a member wants to be reminded, from their next attempt on."""
    if not on:
        connection.execute(delete(daily_reminders).where(daily_reminders.c.member == member))
        return
    new = insert_for(connection)(daily_reminders).values(member=member)
    connection.execute(new.on_conflict_do_nothing(index_elements=["member"]))


def remind(
    connection: Connection,
    member: int,
    place: tuple[int, int] | None,
    language: str,
    due: datetime,
) -> None:
    """Store the next reminder of a member who wants one; without a `place` there is none.

    The place is a server and a channel. An earlier reminder is forgotten.
    """
    guild, channel = place or (None, None)
    connection.execute(
        update(daily_reminders)
        .where(daily_reminders.c.member == member)
        .values(guild=guild, channel=channel, language=language, due=due if place else None)
    )


def due_at(connection: Connection, now: datetime, most: int) -> tuple[Reminder, ...]:
    """Return up to `most` reminders that are due, the earliest first."""
    due = daily_reminders.c.due
    query = select(*(daily_reminders.c[name] for name in Reminder._fields))
    found = connection.execute(query.where(due <= now).order_by(due).limit(most))
    return tuple(Reminder(*row) for row in found)


def take(connection: Connection, reminder: Reminder) -> bool:
    """Forget a reminder before it is sent; return whether it was still due."""
    found = connection.execute(
        update(daily_reminders)
        .where(daily_reminders.c.member == reminder.member, daily_reminders.c.due == reminder.due)
        .values(due=None)
    )
    return bool(found.rowcount)
