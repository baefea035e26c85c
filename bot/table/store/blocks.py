"""Stores the host's blocks: members, as keyed hashes, and servers, by their ids.

Each is a row of the settings; its value is the day of the block.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, select

from bot.storage.keyed_hash import keyed_hash, known_hash
from bot.storage.schema import settings
from bot.storage.statement import AnyConnection, Statement, insert_for

MEMBERS, SERVERS = "host/blocked-members", "host/blocked-servers"
"""The scopes of the lines."""

_BLOCKED = Statement(
    select(settings.c.key).where(
        settings.c.scope == bindparam("of"), settings.c.key == bindparam("who")
    )
)


def block_member(connection: Connection, user: int, now: datetime) -> None:
    """Block a member everywhere."""
    _add(connection, MEMBERS, keyed_hash(connection, user), now)


def block_server(connection: Connection, guild: int, now: datetime) -> None:
    """Block a server."""
    _add(connection, SERVERS, str(guild), now)


def unblock_member(connection: Connection, user: int) -> bool:
    """Unblock a member; return whether they were blocked."""
    return _remove(connection, MEMBERS, known_hash(connection, user) or "")


def unblock_server(connection: Connection, guild: int) -> bool:
    """Unblock a server; return whether it was blocked."""
    return _remove(connection, SERVERS, str(guild))


def is_blocked(connection: AnyConnection, user: int) -> bool:
    """Return whether a member is blocked."""
    member = known_hash(connection, user)
    return member is not None and _has(connection, MEMBERS, member)


def is_server_blocked(connection: AnyConnection, guild: int) -> bool:
    """Return whether a server is blocked."""
    return _has(connection, SERVERS, str(guild))


def listed(connection: Connection) -> tuple[dict[str, str], dict[str, str]]:
    """Return the members (their hashes) and the servers (their ids) with the day of each."""
    members, servers = (
        {
            row.key: row.value
            for row in connection.execute(
                select(settings.c.key, settings.c.value)
                .where(settings.c.scope == scope)
                .order_by(settings.c.value, settings.c.key)
            )
        }
        for scope in (MEMBERS, SERVERS)
    )
    return members, servers


def _add(connection: Connection, scope: str, key: str, now: datetime) -> None:
    row = {"scope": scope, "key": key, "value": f"{now:%Y-%m-%d}"}
    connection.execute(insert_for(connection)(settings).values(row).on_conflict_do_nothing())


def _remove(connection: Connection, scope: str, key: str) -> bool:
    at = (settings.c.scope == scope, settings.c.key == key)
    return bool(connection.execute(delete(settings).where(*at)).rowcount)


def _has(connection: AnyConnection, scope: str, key: str) -> bool:
    return _BLOCKED.run(connection, {"of": scope, "who": key}).first() is not None
