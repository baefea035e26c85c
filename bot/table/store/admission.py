"""Who may play: what bars and blocks say together."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection

from bot.table.admission import Barred, Blocked, OtherBarred, ServerBlocked
from bot.table.store import bars, blocks


def admit(connection: Connection, guild: int | None, users: tuple[int, ...], now: datetime) -> None:
    """Raise what keeps the first of these members from playing, or others from being invited.

    Raises Blocked, ServerBlocked, Barred and OtherBarred.
    """
    if guild is not None and blocks.is_server_blocked(connection, guild):
        raise ServerBlocked
    first = users[0]
    for user in dict.fromkeys(users):
        if blocks.is_blocked(connection, user):
            raise Blocked if user == first else OtherBarred(user)
        until = None if guild is None else bars.until(connection, guild, user, now)
        if until is not None:
            raise Barred(until) if user == first else OtherBarred(user)
