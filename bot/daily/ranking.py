"""The ranking of days and weeks by points, and streaks.

Equal points are told apart by accuracy as it is shown; what is equal in both shares its places. A
day gives points of the week to its first three places, if more than one member has finished it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from bot.daily.sets import Key, sheet_of
from rules.accuracy import accuracy
from rules.game import Game

DAY = timedelta(days=1)

OF_PLACES = (3, 2, 1)
"""The points of the week for the first places of a day."""

T = TypeVar("T", bound="tuple[Any, ...]")


class Entry(NamedTuple):
    """The entry of a member for a set: the `round` of their attempt, and its result.

    It counts on the server `guild`. `total` is its points, None until it is finished; `given` is
    the loss and `verdicts` has a letter for each turn (`judging.LETTERS`), None until it is judged.
    """

    key: Key
    member: int
    game: str
    round: int
    guild: int | None = None
    given: float | None = None
    total: int | None = None
    verdicts: str | None = None

    @property
    def sheet(self) -> Game[Any] | None:
        """The game of its sheet, None for several hands of earlier days."""
        return sheet_of(self.game)


class DayResult(NamedTuple):
    """What a member made of a day; the `accuracy` is None until it is judged."""

    member: int
    points: int
    accuracy: int | None = None


class WeekResult(NamedTuple):
    """What a member made of a week: points for their places, and the number of days."""

    member: int
    points: int
    days: int


@dataclass(frozen=True, slots=True)
class SharedPlace(Generic[T]):
    """The places from `first` on that are shared by what is equal."""

    first: int
    shared: tuple[T, ...]

    @property
    def last(self) -> int:
        return self.first + len(self.shared) - 1

    @property
    def number(self) -> str:
        """The number of the place as it is written.

        >>> SharedPlace(1, ((7,),)).number, SharedPlace(2, ((8,), (9,))).number
        ('1', '2–3')
        """
        return str(self.first) if len(self.shared) == 1 else f"{self.first}–{self.last}"


def places(found: Iterable[T], worth: Callable[[T], Any]) -> tuple[SharedPlace[T], ...]:
    """Return the places of some results, the greatest `worth` first; equal ones are in order."""
    made, taken = list[SharedPlace[T]](), 0
    for _, equal in groupby(sorted(found, key=worth, reverse=True), worth):
        made.append(SharedPlace(taken + 1, tuple(sorted(equal))))
        taken = made[-1].last
    return tuple(made)


def day_result(member: int, points: int, given: float | None, par: float | None) -> DayResult:
    """Return the result of a member who lost `given`, where the level `house` loses `par`.

    `par` is None for several hands of 1.x.
    """
    told = None if par is None or given is None else accuracy(given, par)
    return DayResult(member, points, told)


def places_of_day(found: Iterable[DayResult]) -> tuple[SharedPlace[DayResult], ...]:
    return places(found, _worth)


def _worth(result: DayResult) -> tuple[int, int]:
    _, points, told = result
    return points, -1 if told is None else told


def week(
    days: Iterable[tuple[SharedPlace[DayResult], ...]],
) -> tuple[SharedPlace[WeekResult], ...]:
    """Return the places of some days together; members without points are left out."""
    points: dict[int, int] = defaultdict(int)
    played: dict[int, int] = defaultdict(int)
    for placed in days:
        alone = bool(placed) and placed[-1].last == 1
        for place in placed:
            won = 0 if alone or place.first > len(OF_PLACES) else OF_PLACES[place.first - 1]
            for member, _, _ in place.shared:
                points[member] += won
                played[member] += 1
    found = (WeekResult(one, made, played[one]) for one, made in points.items() if made)
    return places(found, lambda one: one.points)


def week_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def streak(finished: Collection[date], today: date, played: Collection[date]) -> int:
    """Return the length of the row of finished days up to today or yesterday.

    Days that are not among those `played` by anybody neither count nor end it.

    >>> friday, monday = date(2026, 11, 20), date(2026, 11, 23)
    >>> streak({friday, monday}, monday, {friday, monday})
    2
    """
    days, day, first = 0, today, min(finished, default=today)
    while day >= first and (day in finished or day == today or day not in played):
        days, day = days + (day in finished), day - DAY
    return days
