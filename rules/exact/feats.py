"""The rarity of good results: the chance that a turn achieves as much."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from rules.dice import DIFFERENT_ROLLS, Roll
from rules.exact.rerolls import average, best, expectation
from rules.hands import RankOrder


def chances(reached: Sequence[Sequence[bool]], rolls: int) -> tuple[float, ...]:
    """Return the chances that turns of up to `rolls` rolls reach their targets.

    Each of `reached` marks which of the 252 rolls meet the target.
    """
    if not reached:
        return ()
    worth = np.array(reached, dtype=np.float64).T
    for _ in range(rolls - 1):
        worth = best(expectation(worth))
    return tuple(average(worth).tolist())


def of_hand(dice: Roll, order: RankOrder, rolls: int) -> float:
    """Return the chance that a turn aimed at this rank or a better one achieves it."""
    return _as_good(order, order.hand(dice).rank_id, rolls)


@lru_cache
def _as_good(order: RankOrder, rank_id: int, rolls: int) -> float:
    (chance,) = chances([[one.rank_id <= rank_id for one in order.hands(DIFFERENT_ROLLS)]], rolls)
    return chance
