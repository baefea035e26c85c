"""The ranking of days and weeks by losses, and streaks.

For each day a member gets the share of the day's attempts with a greater loss; equal ones,
including their own, count half. Weeks add up these shares, so all days have equal weight.
Unfinished attempts are not ranked.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from heapq import nsmallest
from operator import itemgetter
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from bot.daily.sets import Key, sheet_of
from rules.game import Game

TOLERANCE = 1e-6
"""Losses that differ by less are equal, since sums of floats are inexact."""

DAY = timedelta(days=1)


class AttemptResult(Protocol):
    """The interface of a ranked attempt, with or without its record."""

    @property
    def given(self) -> float | None:
        """The loss, None unless the attempt is finished and judged."""


R = TypeVar("R", bound=AttemptResult)


@dataclass(frozen=True, slots=True)
class AttemptRank(Generic[R]):
    """A finished attempt with its rank from 1, shared by ties."""

    rank: int
    attempt: R


class Entry(NamedTuple):
    """The entry of a member for a set: the `round` of their attempt, and its result.

    It counts on the server `guild`. `total` is its points, None until it is finished; `given` is
    the loss, None until it is judged.
    """

    key: Key
    member: int
    game: str
    round: int
    guild: int | None = None
    given: float | None = None
    total: int | None = None

    @property
    def sheet(self) -> Game[Any] | None:
        """The game of its sheet, None for several hands of earlier days."""
        return sheet_of(self.game)


@dataclass(frozen=True, slots=True)
class Week:
    """The week of a member: the sum of shares, and the number of days."""

    rank: int
    member: int
    score: float
    days: int


def ranked(attempts: Iterable[R]) -> tuple[AttemptRank[R], ...]:
    """Return the attempts at a set that are finished and judged, the best first."""
    judged = [(one.given, one) for one in attempts if one.given is not None]
    judged.sort(key=itemgetter(0))
    lost = [given for given, _ in judged]
    return tuple(
        AttemptRank(1 + bisect_left(lost, given - TOLERANCE), attempt) for given, attempt in judged
    )


def shares(given_away: Iterable[tuple[float, int]]) -> dict[int, float]:
    """Return by member the share of a day's attempts with a greater loss, ties half.

    Each attempt is its loss and its member.
    """
    ordered = sorted(given_away)
    lost = [given for given, _ in ordered]
    number, first, last = len(lost), 0, 0
    found = {}
    for given, member in ordered:
        while lost[first] < given - TOLERANCE:
            first += 1
        while last < number and lost[last] <= given + TOLERANCE:
            last += 1
        found[member] = (number - (first + last) / 2) / number
    return found


def week(days: Iterable[Iterable[tuple[float, int]]], most: int | None = None) -> tuple[Week, ...]:
    """Return the standings of some days together, the `most` best ones.

    Each day has its attempts as losses and members.
    """
    sums: dict[int, float] = defaultdict(float)
    played: dict[int, int] = defaultdict(int)
    for of_day in days:
        for member, share in shares(of_day).items():
            sums[member] += share
            played[member] += 1
    best = nsmallest(most or len(sums), ((-score, member) for member, score in sums.items()))
    falling = [score for score, _ in best]
    return tuple(
        Week(1 + bisect_left(falling, score - TOLERANCE), member, -score, played[member])
        for score, member in best
    )


def week_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def streak(finished: Collection[date], today: date) -> int:
    """Return the length of the row of finished days up to today or yesterday.

    >>> streak({date(2026, 11, 19), date(2026, 11, 20)}, date(2026, 11, 21))
    2
    """
    day = today if today in finished else today - DAY
    days = 0
    while day in finished:
        days, day = days + 1, day - DAY
    return days
