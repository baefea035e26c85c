"""Stores the choices of a server's managers; defaults are not stored."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.storage.schema import settings
from bot.storage.settings import SERVER, of_scope, put


def of_guild(connection: Connection, guild: int) -> dict[str, str]:
    """Return the stored settings of a server, by key."""
    return of_scope(connection, f"{SERVER}{guild}")


def set_of_guild(connection: Connection, guild: int, key: str, value: str | None) -> None:
    """Store a setting of a server; None removes it."""
    put(connection, f"{SERVER}{guild}", key, value)


def of_guilds_with(connection: Connection, key: str) -> dict[int, dict[str, str]]:
    """Return the stored value of each server that has chosen the setting `key`."""
    scopes = select(settings.c.scope).where(settings.c.key == key)
    query = select(settings).where(
        settings.c.scope.in_(scopes), settings.c.scope.startswith(SERVER)
    )
    found: dict[int, dict[str, str]] = {}
    for row in connection.execute(query):
        guild = int(row.scope.removeprefix(SERVER))
        found.setdefault(guild, {})[row.key] = row.value
    return found
