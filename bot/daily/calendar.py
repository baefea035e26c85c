"""The calendar of the daily challenge: beginnings, numbers and games of days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from rules import registry
from rules.accuracy import accuracy
from rules.daily import Daily
from rules.game import Game
from rules.screen import Seat

FIRST = date(2026, 1, 1)
"""The day with the number 1."""

GRACE = timedelta(hours=1)
"""The time after the end of its day in which an attempt can still be finished."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The game of a day, with its terms in the daily challenge."""

    game: Game[Any]

    @property
    def daily(self) -> Daily:
        """The terms of the game. Raises ValueError for a game that no longer has any."""
        if self.game.daily is None:
            raise ValueError(f"{self.game.info.key} is not in the daily challenge")
        return self.game.daily

    @property
    def seat(self) -> Seat:
        return Seat(0) if self.daily.level is None else self.game.info.opener

    @property
    def hands(self) -> int:
        """The number of rounds of the game in an attempt."""
        return self.daily.hands

    @property
    def unit(self) -> str:
        return self.game.info.unit(self.daily.seats)

    @property
    def levels(self) -> dict[Seat, str]:
        """The level of the computer by its seat, empty if the member plays alone."""
        if self.daily.level is None:
            return {}
        return {Seat(1 - self.seat.index): self.daily.level}

    def accuracy(self, given: float) -> int:
        """Return the accuracy of an attempt with this total loss.

        Raises ValueError for a game without exact play.
        """
        if self.game.exact is None:
            raise ValueError(f"{self.game.info.key} has no exact play")
        skill = self.game.exact.house_skill[self.daily.seats]
        return accuracy(given, self.hands * skill.mean)


def day_at(now: datetime) -> date:
    """Return the day of a time; days begin at midnight UTC."""
    return now.astimezone(UTC).date()


def begins(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def number(day: date) -> int:
    """Return the number of a day.

    >>> number(date(2026, 1, 1)), number(date(2026, 11, 21))
    (1, 325)
    """
    return (day - FIRST).days + 1


def plan_of(day: date) -> Plan | None:
    """Return the game of a day, None for a weekday without one."""
    return next(
        (
            Plan(game)
            for game in registry.games().values()
            if game.daily is not None and day.weekday() in game.daily.weekdays
        ),
        None,
    )
