"""Stores which members the moderators of a server have barred from playing there, until when.

Members stand here as keyed hashes. A bar that has expired is removed by the next one.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.storage.keyed_hash import keyed_hash, known_hash
from bot.storage.schema import bars
from bot.storage.statement import insert_for


def bar(connection: Connection, guild: int, user: int, until: datetime, now: datetime) -> None:
    """Bar a member from playing on a server, in place of an earlier bar."""
    connection.execute(delete(bars).where(bars.c.until <= now))
    row = {"guild": guild, "member": keyed_hash(connection, user), "until": until}
    connection.execute(
        insert_for(connection)(bars)
        .values(row)
        .on_conflict_do_update(index_elements=["guild", "member"], set_={"until": until})
    )


def lift(connection: Connection, guild: int, user: int) -> None:
    """Remove the bar of a member, if there is one."""
    member = known_hash(connection, user)
    connection.execute(delete(bars).where(bars.c.guild == guild, bars.c.member == member))


def until(connection: Connection, guild: int, user: int, now: datetime) -> datetime | None:
    """Return until when a member is barred from playing on a server, None if they are not."""
    member = known_hash(connection, user)
    found: datetime | None = connection.execute(
        select(bars.c.until).where(
            bars.c.guild == guild, bars.c.member == member, bars.c.until > now
        )
    ).scalar()
    return found
