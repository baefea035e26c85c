"""Ranks of a day, of a week, and streaks: by what was given away, never by totals.

On each day a member counts the share of the day's attempts that they are ahead of, those
that gave away as much, their own among them, as half. Weeks add up these shares, so no
day weighs more than another. An attempt that was not finished is not ranked.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from heapq import nsmallest
from operator import itemgetter
from typing import Generic, NamedTuple, Protocol, TypeVar

from bot.daily.attempt import Status
from bot.daily.calendar import Plan
from bot.daily.sets import Key
from rules import registry

TOLERANCE = 1e-6
"""What was given away is equal where it differs by less: sums of floats are not exact."""

DAY = timedelta(days=1)


class Result(Protocol):
    """What is ranked: an attempt, or what is stored of it without its record."""

    @property
    def member(self) -> int:
        """The member."""

    @property
    def given(self) -> float | None:
        """What was given away, None unless the attempt is finished and judged."""

    @property
    def key(self) -> Key:
        """The key of the set."""


R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class Ranked(Generic[R]):
    """A finished attempt with its rank, from 1; ties share it."""

    rank: int
    attempt: R


class TableLine(NamedTuple):
    """What an attempt came to, without its record; `given` is None until it has been judged.

    Thousands are read at once: `stored_total` is its total as it is stored.
    """

    key: Key
    member: int
    game: str
    status: Status
    given: float | None
    stored_total: str | None

    @property
    def total(self) -> Fraction:
        """The points of a sheet, or the hands won; 0 until the attempt is finished."""
        return Fraction(self.stored_total or 0)

    @property
    def plan(self) -> Plan:
        """What was played."""
        return Plan(registry.game(self.game))


@dataclass(frozen=True, slots=True)
class Week:
    """What a member has made of the days of a week: the sum of shares, and how many days."""

    rank: int
    member: int
    score: float
    days: int


def ranked(attempts: Iterable[R], most: int | None = None) -> tuple[Ranked[R], ...]:
    """Return the attempts at a set that are finished and judged, the best first, `most` at most."""
    judged = sorted(_judged(attempts), key=itemgetter(0))
    lost = [given for given, _ in judged]
    return tuple(
        Ranked(1 + bisect_left(lost, given - TOLERANCE), attempt)
        for given, attempt in judged[:most]
    )


def shares(attempts: Iterable[Result]) -> dict[int, float]:
    """Return by member the share of a day's attempts that they are ahead of, ties half."""
    judged = [(given, attempt.member) for given, attempt in _judged(attempts)]
    lost = sorted(given for given, _ in judged)
    number = len(lost)
    return {
        member: (
            number
            - (bisect_left(lost, given - TOLERANCE) + bisect_right(lost, given + TOLERANCE)) / 2
        )
        / number
        for given, member in judged
    }


def week(attempts: Iterable[Result], most: int | None = None) -> tuple[Week, ...]:
    """Return the standings of the days to which these attempts belong, `most` of the best."""
    by_day: dict[Key, list[Result]] = defaultdict(list)
    for one in attempts:
        by_day[one.key].append(one)
    sums: dict[int, float] = defaultdict(float)
    days: dict[int, int] = defaultdict(int)
    for of_day in by_day.values():
        for member, share in shares(of_day).items():
            sums[member] += share
            days[member] += 1
    best = nsmallest(most or len(sums), ((-score, member) for member, score in sums.items()))
    falling = [score for score, _ in best]
    return tuple(
        Week(1 + bisect_left(falling, score - TOLERANCE), member, -score, days[member])
        for score, member in best
    )


def week_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def streak(finished: Collection[date], today: date) -> int:
    """Return on how many days in a row, up to today or yesterday, an attempt was finished.

    >>> streak({date(2026, 11, 19), date(2026, 11, 20)}, date(2026, 11, 21))
    2
    """
    day = today if today in finished else today - DAY
    days = 0
    while day in finished:
        days, day = days + 1, day - DAY
    return days


def _judged(attempts: Iterable[R]) -> Iterator[tuple[float, R]]:
    """Yield what was given away in each attempt that has been judged."""
    return ((one.given, one) for one in attempts if one.given is not None)
