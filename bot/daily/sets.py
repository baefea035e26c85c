"""A set: what everybody who plays it gets alike, from one seed that was committed before.

The calendar's days are sets. Others have a card, on which members find them: the dice of a
sheet that somebody has filled alone, or new ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from bot.daily.calendar import Plan
from bot.table.luck import lines_of_set, set_number
from rules import registry

Key: TypeAlias = date | int
"""The key of a set: the calendar's day, or the number that follows from its commitment."""

PLAYED_WITHIN = timedelta(days=3)
"""How long a set with a card can be played."""


@dataclass(frozen=True, slots=True)
class Story:
    """What perfect play made of the dice of a set, and the most that they allowed."""

    perfect: Fraction
    most: Fraction


@dataclass(frozen=True, slots=True)
class Card:
    """Where members find a set that is no day of the calendar, and how long they may play it.

    `owner` has posted it, for the member `invited` if any; both are None once they were erased.
    `round` is the sheet whose dice it has,
    `helped` whether that was filled with help; both are empty where the dice are new. It is
    `followed` once new dice were dealt after it. `version`
    counts what the card has to show, `drawn` is the one that its `message` shows.
    """

    game: str
    owner: int | None
    until: datetime
    language: str
    channel: int
    guild: int | None = None
    message: int | None = None
    invited: int | None = None
    round: int | None = None
    helped: bool = False
    followed: bool = False
    version: int = 1
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class SharedSet:
    """A set, with a `card` unless it is a day of the calendar.

    The `seed` was committed by its `digest` at the time `committed`, after the set whose
    digest is `previous`. Attempts were `closed`, then the seed `revealed`; both are None before.
    A day has its `game`, None on days without one. `opened` is the number of the interaction that
    dealt it or, for the dice of a sheet, that with which this was opened; 0 for a day.
    """

    key: Key
    seed: bytes
    digest: str
    previous: str
    committed: datetime
    closed: datetime | None = None
    revealed: datetime | None = None
    story: Story | None = None
    card: Card | None = None
    game: str | None = None
    opened: int = 0

    @property
    def day(self) -> date:
        """The day of the calendar. Raises TypeError for a set that is none."""
        return day_of(self.key)

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of its part, which stands in the place of the players' part of a round."""
        return lines_of_set(key_text(self.key), self.opened)

    @property
    def plan(self) -> Plan | None:
        """What is played; None for a day of the calendar without a game."""
        game = self.game if self.card is None else self.card.game
        return None if game is None else Plan(registry.game(game))


def day_of(key: Key) -> date:
    """Return the day of the calendar that a key names. Raises TypeError for another set."""
    if not isinstance(key, date):
        raise TypeError(f"set {key} is no day of the calendar")
    return key


def key_text(key: Key) -> str:
    """Return the key of a set as it is stored: days come before all others.

    >>> key_text(date(2026, 11, 21)), key_text(12)
    ('2026-11-21', 's12')
    """
    return key.isoformat() if isinstance(key, date) else f"s{key}"


@lru_cache(1024)
def read_key(text: str) -> Key:
    """Read the key of a set back."""
    return int(text[1:]) if text.startswith("s") else date.fromisoformat(text)


def key_of(digest: str) -> int:
    """Return the key of a set with a card, by its commitment."""
    return set_number(digest)
