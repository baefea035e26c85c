"""The ranking of days and weeks by points, and streaks.

Equal points are ranked by accuracy as it is shown; results equal in both share their places. A
day gives points of the week to its first three places, if more than one member has finished it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from bot.daily.shared_dice import Key, sheet_of
from rules.accuracy import accuracy
from rules.game import Game

DAY = timedelta(days=1)

WEEK_POINTS = (3, 2, 1)
"""The points of the week for the first places of a day."""

T = TypeVar("T", bound="tuple[Any, ...]")


class Entry(NamedTuple):
    """The entry of a member for shared dice: the id of their private round, and its result.

    It counts on the server `guild`. `total` is its points, None until it is finished. `loss` and
    `verdicts`, with a letter for each turn (`judging.LETTERS`), are None until it is judged.
    """

    key: Key
    member: int
    game: str
    round: int
    guild: int | None = None
    loss: float | None = None
    total: int | None = None
    verdicts: str | None = None

    @property
    def sheet(self) -> Game[Any] | None:
        """The game of its sheet, None for several hands of earlier days."""
        return sheet_of(self.game)


class DayResult(NamedTuple):
    """The result of a member on a day; the `accuracy` is None until it is judged."""

    member: int
    points: int
    accuracy: int | None = None


class WeekResult(NamedTuple):
    """The result of a member in a week: points for their places on its days."""

    member: int
    points: int


@dataclass(frozen=True, slots=True)
class SharedPlace(Generic[T]):
    """The places from `first` on that equal results share."""

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


def places(results: Iterable[T], worth: Callable[[T], Any]) -> tuple[SharedPlace[T], ...]:
    """Return the places of some results, the greatest `worth` first; equal ones are in order."""
    ranking, last = list[SharedPlace[T]](), 0
    for _, equal in groupby(sorted(results, key=worth, reverse=True), worth):
        ranking.append(SharedPlace(last + 1, tuple(sorted(equal))))
        last = ranking[-1].last
    return tuple(ranking)


def day_result(member: int, points: int, loss: float | None, par: float | None) -> DayResult:
    """Return the result of a member with this `loss`, where the level `house` loses `par`.

    `par` is None for several hands of 1.x.
    """
    percent = None if par is None or loss is None else accuracy(loss, par)
    return DayResult(member, points, percent)


def places_of_day(results: Iterable[DayResult]) -> tuple[SharedPlace[DayResult], ...]:
    return places(results, _worth)


def _worth(result: DayResult) -> tuple[int, int]:
    return result.points, -1 if result.accuracy is None else result.accuracy


def week(
    days: Iterable[tuple[SharedPlace[DayResult], ...]],
) -> tuple[SharedPlace[WeekResult], ...]:
    """Return the places of some days together; members without points are left out."""
    points: dict[int, int] = defaultdict(int)
    for places_of_one_day in days:
        alone = bool(places_of_one_day) and places_of_one_day[-1].last == 1
        for place in places_of_one_day:
            won = 0 if alone or place.first > len(WEEK_POINTS) else WEEK_POINTS[place.first - 1]
            for member, _, _ in place.shared:
                points[member] += won
    results = (WeekResult(member, sum_) for member, sum_ in points.items() if sum_)
    return places(results, lambda result: result.points)


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
