"""Storage of the digests of sent commands and of reported missing permissions."""

from __future__ import annotations

from sqlalchemy import select

from bot.storage.schema import settings
from bot.storage.settings import SERVER, get, put
from bot.storage.statement import Connection, Statement

_COMMANDS, _MISSING = "commands/global", "missing/"

_TOLD = Statement(
    select(settings.c.key, settings.c.value).where(
        settings.c.scope.startswith(SERVER), settings.c.key.startswith(_MISSING)
    )
)


def digest(connection: Connection, application: int) -> str | None:
    """Return the digest of the commands that were sent last, None if there is none."""
    return get(connection, f"application/{application}", _COMMANDS)


def set_digest(connection: Connection, application: int, digest: str | None) -> None:
    """Store the digest of the commands that were sent; None removes it."""
    put(connection, f"application/{application}", _COMMANDS, digest)


def reported_missing(connection: Connection) -> dict[int, str]:
    """Return the missing permissions that were reported, by channel."""
    rows = connection.run(_TOLD)
    return {int(row.key.removeprefix(_MISSING)): row.value for row in rows}


def set_reported_missing(
    connection: Connection, guild: int, channel: int, permissions: str | None
) -> None:
    """Store the missing permissions reported in a channel; None removes them."""
    put(connection, f"{SERVER}{guild}", f"{_MISSING}{channel}", permissions)
