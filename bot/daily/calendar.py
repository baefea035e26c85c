"""The calendar of the daily challenge: beginnings, numbers and games of days."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from rules import registry
from rules.game import Game

FIRST = date(2026, 1, 1)
"""The day with the number 1."""

GRACE = timedelta(hours=1)
"""The time after the end of its day in which a private round can still be finished."""


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


def game_of(day: date) -> Game[Any] | None:
    """Return the game of which a sheet is played on a day, None for a weekday without one."""
    offered = registry.games().values()
    return next((game for game in offered if day.weekday() in game.info.weekdays), None)
