"""Stores the members whom a server's moderators have barred from playing, until when.

Members are stored as keyed hashes. An expired bar is removed when the next one is stored.
"""

from __future__ import annotations

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


def until(connection: AnyConnection, guild: int, user: int, now: datetime) -> datetime | None:
    """Return the end of a member's bar on a server, None if there is no bar."""
    member = known_hash(connection, user)
    if member is None:
        return None
    found: datetime | None = _UNTIL.run(
        connection, {"where": guild, "who": member, "now": now}
    ).scalar()
    return found
