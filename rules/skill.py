"""The skill of a player: losses compared with those of `house` at equally hard decisions.

The review has the loss of each decision, so skill needs no results and no luck. A decision weighs
by how much there was to lose: `difficulty` is the mean loss of a player whose errors are rarer the
more they cost. Scaled by the losses of the computer's level `house` over its own seeded rounds
(`HouseSkill`, a table of each game and variant), it is the expected loss of `house`.

Over the rounds of a player, the losses divided by the expected ones are 0 for
perfect play and 1 for `house`. `rating` makes a number and an interval of it, `proven`
the number that is ranked. docs/ratings.md has the formulas and an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log2, sqrt
from operator import mul
from types import MappingProxyType

from rules.game import Advice, Unit
from rules.house_skill import HouseSkill

TEMPERATURE: Mapping[Unit, float] = MappingProxyType({"share": 0.02, "points": 4.0})
"""The loss that makes an error e times rarer than a best choice, by unit of worth."""

EQUAL = 1e-9
"""Choices whose worths differ by less than this count as one."""

PRIOR = 0.5
"""The prior: the rounds as `house` that every player is assumed to have played before.

The unit is rounds, divided by the variance of the losses of `house`: many rounds of a game of one
decision, a part of a sheet. So the prior weighs the same in every game.
"""

TOP = 3000
"""The rating of a player without losses."""

HALVING = 400.0
"""The rating points between `TOP` and `house`."""

Z = 1.96
"""The standard errors on both sides of the mean that cover 95 of 100 of a normal distribution."""

PROVEN_Z, PROVEN_FEW = 3.3, 9.8
"""The standard errors above the mean of a proven rating, and the addition for few rounds."""

PROVEN_FROM = 8
"""The least expected loss that proves anything, in variances of the losses of `house`."""

MISSING = 2.0
"""The loss of the missing part of a broken off round, as a multiple of that of `house`."""


def difficulty(advice: Iterable[Advice], unit: Unit) -> float:
    """Return the mean loss of a player who chooses each loss `l` with weight exp(-l / temperature).

    Equal losses count once. The result is in the unit of worth, at least 0.

    >>> from rules.screen import Action
    >>> choices = [Advice(Action("keep"), 0.5), Advice(Action("reroll", "1"), 0.48)]
    >>> round(difficulty(choices, "share"), 6)
    0.005379
    """
    worths = sorted((one.worth for one in advice), reverse=True)
    losses = [0.0]
    for worth in worths[1:]:
        loss = worths[0] - worth
        if loss - losses[-1] > EQUAL:
            losses.append(loss)
    weights = [exp(-loss / TEMPERATURE[unit]) for loss in losses]
    return float(sum(map(mul, losses, weights)) / sum(weights))


def rows_open(advice: Iterable[Advice]) -> int:
    """Return how many rows the seat may write; 0 in games without rows."""
    return sum(one.action.verb == "write" for one in advice)


@dataclass(frozen=True, slots=True)
class RoundSkill:
    """The counted decisions of a seat in one round, in mean losses of `house` in a round.

    `given` is their loss, `expected` the expected loss of `house`, `variance` that of the loss of
    `house` in a round.
    """

    given: float
    expected: float
    variance: float


def round_skill(
    losses: Sequence[float], expected: Sequence[float], house: HouseSkill
) -> RoundSkill:
    """Return the skill of a round from the losses and expected losses of its decisions."""
    mean = house.mean
    return RoundSkill(sum(losses) / mean, sum(expected) / mean, house.variance / mean**2)


def broken_off(skill: RoundSkill, open_choice: float) -> RoundSkill:
    """Return the skill of a round that its player has left, with the missing part.

    The expected loss of `house` in a round is 1. The missing part, and at least the expected loss
    of the open choice, counts as lost `MISSING` times.

    >>> broken_off(RoundSkill(0.5, 0.25, 4.0), 0.0)
    RoundSkill(given=2.0, expected=1.0, variance=4.0)
    """
    missing = max(open_choice, 1 - skill.expected)
    return RoundSkill(skill.given + MISSING * missing, skill.expected + missing, skill.variance)


def left_alone(skill: RoundSkill, lost: float, expected: float) -> RoundSkill:
    """Return the skill of a round that ended because all others left, with the due choice.

    `lost` is the average loss of `house` at that choice, `expected` that at equally hard choices.
    The greater one counts, so that friends cannot help by leaving at choices where `house` errs
    much or little.

    >>> left_alone(RoundSkill(0.0, 0.25, 4.0), 1.5, 0.5)
    RoundSkill(given=1.5, expected=0.75, variance=4.0)
    >>> left_alone(RoundSkill(0.0, 0.25, 4.0), 0.0, 0.5)
    RoundSkill(given=0.5, expected=0.75, variance=4.0)
    """
    given = skill.given + max(lost, expected)
    return RoundSkill(given, skill.expected + expected, skill.variance)


@dataclass(frozen=True, slots=True)
class SkillSums:
    """Sums over the rounds of a player: all that a rating needs, so a database can add them up."""

    rounds: int = 0
    given: float = 0.0
    expected: float = 0.0
    given_squared: float = 0.0
    given_by_expected: float = 0.0
    expected_squared: float = 0.0
    variance: float = 0.0

    @property
    def evidence(self) -> float:
        """The expected losses, in mean variances of the losses of `house`; 0 without rounds."""
        return self.expected * self.rounds / self.variance if self.variance else 0.0

    @classmethod
    def of(cls, rounds: Iterable[RoundSkill]) -> SkillSums:
        listed = tuple(rounds)
        return cls(
            len(listed),
            sum(one.given for one in listed),
            sum(one.expected for one in listed),
            sum(one.given**2 for one in listed),
            sum(one.given * one.expected for one in listed),
            sum(one.expected**2 for one in listed),
            sum(one.variance for one in listed),
        )

    def __add__(self, other: SkillSums) -> SkillSums:
        """Return the sums over the rounds of both."""
        return SkillSums(
            self.rounds + other.rounds,
            self.given + other.given,
            self.expected + other.expected,
            self.given_squared + other.given_squared,
            self.given_by_expected + other.given_by_expected,
            self.expected_squared + other.expected_squared,
            self.variance + other.variance,
        )

    def __sub__(self, other: SkillSums) -> SkillSums:
        """Return the sums over the rounds of this one without those of the other."""
        if self.rounds <= other.rounds:
            return SkillSums()
        return SkillSums(
            self.rounds - other.rounds,
            self.given - other.given,
            self.expected - other.expected,
            self.given_squared - other.given_squared,
            self.given_by_expected - other.given_by_expected,
            self.expected_squared - other.expected_squared,
            self.variance - other.variance,
        )


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and the interval that covers it in 95 of 100, whole numbers from 0 to `TOP`."""

    value: int
    low: int
    high: int


