"""The rating of members by results against each other, by OpenSkill's model of Plackett and Luce.

Computers are no opponents here: only members are ranked, in rounds with two or more
of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a new member: its mean and its uncertainty."""

BASE, POINTS = 1000, 40
"""The shown rating: `BASE` for a new member, and `POINTS` for each unit of the model."""


@cache
def _model() -> PlackettLuce:
    """Return the model, which is loaded once two members have played."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True, slots=True)
class Finish:
    """How a member ended a round: who `left` comes last, then share and score decide."""

    share: Fraction
    score: int | None
    left: bool

    @property
    def order(self) -> tuple[bool, Fraction, int]:
        """The greater, the better; equal ones are drawn."""
        return (not self.left, Fraction(0) if self.left else self.share, self._score)

    @property
    def _score(self) -> int:
        return 0 if self.left or self.score is None else self.score


def ranks(finishes: Sequence[Finish]) -> tuple[int, ...]:
    """Return the place of each member, from 1; equal places are drawn.

    >>> ranks([Finish(Fraction(0), 90, False), Finish(Fraction(1), 99, False)])
    (2, 1)
    """
    return tuple(1 + sum(one.order < other.order for other in finishes) for one in finishes)


def rated(
    before: Sequence[tuple[float, float]], finishes: Sequence[Finish]
) -> tuple[tuple[float, float], ...]:
    """Return mean and uncertainty of each member after a round; alone nothing changes."""
    if len(before) < 2:
        return tuple(before)
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = model.rate(teams, ranks=[float(rank) for rank in ranks(finishes)])
    return tuple((team[0].mu, team[0].sigma) for team in after)


def shown(mu: float, sigma: float) -> int:
    """Return the rating that is shown: what a member is at least worth, with some certainty.

    >>> shown(MU, SIGMA)
    1000
    """
    return max(0, round(BASE + POINTS * (mu - 3 * sigma)))
