"""Ranks of a day, of a week, and streaks: by what was given away, never by totals.

On each day a member counts the share of the day's attempts that they are ahead of, those
that gave away as much, their own among them, as half. Weeks add up these shares, so no
day weighs more than another. An attempt that was not finished is not ranked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from bot.daily.attempt import Attempt

TOLERANCE = 1e-6
"""What was given away is equal where it differs by less: sums of floats are not exact."""

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Ranked:
    """A finished attempt with its rank, from 1; ties share it."""

    rank: int
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class Week:
    """What a member has made of the days of a week: the sum of shares, and how many days."""

    rank: int
    member: int
    score: float
    days: int


def ranked(attempts: Iterable[Attempt]) -> tuple[Ranked, ...]:
    """Return the attempts of a day that are finished and judged, best first."""
    judged = [one for one in attempts if one.judged is not None]
    judged.sort(key=_lost)
    return tuple(
        Ranked(1 + sum(_lost(other) < _lost(one) - TOLERANCE for other in judged), one)
        for one in judged
    )


def shares(attempts: Iterable[Attempt]) -> dict[int, float]:
    """Return by member the share of a day's attempts that they are ahead of, ties half."""
    judged = [one for one in attempts if one.judged is not None]
    return {one.member: sum(_ahead(one, other) for other in judged) / len(judged) for one in judged}


def week(attempts: Iterable[Attempt]) -> tuple[Week, ...]:
    """Return the standings of the days to which these attempts belong, best first."""
    by_day: dict[date, list[Attempt]] = defaultdict(list)
    for one in attempts:
        by_day[one.day].append(one)
    scores: dict[int, list[float]] = defaultdict(list)
    for of_day in by_day.values():
        for member, share in shares(of_day).items():
            scores[member].append(share)
    sums = {member: sum(of_member) for member, of_member in scores.items()}
    order = sorted(sums, key=lambda member: (-sums[member], member))
    return tuple(
        Week(
            1 + sum(other > sums[member] + TOLERANCE for other in sums.values()),
            member,
            sums[member],
            len(scores[member]),
        )
        for member in order
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


def _lost(attempt: Attempt) -> float:
    return 0.0 if attempt.judged is None else attempt.judged.given_away


def _ahead(one: Attempt, other: Attempt) -> float:
    difference = _lost(other) - _lost(one)
    return 0.5 if abs(difference) <= TOLERANCE else float(difference > 0)
