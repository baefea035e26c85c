"""Stores the words of members, which influence dice, and when each was set.

A word counts for the blocks of seeds whose root was posted before it was set.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from bot.storage.schema import settings
from bot.storage.settings import MEMBER, get, put
from bot.storage.statement import AnyConnection, Statement
from bot.table.commitment import Word
from bot.table.store.errors import ReservationLost

KEY = "word"
"""The key of the setting: the time in ISO 8601, and the word after a space."""

_STORED = Statement(
    select(settings.c.value).where(settings.c.scope == bindparam("whose"), settings.c.key == KEY)
)


def stored(connection: AnyConnection, users: Collection[int]) -> dict[int, str | None]:
    """Return the stored texts of some members' words."""
    return {user: _STORED.run(connection, {"whose": f"{MEMBER}{user}"}).scalar() for user in users}


def check(connection: AnyConnection, known: Mapping[int, str | None]) -> None:
    """Raise ReservationLost unless the stored words of members equal the cached ones."""
    if stored(connection, known) != known:
        raise ReservationLost


def counting(value: str | None, shown: datetime | None) -> Word:
    """Return the word in a stored text if it counts for a block.

    `shown` is when the root of the block was posted, None if it was not.
    """
    at, _, word = (value or "").partition(" ")
    if word and shown is not None and shown <= datetime.fromisoformat(at):
        return Word(word)
    return Word(early=bool(word))


def set_word(connection: Connection, user: int, word: str, now: datetime) -> None:
    """Store the word of a member; an empty one removes it."""
    put(connection, f"{MEMBER}{user}", KEY, f"{now.isoformat()} {word}" if word else None)


def word_of(connection: Connection, user: int) -> tuple[str, str | None]:
    """Return the word of a member, "" if they have none, and its stored text."""
    value = get(connection, f"{MEMBER}{user}", KEY)
    return (value or "").partition(" ")[2], value
