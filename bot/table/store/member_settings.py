"""Stores the settings of members: texts by key, reminders, and whether statistics are hidden."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import BigInteger, Select, bindparam, cast, func, select

from bot.storage.schema import settings
from bot.storage.settings import MEMBER, get, put
from bot.storage.statement import Connection, Statement, among

HIDDEN = "hidden"
"""The scope of members who hide their statistics; the key is that of the member."""

_REMINDERS, _OFF = "reminders", "off"

_CHOICES = Statement(
    select(settings.c.scope, settings.c.value).where(
        settings.c.key == bindparam("key"), settings.c.scope.startswith(MEMBER)
    )
)
_UNREMINDED = Statement(
    select(settings.c.scope).where(
        among(settings.c.scope, "scopes"), settings.c.key == _REMINDERS, settings.c.value == _OFF
    )
)


def choices(connection: Connection, key: str) -> dict[int, str]:
    """Return the stored choices of members under a key, by member."""
    rows = connection.run(_CHOICES, key=key)
    return {int(row.scope.removeprefix(MEMBER)): row.value for row in rows}


def choose(connection: Connection, user: int, key: str, value: str | None) -> None:
    """Store a member's choice under a key; None removes it."""
    put(connection, f"{MEMBER}{user}", key, value)


def is_reminded(connection: Connection, user: int) -> bool:
    """Return whether a member wants to be reminded of their turn."""
    return get(connection, f"{MEMBER}{user}", _REMINDERS) != _OFF


def unreminded_among(connection: Connection, users: Collection[int]) -> frozenset[int]:
    """Return those of some members who do not want to be reminded."""
    scopes = {f"{MEMBER}{user}": user for user in users}
    return frozenset(
        scopes[scope] for scope in connection.run(_UNREMINDED, scopes=scopes).scalars()
    )


def set_reminded(connection: Connection, user: int, *, on: bool) -> None:
    """Store whether a member wants to be reminded."""
    put(connection, f"{MEMBER}{user}", _REMINDERS, None if on else _OFF)


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
