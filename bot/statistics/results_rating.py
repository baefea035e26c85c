"""Ratings of members by results against each other, with OpenSkill's Plackett-Luce model.

Computers do not count as opponents: only members are ranked, in rounds with two or more of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

Stand: TypeAlias = tuple[float, float]
"""The mean and the uncertainty of a member's rating."""

MU, SIGMA = 25.0, 25.0 / 3
"""The rating of a new member: its mean and its uncertainty."""

BASE, POINTS = 1000, 40
"""The shown rating: `BASE` for a new member, and `POINTS` for each unit of the model."""


@cache
def _model() -> PlackettLuce:
    """Return the model, which is only imported after two members have played."""
    from openskill.models import PlackettLuce  # noqa: PLC0415

    return PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True, slots=True)
class Finish:
    """The finish of a member in a round; among members who stayed, share and score decide.

    A member who `left` did so before the step `left_at`, 0 where it is not known, and comes after
    all who left later or stayed.
    """

    share: float
    score: int | None
    left: bool
    left_at: int = 0

    @property
    def order(self) -> tuple[bool, float, int]:
        """The sort key: the greater, the better; equal ones are drawn."""
        if self.left:
            return False, self.left_at, 0
        return True, self.share, self.score or 0


def ranks(finishes: Sequence[Finish]) -> tuple[int, ...]:
    """Return the place of each member, from 1; equal places are drawn.

    >>> ranks([Finish(0.0, 90, False), Finish(1.0, 99, False)])
    (2, 1)
    """
    orders = [one.order for one in finishes]
    return tuple(1 + sum(own < other for other in orders) for own in orders)


def rated(
    before: Sequence[Stand], finishes: Sequence[Finish], weight: float = 1.0
) -> tuple[Stand | None, ...]:
    """Return mean and uncertainty of each member after a round, None for unchanged ones.

    Members who stayed are ranked among each other. A member who left comes last behind all who were
    still there, in the places of these, and keeps the uncertainty. So leaving never costs less than
    staying to be the last. With a `weight` below 1, each change is multiplied by it.
    """
    after: list[Stand | None] = [None] * len(before)
    stayed = [index for index, one in enumerate(finishes) if not one.left]
    if len(stayed) > 1:
        places = ranks([finishes[index] for index in stayed])
        moved = _after([before[index] for index in stayed], places)
        for index, stand in zip(stayed, moved, strict=True):
            after[index] = stand
    for index, one in enumerate(finishes):
        there = [
            other
            for other, each in enumerate(finishes)
            if other != index and not (each.left and each.left_at < one.left_at)
        ]
        if one.left and there:
            places = ranks([finishes[other] for other in there])
            stands = [before[other] for other in (*there, index)]
            mean = _after(stands, [*places, len(stands)])[-1][0]
            after[index] = mean, before[index][1]
    return tuple(
        None
        if stand is None
        else (mu + weight * (stand[0] - mu), sigma + weight * (stand[1] - sigma))
        for stand, (mu, sigma) in zip(after, before, strict=True)
    )


def _after(before: Sequence[Stand], places: Sequence[int]) -> tuple[Stand, ...]:
    """Return mean and uncertainty of members after a round with these places."""
    model = _model()
    teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return tuple((team[0].mu, team[0].sigma) for team in after)


def shown(mu: float, sigma: float) -> int:
    """Return the rating that is shown: a lower bound of a member's strength, with some certainty.

    >>> shown(MU, SIGMA)
    1000
    """
    return max(0, round(BASE + POINTS * (mu - 3 * sigma)))
