"""How a member stands on a server: the sums over their rounds, and what follows from them.

Pure values: `bot.statistics.store.standings` stores one for each game and period.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from bot.statistics.results_rating import MU, SIGMA, shown
from rules.game import Ending
from rules.skill import Rating, RoundSkill, SkillSums, rating
from rules.whole_hands import WholeHand, rarest

Period: TypeAlias = Literal["all", "month", "week"]
PERIODS: tuple[Period, ...] = get_args(Period)

OVER_ALL = ""
"""The key of all games together."""

ENOUGH_ROUNDS = 10
"""The least number of rounds after which a member is ranked."""

WIDEST = 400
"""The widest interval of a skill rating that is ranked; a wider one is provisional."""


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
    where help was used or the round has no account.
    """

    over: bool
    ending: Ending | None = None
    left: bool = False
    score: int | None = None
    luck: float = 0.0
    given: float | None = None
    skill: RoundSkill | None = None
    rarest: WholeHand | None = None

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
    rarest hand. `sums` are over the rounds that count for skill. `among` rounds were ranked
    among members; `mu` and `sigma` are what follows from them.
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
    among: int = 0
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
    def provisional(self) -> bool:
        """Whether the skill rating is not ranked yet: rounds are few or its interval is wide."""
        found = self.skill
        return self.skill_rounds < ENOUGH_ROUNDS or found.high - found.low > WIDEST

    @property
    def by_skill(self) -> int | None:
        """The skill rating where it is ranked."""
        return None if self.provisional else self.skill.value

    @property
    def results(self) -> int:
        """The rating by results."""
        return shown(self.mu, self.sigma)

    @property
    def by_results(self) -> int | None:
        """The rating by results where it is ranked."""
        return self.results if self.among >= ENOUGH_ROUNDS else None

    @property
    def by_best(self) -> int | None:
        """The best score where it is ranked."""
        return self.best if self.rounds >= ENOUGH_ROUNDS else None

    def after(self, ended: Ended) -> Standing:
        """Return the standing after one more round."""
        after = _with_result(self, ended) if ended.over else self
        if ended.skill is None:
            return after
        return replace(after, sums=self.sums + SkillSums.of([ended.skill]))


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
