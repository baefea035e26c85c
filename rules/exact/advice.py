"""Advice for actions, computed from the worths of keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from rules.dice import SELECTIONS, Roll
from rules.exact.rerolls import EQUAL, keeps_of
from rules.exact.tables import FloatArray
from rules.game import Advice
from rules.turns import reroll_of


def ranked(advice: Sequence[Advice], equal: float = EQUAL) -> tuple[Advice, ...]:
    """Return the advice sorted by worth, best first.

    Neighbouring worths that differ by less than `equal` become the same number,
    and equally good actions keep their order in `advice`.
    """
    by_worth = sorted(advice, key=attrgetter("worth"), reverse=True)  # equal ones keep their order
    rounded: list[Advice] = []
    for each in by_worth:
        before = rounded[-1].worth if rounded else each.worth
        near = 0 < before - each.worth < equal
        rounded.append(replace(each, worth=before) if near else each)
    if rounded == by_worth:
        return tuple(by_worth)
    original = {each.action: index for index, each in enumerate(advice)}
    return tuple(sorted(rounded, key=lambda each: (-each.worth, original[each.action])))


def of_selections(
    roll: Roll, worth: FloatArray, win: FloatArray | None = None, draw: FloatArray | None = None
) -> tuple[Advice, ...]:
    """Return the advice for the 32 selections of `roll`, in the order of their keeps.

    `worth`, and for games with chances `win` and `draw`, are arrays (462,) by
    keep. Selections with the same keep are adjacent, in the order of
    `SELECTIONS`. The first of the best in this order is the choice of
    `rerolls.choice`.
    """
    by_keep = sorted(zip(keeps_of(roll), SELECTIONS, strict=True))
    return tuple(
        Advice(reroll_of(selection), float(worth[keep]), _chances(keep, win, draw))
        for keep, selection in by_keep
    )


def _chances(
    keep: int, win: FloatArray | None, draw: FloatArray | None
) -> tuple[float, float, float] | None:
    """Return the probabilities to win, draw and lose with a keep."""
    if win is None or draw is None:
        return None
    wins, draws = float(win[keep]), float(draw[keep])
    return wins, draws, max(0.0, 1.0 - wins - draws)
