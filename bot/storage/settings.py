"""The table of settings: texts by scope and key, whose meaning features define."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, select

from bot.storage.schema import settings
from bot.storage.statement import Connection, Statement, upsert

SERVER, MEMBER = "guild/", "member/"
"""The prefixes of the scopes of servers and of members, which are followed by an id."""

_OF_SCOPE = Statement(
    select(settings.c.key, settings.c.value)
    .where(settings.c.scope == bindparam("scope"))
    .order_by(settings.c.key)
)
_THIS = (settings.c.scope == bindparam("scope"), settings.c.key == bindparam("key"))
_GET = Statement(select(settings.c.value).where(*_THIS))
_REMOVE = Statement(delete(settings).where(*_THIS))
_PUT = upsert(settings)


def of_scope(connection: Connection, scope: str) -> dict[str, str]:
    """Return the settings of a scope, sorted by key."""
    return {row.key: row.value for row in connection.run(_OF_SCOPE, scope=scope)}


def get(connection: Connection, scope: str, key: str) -> str | None:
    """Return a setting, None if it is not stored."""
    value: str | None = connection.run(_GET, scope=scope, key=key).scalar()
    return value


def put(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Store a setting; None removes it."""
    if value is None:
        connection.run(_REMOVE, scope=scope, key=key)
    else:
        connection.run(_PUT, scope=scope, key=key, value=value)
