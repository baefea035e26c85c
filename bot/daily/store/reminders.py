"""Storage of the members who want to be reminded of the daily challenge, and when that is due."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, insert, select, update

from bot.storage.schema import daily_reminders
from bot.storage.statement import Connection, Statement, binds


class Reminder(NamedTuple):
    """The reminder of a member in a channel, in its language, and when it is due."""

    member: int
    guild: int
    channel: int
    language: str
    due: datetime


_OF_MEMBER = daily_reminders.c.member == bindparam("who")
_IS_REMINDED = Statement(select(daily_reminders.c.member).where(_OF_MEMBER))
_FORGET = Statement(delete(daily_reminders).where(_OF_MEMBER))
_WANT = Statement(insert(daily_reminders).values(member=bindparam("who")), conflict="DO NOTHING")
_REMIND = Statement(
    update(daily_reminders).where(_OF_MEMBER).values(binds("guild", "channel", "language", "due"))
)
_DUE = Statement(
    select(*(daily_reminders.c[name] for name in Reminder._fields))
    .where(daily_reminders.c.due <= bindparam("now"))
    .order_by(daily_reminders.c.due)
    .limit(bindparam("most"))
)
_TAKE = Statement(
    update(daily_reminders)
    .where(_OF_MEMBER, daily_reminders.c.due == bindparam("was_due"))
    .values(due=None)
)


def is_reminded(connection: Connection, member: int) -> bool:
    """Return whether a member wants to be reminded after each day that they play."""
    return bool(connection.run(_IS_REMINDED, who=member))


def set_reminded(connection: Connection, member: int, *, on: bool) -> None:
    """Store whether a member wants to be reminded, from their next private round on."""
    connection.run(_WANT if on else _FORGET, who=member)


def store_reminder(
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
    values = {"guild": guild, "channel": channel, "language": language}
    connection.run(_REMIND, who=member, due=due if place else None, **values)


def due_reminders(connection: Connection, now: datetime, most: int) -> tuple[Reminder, ...]:
    """Return up to `most` reminders that are due, the earliest first."""
    return tuple(Reminder(*row) for row in connection.run(_DUE, now=now, most=most))


def take_reminder(connection: Connection, reminder: Reminder) -> bool:
    """Forget a reminder before it is sent; return whether it was still due."""
    return bool(connection.run(_TAKE, who=reminder.member, was_due=reminder.due).changed)
