"""Stores the members whom a server's moderators have barred from playing, until when.

A keyed hash tells whether a member is barred, also after an erasure; the id is for the page that
lists the bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import bindparam, delete, select

from bot.storage.keyed_hash import existing_hash, keyed_hash
from bot.storage.schema import bars
from bot.storage.statement import Connection, Statement, upsert

_UNTIL = Statement(
    select(bars.c.until).where(
        bars.c.guild == bindparam("where"),
        bars.c.member == bindparam("who"),
        bars.c.until > bindparam("now"),
    )
)
_BAR = upsert(bars)
_LIFT = Statement(
    delete(bars).where(bars.c.guild == bindparam("where"), bars.c.member == bindparam("who"))
)
_IN_FORCE = Statement(
    select(bars.c.user, bars.c.set_by, bars.c.until)
    .where(bars.c.guild == bindparam("where"), bars.c.until > bindparam("now"))
    .order_by(bars.c.until, bars.c.member)
)
_DELETE_ENDED = Statement(delete(bars).where(bars.c.until <= bindparam("now")))


@dataclass(frozen=True, slots=True)
class Bar:
    """The bar of a member on a server.

    `user` is None after the member's erasure. `set_by` is the moderator, None where it is not
    known.
    """

    user: int | None
    set_by: int | None
    until: datetime


def bar(connection: Connection, guild: int, user: int, until: datetime, set_by: int) -> None:
    """Bar a member from playing on a server, in place of an earlier bar."""
    member = keyed_hash(connection, user)
    connection.run(_BAR, guild=guild, member=member, until=until, user=user, set_by=set_by)


def lift(connection: Connection, guild: int, user: int) -> None:
    """Remove the bar of a member, if there is one."""
    connection.run(_LIFT, where=guild, who=existing_hash(connection, user))


def bar_end(connection: Connection, guild: int, user: int, now: datetime) -> datetime | None:
    """Return the end of a member's bar on a server, None if there is no bar."""
    member = existing_hash(connection, user)
    if member is None:
        return None
    end: datetime | None = connection.run(_UNTIL, where=guild, who=member, now=now).scalar()
    return end


def in_force(connection: Connection, guild: int, now: datetime) -> list[Bar]:
    """Return the bars of a server, in the order of their ends."""
    return [Bar(*row) for row in connection.run(_IN_FORCE, where=guild, now=now)]


def delete_ended(connection: Connection, now: datetime) -> None:
    """Delete the bars of all servers that have ended."""
    connection.run(_DELETE_ENDED, now=now)
