"""How a member stands on a server: the sums over their rounds, and what follows from them.

Pure values: `bot.statistics.store.standings` stores one for each game and period.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Literal, TypeAlias, get_args

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
"""The greatest part of the counted rounds that a ranked member may have broken off."""

ENOUGH_OPPONENTS = 3
"""The least number of different members met after which results are ranked."""

LISTED = timedelta(days=90)
"""How long after the last counted round a member stands on the leaderboard of skill."""


def span(period: Period, when: datetime) -> str:
    """Return the week or month that a time belongs to, in UTC; empty for all times.

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
    """A round that has ended, for one member: result, score, luck, and what they gave away.

    It is not `over` where it was closed; then it counts for `skill` alone, that of the
    counted decisions. `ending` is None for rounds alone, which nobody wins. `given` is None
    where help was used or the round has no account. `gone` says that the member broke it
    off, `when` is the time at which it ended.
    """

    over: bool
    ending: Ending | None = None
    left: bool = False
    score: int | None = None
    luck: float = 0.0
    given: float | None = None
    skill: RoundSkill | None = None
    rarest: WholeHand | None = None
    gone: bool = False
    when: datetime | None = None

    @property
    def result(self) -> Ending | None:
        """Whether the round was won; None where it was not over, or had nobody to win against."""
        if not self.over or self.ending is None:
            return None
        return "lost" if self.left else self.ending


@dataclass(frozen=True, slots=True)
class Standing:
    """The sums over the rounds of a member in a game and a period.

    `streak` counts the wins in a row up to now, `longest` the most there were. `best` is the
    highest score, `least_given` the least that was given away in a whole round, `rarest` the
    rarest hand. `sums` are over the rounds that count for skill, the last of which ended at
    `last_counted`; `broken_off` of them the member broke off. `among` rounds were ranked
    among members, of whom they `met` so many different ones; `mu` and `sigma` are what follows
    from them.
    """

    rounds: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    longest: int = 0
    best: int | None = None
    least_given: float | None = None
    rarest: WholeHand | None = None
    luck: float = 0.0
    sums: SkillSums = field(default_factory=SkillSums)
    broken_off: int = 0
    last_counted: datetime | None = None
    among: int = 0
    met: int = 0
    mu: float = MU
    sigma: float = SIGMA

    @property
    def skill_rounds(self) -> int:
        """How many rounds count for skill."""
        return self.sums.rounds

    @property
    def skill(self) -> Rating:
        """The skill rating with its interval."""
        return rating(self.sums)

    @property
    def proven(self) -> int:
        """The skill rating that is proven, by which members are ranked."""
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
        """The proven skill rating where it is ranked."""
        return None if self.provisional or self.leaves_often else self.proven

    def listed(self, now: datetime) -> bool:
        """Whether the last counted round is so recent that the skill stands on a leaderboard."""
        return self.last_counted is not None and self.last_counted >= now - LISTED

    @property
    def results(self) -> int:
        """The rating by results."""
        return shown(self.mu, self.sigma)

    @property
    def by_results(self) -> int | None:
        """The rating by results where it is ranked."""
        enough = self.among >= ENOUGH_ROUNDS and self.met >= ENOUGH_OPPONENTS
        return self.results if enough else None

    @property
    def by_best(self) -> int | None:
        """The best score where it is ranked."""
        return self.best if self.rounds >= ENOUGH_ROUNDS else None

    def after(self, ended: Ended) -> Standing:
        """Return the standing after one more round."""
        after = _with_result(self, ended) if ended.over else self
        if ended.skill is None:
            return after
        times = [one for one in (self.last_counted, ended.when) if one is not None]
        return replace(
            after,
            sums=self.sums + SkillSums.of([ended.skill]),
            broken_off=self.broken_off + ended.gone,
            last_counted=max(times, default=None),
        )


def _with_result(before: Standing, ended: Ended) -> Standing:
    streak = before.streak
    if ended.result is not None:
        streak = streak + 1 if ended.result == "won" else 0
    given = [one for one in (before.least_given, ended.given) if one is not None]
    scores = [one for one in (before.best, ended.score) if one is not None]
    return replace(
        before,
        rounds=before.rounds + 1,
        won=before.won + (ended.result == "won"),
        drawn=before.drawn + (ended.result == "drawn"),
        lost=before.lost + (ended.result == "lost"),
        streak=streak,
        longest=max(before.longest, streak),
        best=max(scores, default=None),
        least_given=min(given, default=None),
        rarest=rarest((before.rarest, ended.rarest)),
        luck=before.luck + ended.luck,
    )
