"""Stores the choices of a server's managers; defaults are not stored."""

from __future__ import annotations

from bot.storage.settings import SERVER, of_scope, put
from bot.storage.statement import Connection


def of_guild(connection: Connection, guild: int) -> dict[str, str]:
    """Return the stored settings of a server, by key."""
    return of_scope(connection, f"{SERVER}{guild}")


def set_of_guild(connection: Connection, guild: int, key: str, value: str | None) -> None:
    """Store a setting of a server; None removes it."""
    put(connection, f"{SERVER}{guild}", key, value)
