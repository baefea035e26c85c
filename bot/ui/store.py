"""Storage of the digests of synced commands and of reported missing permissions."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.storage.schema import settings
from bot.storage.settings import SERVER, get, of_scope, put

_COMMANDS, _MISSING = "commands/", "missing/"


def digest(connection: Connection, application: int, scope: str) -> str | None:
    """Return the digest of the commands last synced for `scope`, None if there is none."""
    return get(connection, f"application/{application}", f"{_COMMANDS}{scope}")


def scopes(connection: Connection, application: int) -> tuple[str, ...]:
    """Return the scopes for which a digest is stored."""
    keys = of_scope(connection, f"application/{application}")
    return tuple(key.removeprefix(_COMMANDS) for key in keys if key.startswith(_COMMANDS))


def set_digest(connection: Connection, application: int, scope: str, digest: str | None) -> None:
    """Store the digest of the commands synced for `scope`; None removes it."""
    put(connection, f"application/{application}", f"{_COMMANDS}{scope}", digest)


def told_missing(connection: Connection) -> dict[int, str]:
    """Return the missing permissions that were reported, by channel."""
    query = select(settings.c.key, settings.c.value).where(
        settings.c.scope.startswith(SERVER), settings.c.key.startswith(_MISSING)
    )
    rows = connection.execute(query)
    return {int(row.key.removeprefix(_MISSING)): row.value for row in rows}


def set_told_missing(
    connection: Connection, guild: int, channel: int, permissions: str | None
) -> None:
    """Store the missing permissions reported in a channel; None removes them."""
    put(connection, f"{SERVER}{guild}", f"{_MISSING}{channel}", permissions)
