"""Stores which members have a coach."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.storage.schema import settings
from bot.storage.settings import MEMBER, put

_COACH = "coach"


def coached(connection: Connection) -> set[int]:
    """Return the members who have a coach."""
    query = select(settings.c.scope).where(settings.c.key == _COACH)
    scopes = connection.execute(query).scalars()
    return {int(scope.removeprefix(MEMBER)) for scope in scopes}


def set_coached(connection: Connection, user: int, *, on: bool) -> None:
    """Store whether a member has a coach."""
    put(connection, f"{MEMBER}{user}", _COACH, "on" if on else None)
