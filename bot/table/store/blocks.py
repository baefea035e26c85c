"""Stores whom the host has blocked: members, as keyed hashes, and servers, by their ids.

Each is a line of the settings; its value is the day on which it was blocked.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, select

from bot.storage.connection import Database, reading, writing
from bot.storage.keyed_hash import keyed_hash, known_hash
from bot.storage.schema import settings
from bot.storage.statement import insert_for

MEMBERS, SERVERS = "host/blocked-members", "host/blocked-servers"
"""The scopes of the lines."""


class Blocks:
    """The blocks in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def block_member(self, user: int, now: datetime) -> None:
        """Block a member everywhere."""
        with writing(self._database) as connection:
            _add(connection, MEMBERS, keyed_hash(connection, user), now)

    def block_server(self, guild: int, now: datetime) -> None:
        """Block a server."""
        with writing(self._database) as connection:
            _add(connection, SERVERS, str(guild), now)

    def unblock_member(self, user: int) -> bool:
        """Unblock a member; return whether they were blocked."""
        with writing(self._database) as connection:
            return _remove(connection, MEMBERS, known_hash(connection, user) or "")

    def unblock_server(self, guild: int) -> bool:
        """Unblock a server; return whether it was blocked."""
        with writing(self._database) as connection:
            return _remove(connection, SERVERS, str(guild))

    def is_blocked(self, user: int) -> bool:
        """Return whether a member is blocked."""
        with reading(self._database) as connection:
            member = known_hash(connection, user)
            return member is not None and _has(connection, MEMBERS, member)

    def is_server_blocked(self, guild: int) -> bool:
        """Return whether a server is blocked."""
        with reading(self._database) as connection:
            return _has(connection, SERVERS, str(guild))

    def listed(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the members (their hashes) and the servers (their ids) with the day of each."""
        with reading(self._database) as connection:
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


def _has(connection: Connection, scope: str, key: str) -> bool:
    at = (settings.c.scope == scope, settings.c.key == key)
    return connection.execute(select(settings.c.key).where(*at)).first() is not None
