"""Stores the members who hide their statistics, on every server."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Select, cast, func, select

from bot.storage.schema import settings
from bot.storage.settings import MEMBER, get, put
from bot.storage.statement import Connection

HIDDEN = "hidden"
"""The scope of members who hide their statistics; the key is that of the member."""


def is_hidden(connection: Connection, user: int) -> bool:
    """Return whether a member hides their statistics."""
    return get(connection, HIDDEN, f"{MEMBER}{user}") is not None


def set_hidden(connection: Connection, user: int, *, on: bool) -> None:
    """Store whether a member hides their statistics."""
    put(connection, HIDDEN, f"{MEMBER}{user}", "on" if on else None)


def hidden_members() -> Select[Any]:
    """Return the query for all members who hide their statistics."""
    number = cast(func.substr(settings.c.key, len(MEMBER) + 1), BigInteger)
    return select(number).where(settings.c.scope == HIDDEN)
