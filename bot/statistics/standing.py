"""The standing of a member on a server: sums over rounds, and ratings.

These are pure values: `bot.statistics.store.standings` stores one for each game and period.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from bot.statistics.results_rating import MU, SIGMA, shown
from rules.game import Ending
from rules.skill import PROVEN_FROM, Rating, RoundSkill, SkillSums, proven, rating
from rules.whole_hands import WholeHand, rarest

Period: TypeAlias = Literal["all", "month", "week"]
PERIODS: tuple[Period, ...] = get_args(Period)

OVER_ALL = ""
"""The key of all games together."""

ENOUGH_ROUNDS = 10
"""The least number of rounds after which a member is ranked."""

MOST_LEFT = 0.1
"""The greatest share of the counted rounds that a ranked member may have broken off."""

ENOUGH_OPPONENTS = 3
"""The least number of different members met after which results are ranked."""

LISTED = timedelta(days=90)
"""The time after the last counted round during which a member is on the skill leaderboard."""


def span(period: Period, when: datetime) -> str:
    """Return the week or month of a time, in UTC; empty for all times.

    >>> span("week", datetime(2026, 11, 21)), span("month", datetime(2026, 11, 21))
    ('2026-W47', '2026-11')
    """
    match period:
        case "week":
            year, week, _ = when.isocalendar()
            return f"{year}-W{week:02d}"
        case "month":
            return f"{when:%Y-%m}"
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that has ended, for one member: result, score and skill.

    It is not `over` if it was closed; then it counts for `skill` alone, that of the counted
    decisions. `ending` is None for rounds played alone, which have no winner. `gone` is whether the
    member broke the round off, `walkover` whether all others left; `when` is the time at which it
    ended.
    """

    over: bool
    ending: Ending | None = None
    left: bool = False
    score: int | None = None
    skill: RoundSkill | None = None
    rarest: WholeHand | None = None
    gone: bool = False
    walkover: bool = False
    when: datetime | None = None

    @property
    def result(self) -> Ending | None:
        """The result of the round; None if it was not over, or was played alone."""
        if not self.over or self.ending is None:
            return None
        return "lost" if self.left else self.ending


@dataclass(frozen=True, slots=True)
class Standing:
    """The sums over the rounds of a member in a game and a period.

    `streak` is the present number of wins in a row, `longest` the greatest one so far; a walkover
    does not change it. `best` is the highest score, `rarest` the rarest hand. `sums` are over the
    rounds that count for skill, the last of which ended at `last_counted`; the member broke off
    `broken_off` of them. `among` is the number of rounds ranked among members, `met` the number of
    different members in them; `mu` and `sigma` are the rating that follows from them.
    """

    rounds: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    longest: int = 0
    best: int | None = None
    rarest: WholeHand | None = None
    sums: SkillSums = field(default_factory=SkillSums)
    broken_off: int = 0
    last_counted: datetime | None = None
    among: int = 0
    met: int = 0
    mu: float = MU
    sigma: float = SIGMA

    @property
    def skill_rounds(self) -> int:
        """The number of rounds that count for skill."""
        return self.sums.rounds

    @property
    def skill(self) -> Rating:
        """The skill rating with its interval."""
        return rating(self.sums)

    @property
    def proven(self) -> int:
        """The proven skill rating, by which members are ranked."""
        return proven(self.sums)

    @property
    def provisional(self) -> bool:
        """Whether rounds are too few, or too easy, to rank the skill rating."""
        return self.skill_rounds < ENOUGH_ROUNDS or self.sums.evidence < PROVEN_FROM

    @property
    def leaves_often(self) -> bool:
        """Whether the member broke off too many of their rounds to be ranked."""
        return self.broken_off > MOST_LEFT * self.skill_rounds

    @property
    def by_skill(self) -> int | None:
        """The proven skill rating, None where it is not ranked."""
        return None if self.provisional or self.leaves_often else self.proven

    def listed(self, now: datetime) -> bool:
        """Return whether the last counted round is recent enough for the skill leaderboard."""
        return self.last_counted is not None and self.last_counted >= now - LISTED

    @property
    def results(self) -> int:
        """The rating by results."""
        return shown(self.mu, self.sigma)

    @property
    def by_results(self) -> int | None:
        """The rating by results, None where it is not ranked."""
        enough = self.among >= ENOUGH_ROUNDS and self.met >= ENOUGH_OPPONENTS
        return self.results if enough else None

    @property
    def by_best(self) -> int | None:
        """The best score, None where it is not ranked."""
        return self.best if self.rounds >= ENOUGH_ROUNDS else None

    def after(self, ended: Ended, moved: Mapping[str, Any] = MappingProxyType({})) -> Standing:
        """Return the standing after one more round; `moved` holds the changed fields of results."""
        changed = {**moved, **(_with_result(self, ended) if ended.over else {})}
        if ended.skill is not None:
            times = [one for one in (self.last_counted, ended.when) if one is not None]
            changed |= {
                "sums": self.sums + SkillSums.of([ended.skill]),
                "broken_off": self.broken_off + ended.gone,
                "last_counted": max(times, default=None),
            }
        return replace(self, **changed)

    def without(self, ended: Ended) -> Standing:
        """Return the standing without the skill of a round that was counted."""
        if ended.skill is None:
            return self
        less = SkillSums.of([ended.skill])
        return replace(self, sums=self.sums - less, broken_off=self.broken_off - ended.gone)


def _with_result(before: Standing, ended: Ended) -> dict[str, Any]:
    """Return the fields that change with the result of a round."""
    streak = before.streak
    if ended.result is not None and not ended.walkover:
        streak = streak + 1 if ended.result == "won" else 0
    scores = [one for one in (before.best, ended.score) if one is not None]
    return {
        "rounds": before.rounds + 1,
        "won": before.won + (ended.result == "won"),
        "drawn": before.drawn + (ended.result == "drawn"),
        "lost": before.lost + (ended.result == "lost"),
        "streak": streak,
        "longest": max(before.longest, streak),
        "best": max(scores, default=None),
        "rarest": rarest((before.rarest, ended.rarest)),
    }