def rating(sums: SkillSums) -> Rating:
    """Return the rating of a player from the sums over their rounds.

    Some rounds of `house` are added (`PRIOR`), so few rounds say little. Without any
    round the rating is that of `house`, with a wide interval.
    """
    ratio, error, rounds = _ratio(sums)
    wide = student(rounds)
    most, least = (quantile(ratio, error, z) for z in (wide, -wide))
    return Rating(on_scale(ratio), on_scale(most), on_scale(least))


def proven(sums: SkillSums) -> int:
    """Return the rating that the sums over a player's rounds prove."""
    ratio, error, rounds = _ratio(sums)
    return on_scale(quantile(ratio, error, PROVEN_Z + PROVEN_FEW / rounds))


def _ratio(sums: SkillSums) -> tuple[float, float, float]:
    """Return the multiple of `house`, its standard error, and the rounds including the prior."""
    variance = sums.variance / sums.rounds if sums.rounds else 1.0
    prior = PRIOR * variance
    weight = sums.expected + prior
    ratio = (sums.given + prior) / weight
    scattered = (
        sums.given_squared - 2 * ratio * sums.given_by_expected + ratio**2 * sums.expected_squared
    )
    error = sqrt(max(scattered, 0.0) + prior * variance) / weight
    return ratio, error, sums.rounds + prior


def student(rounds: float) -> float:
    """Return the half width in standard errors, wider if few `rounds` estimate the error.

    It is the quantile of Student's t, by the first term of its expansion (Cornish and Fisher).
    """
    return Z + (Z**3 + Z) / (4 * rounds)


def quantile(mean: float, deviation: float, z: float) -> float:
    """Return the quantile of a gamma distribution at `z` of the normal one (Wilson and Hilferty).

    Losses have such a distribution: sums of few errors of different sizes, never below 0.
    """
    part = (deviation / mean) ** 2 / 9
    return mean * float(max(0.0, 1 - part + z * sqrt(part))) ** 3


def on_scale(ratio: float) -> int:
    """Return the rating of a player with `ratio` times the losses of `house`.

    >>> on_scale(0), on_scale(1), on_scale(3)
    (3000, 2600, 2200)
    """
    return max(0, round(TOP - HALVING * log2(1 + ratio)))
