"""Stores the members whom a server's moderators have barred from playing, until when.

A keyed hash tells who is barred, also after an erasure; the id is for the page that lists the bars.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from bot.storage.keyed_hash import keyed_hash, known_hash
from bot.storage.schema import bars
from bot.storage.statement import AnyConnection, Statement, insert_for

_UNTIL = Statement(
    select(bars.c.until).where(
        bars.c.guild == bindparam("where"),
        bars.c.member == bindparam("who"),
        bars.c.until > bindparam("now"),
    )
)


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
    key = {"guild": guild, "member": keyed_hash(connection, user)}
    values = {"until": until, "user": user, "set_by": set_by}
    connection.execute(
        insert_for(connection)(bars)
        .values(key | values)
        .on_conflict_do_update(index_elements=[*key], set_=values)
    )


def lift(connection: Connection, guild: int, user: int) -> None:
    """Remove the bar of a member, if there is one."""
    member = known_hash(connection, user)
    connection.execute(delete(bars).where(bars.c.guild == guild, bars.c.member == member))


def until(connection: AnyConnection, guild: int, user: int, now: datetime) -> datetime | None:
    """Return the end of a member's bar on a server, None if there is no bar."""
    member = known_hash(connection, user)
    if member is None:
        return None
    found: datetime | None = _UNTIL.run(
        connection, {"where": guild, "who": member, "now": now}
    ).scalar()
    return found


def in_force(connection: Connection, guild: int, now: datetime) -> list[Bar]:
    """Return the bars of a server, in the order of their ends."""
    found = connection.execute(
        select(bars.c.user, bars.c.set_by, bars.c.until)
        .where(bars.c.guild == guild, bars.c.until > now)
        .order_by(bars.c.until, bars.c.member)
    )
    return [Bar(*row) for row in found]


def delete_ended(connection: Connection, now: datetime) -> None:
    """Delete the bars of all servers that have ended."""
    connection.execute(delete(bars).where(bars.c.until <= now))
