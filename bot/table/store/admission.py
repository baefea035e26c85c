"""Checks whether the moderators of a server have barred members from playing there."""

from __future__ import annotations

from datetime import datetime

from bot.language.render import Person, Until
from bot.storage.statement import Connection
from bot.table.store import bars
from rules.errors import Refusal
from rules.text import say


def admit(connection: Connection, guild: int | None, users: tuple[int, ...], now: datetime) -> None:
    """Raise a refusal if a bar keeps the first member from playing, or one of the others out."""
    if guild is None:
        return
    for user in dict.fromkeys(users):
        until = bars.bar_end(connection, guild, user, now)
        if until is None:
            continue
        if user != users[0]:
            raise Refusal(
                say("{member} cannot play on this server at present.", member=Person(user))
            )
        raise Refusal(
            say(
                "The moderators of this server have barred you from playing here. The bar "
                "ends {when}.",
                when=Until(until),
            )
        )
