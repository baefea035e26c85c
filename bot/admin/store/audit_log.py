"""Stores the actions of a server's moderators and managers for thirty days."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Literal, TypeAlias, cast

from sqlalchemy import Connection, delete, select

from bot.storage.schema import audit_log

KEPT = timedelta(days=30)
"""The time for which an entry is kept."""

Deed: TypeAlias = Literal["bar", "lift", "close", "set"]
"""Bar a member, lift a bar, close a round in which others play, change a setting of the server."""

Do: TypeAlias = Callable[[Connection], None]
"""A function that makes a change through the connection of a transaction."""


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An action of a `moderator` at a time; None after the moderator's own erasure.

    `member` is the member who was barred or freed, or the opener of the round. `detail` is the key
    of the duration, the number of the round, or `key=value` of the setting in its stored form.
    """

    at: datetime
    deed: Deed
    moderator: int | None
    member: int | None = None
    detail: str = ""


def enter(connection: Connection, guild: int, entry: AuditEntry) -> None:
    """Store an entry of a server."""
    connection.execute(audit_log.insert().values(guild=guild, **asdict(entry)))


def do_and_enter(connection: Connection, do: Do, guild: int, entry: AuditEntry) -> None:
    """Make a change and store its entry, in one transaction."""
    do(connection)
    enter(connection, guild, entry)


def newest(
    connection: Connection, guild: int, since: datetime, skipped: int, most: int
) -> list[AuditEntry]:
    """Return entries of a server, newest first, at most `most` after the first `skipped`."""
    query = (
        select(audit_log)
        .where(audit_log.c.guild == guild, audit_log.c.at > since)
        .order_by(audit_log.c.at.desc(), audit_log.c.id.desc())
        .offset(skipped)
        .limit(most)
    )
    return [
        AuditEntry(row.at, cast("Deed", row.deed), row.moderator, row.member, row.detail)
        for row in connection.execute(query)
    ]


def delete_before(connection: Connection, before: datetime, most: int) -> int:
    """Delete at most `most` entries from before a time; return their number."""
    old = select(audit_log.c.id).where(audit_log.c.at < before).order_by(audit_log.c.at).limit(most)
    ids = list(connection.execute(old).scalars())
    connection.execute(delete(audit_log).where(audit_log.c.id.in_(ids)))
    return len(ids)
