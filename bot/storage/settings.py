"""The table of settings: texts by scope and key, whose meaning features define."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from bot.storage.schema import settings
from bot.storage.statement import insert_for

SERVER, MEMBER = "guild/", "member/"
"""The prefixes of the scopes of servers and of members, which are followed by an id."""


def of_scope(connection: Connection, scope: str) -> dict[str, str]:
    """Return the settings of a scope, sorted by key."""
    query = select(settings.c.key, settings.c.value).where(settings.c.scope == scope)
    rows = connection.execute(query.order_by(settings.c.key))
    return {row.key: row.value for row in rows}


def get(connection: Connection, scope: str, key: str) -> str | None:
    """Return a setting, None if it is not stored."""
    return connection.execute(
        select(settings.c.value).where(settings.c.scope == scope, settings.c.key == key)
    ).scalar()


def put(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Store a setting; None removes it."""
    if value is None:
        connection.execute(delete(settings).where(settings.c.scope == scope, settings.c.key == key))
        return
    connection.execute(
        insert_for(connection)(settings)
        .values(scope=scope, key=key, value=value)
        .on_conflict_do_update(index_elements=["scope", "key"], set_={"value": value})
    )
