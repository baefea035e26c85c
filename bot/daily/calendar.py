"""The days of the daily challenge: when each begins, its number and its game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from rules import registry
from rules.daily import Daily
from rules.game import Game
from rules.screen import Seat

FIRST = date(2026, 1, 1)
"""The day with the number 1."""

GRACE = timedelta(hours=1)
"""How long after the end of its day an attempt that was begun before can be finished."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played on a day: a game, as it declares itself for the daily challenge."""

    game: Game[Any]

    @property
    def daily(self) -> Daily:
        """How it is played. Raises ValueError for a game that declares nothing any more."""
        if self.game.daily is None:
            raise ValueError(f"{self.game.info.key} is no game of the daily challenge")
        return self.game.daily

    @property
    def seat(self) -> Seat:
        """The seat of the member."""
        return Seat(0) if self.daily.level is None else self.game.info.opener

    @property
    def hands(self) -> int:
        """How many rounds of the game make an attempt."""
        return self.daily.hands

    @property
    def unit(self) -> str:
        """The unit of worth."""
        return self.game.info.unit(self.daily.seats)

    @property
    def levels(self) -> dict[Seat, str]:
        """The level of the computer by its seat; empty where the member plays alone."""
        if self.daily.level is None:
            return {}
        return {Seat(1 - self.seat.index): self.daily.level}


def day_at(now: datetime) -> date:
    """Return the day of a time; days begin at midnight UTC."""
    return now.astimezone(UTC).date()


def begins(day: date) -> datetime:
    """Return when a day begins."""
    return datetime.combine(day, time(), UTC)


def number(day: date) -> int:
    """Return the number of a day.

    >>> number(date(2026, 1, 1)), number(date(2026, 11, 21))
    (1, 325)
    """
    return (day - FIRST).days + 1


def plan_of(day: date) -> Plan | None:
    """Return which game is played on a day, None if no game declares itself for this weekday."""
    return next(
        (
            Plan(game)
            for game in registry.games().values()
            if game.daily is not None and day.weekday() in game.daily.weekdays
        ),
        None,
    )
