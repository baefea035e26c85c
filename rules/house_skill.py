"""The losses of the computer's level `house`, the measure of `rules.skill`.

Each game ships its table, and each variant of a game its own. `bench/ratings/house_skill.py` makes
them from seeded rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseSkill:
    """The losses of the level `house` over seeded rounds with one number of seats.

    `mean` and `variance` are those of its loss in a round, in the unit of worth. `scale` holds its
    losses divided by the difficulties, by the open rows of a decision or the rank that it has to
    beat (0 without either), and by the earlier rerolls of the turn. It covers turns without a slip;
    `after_slip` is the factor after one, since a wrong plan goes on. `levels` holds the ratings of
    the levels.
    """

    mean: float
    variance: float
    scale: Mapping[int, tuple[float, ...]]
    levels: Mapping[str, int]
    after_slip: float = 1.0

    def expected(
        self, difficulty: float, among: int, rerolls: int = 0, *, slipped: bool = False
    ) -> float:
        """Return the expected loss of `house` at a decision of this difficulty.

        `among` is the number of open rows, or the rank to beat. A missing scale is replaced by that
        of the nearest `among` and of the nearest number of rerolls.
        """
        nearest = min(self.scale, key=lambda known: (abs(known - among), known))
        by_rerolls = self.scale[nearest]
        expected = by_rerolls[min(rerolls, len(by_rerolls) - 1)] * difficulty
        return self.after_slip * expected if slipped else expected
