"""Shared dice: the same for everybody who plays them, from one seed.

They are the dice of a day of the calendar, or of a dare: those of a sheet that a member has filled
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, TypeAlias

from bot.table.seed import Seed
from rules import registry
from rules.game import Game

Key: TypeAlias = date | int
"""The key of shared dice: the calendar's day, or the number of a dare, set by its seal."""

DARE_NUMBERS = 10**9
"""The number of different keys of dares."""

PLAYED_WITHIN = timedelta(days=3)
"""The time in which a dare can be played."""


@dataclass(frozen=True, slots=True)
class Dare:
    """A dare: the card on which members find it, and its end.

    `owner` has posted it, possibly for the member `invited`; both become None when erased. `round`
    is the sheet with its dice, None for new dice of 1.x, and `hinted` whether a hint was asked for
    there. `told` is whether its owner was notified of another player. `version` counts the changes
    of the card, `drawn` is the version that its `message` shows.
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
    hinted: bool = False
    told: bool = False
    version: int = 1
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class SharedDice:
    """The dice of a `dare`, or of a day of the calendar.

    Their `seed` is None if they ended under 1.x. `closed` is the time at which the private rounds
    with them ended, `revealed` that from which on anybody may see the seed; both are None before.
    `perfect` is the number of points of perfect play, None until it was computed. `game` is None on
    days without one.
    """

    key: Key
    seed: Seed | None
    closed: datetime | None = None
    revealed: datetime | None = None
    perfect: int | None = None
    dare: Dare | None = None
    game: str | None = None

    @property
    def day(self) -> date:
        """The day of the calendar. Raises TypeError for a dare."""
        return day_of(self.key)

    @property
    def sheet(self) -> Game[Any] | None:
        """The game of which a sheet is played, None for a day without one."""
        return sheet_of(self.game if self.dare is None else self.dare.game)


def sheet_of(game: str | None) -> Game[Any] | None:
    """Return the game with this key if its sheets are played on days, else None.

    Version 1.0.0 also had days of several hands of other games.
    """
    present = None if game is None else registry.games().get(game)
    return present if present is not None and present.info.weekdays else None


def day_of(key: Key) -> date:
    """Return the day of the calendar with this key. Raises TypeError for the key of a dare."""
    if not isinstance(key, date):
        raise TypeError(f"dare {key} is no day of the calendar")
    return key


def key_text(key: Key) -> str:
    """Return a key as stored, in an order with days before dares.

    >>> key_text(date(2026, 11, 21)), key_text(12)
    ('2026-11-21', 's12')
    """
    return key.isoformat() if isinstance(key, date) else f"s{key}"


@lru_cache(1024)
def read_key(text: str) -> Key:
    return int(text[1:]) if text.startswith("s") else date.fromisoformat(text)


def dare_key(seed: Seed) -> int:
    """Return the key of a dare, which its seal determines, so that nobody can choose it."""
    return int(seed.seal, 16) % DARE_NUMBERS
