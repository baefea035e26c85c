"""What the computer's level `house` gives away in a game: the measure of `rules.skill`.

Each game ships its table, made by `bench/ratings/house_skill.py` from seeded rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseSkill:
    """What the level `house` gave away over its own seeded rounds, for a number of seats.

    `mean` and `variance` are those of its loss in a round, in the unit of worth.
    `scale` holds, by the open rows of a decision, or the rank of the hand that it has to beat
    (0 without either), and by the rerolls made before it in the turn, its losses divided by
    the difficulties, as long
    as it did not slip in the turn; `after_slip` is how many times as much it gives away
    where it did: a plan that was wrong goes on. `levels` holds the ratings of the levels.
    """

    mean: float
    variance: float
    scale: Mapping[int, tuple[float, ...]]
    levels: Mapping[str, int]
    after_slip: float = 1.0

    def expected(
        self, difficulty: float, among: int, rerolls: int = 0, *, slipped: bool = False
    ) -> float:
        """Return the loss expected of `house` at a decision of this difficulty.

        `among` are the open rows, or the rank to beat. Where `house` was never seen, the
        scale of the nearest of them and of the nearest rerolls is taken.
        """
        nearest = min(self.scale, key=lambda known: (abs(known - among), known))
        by_rerolls = self.scale[nearest]
        expected = by_rerolls[min(rerolls, len(by_rerolls) - 1)] * difficulty
        return self.after_slip * expected if slipped else expected
