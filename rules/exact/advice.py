"""From what keeps are worth to advice about actions, best first, equal ones equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.dice import SELECTIONS, Roll
from rules.exact.rerolls import EQUAL, keeps_of
from rules.exact.tables import FloatArray
from rules.game import Advice
from rules.turns import reroll_of


def ranked(advice: Sequence[Advice], equal: float = EQUAL) -> tuple[Advice, ...]:
    """Return the advice best first; worths less than `equal` apart become the same number.

    Equally good actions stay in the order in which they came.
    """
    snapped: list[Advice] = []
    for one in sorted(advice, key=lambda one: -one.worth):
        near = snapped and snapped[-1].worth - one.worth < equal
        snapped.append(replace(one, worth=snapped[-1].worth) if near else one)
    came = {one.action: place for place, one in enumerate(advice)}
    return tuple(sorted(snapped, key=lambda one: (-one.worth, came[one.action])))


def of_selections(
    roll: Roll, worth: FloatArray, win: FloatArray | None = None, draw: FloatArray | None = None
) -> tuple[Advice, ...]:
    """Return what each of the 32 selections of `roll` is worth, in the order of their keeps.

    `worth`, and `win` and `draw` where there are chances, are (462,): by keep.
    Selections that leave the same keep follow each other, first positions first.
    The first of the best, in this order, is the choice of `rerolls.choice`.
    """
    by_keep = sorted(zip(keeps_of(roll), SELECTIONS, strict=True))
    return tuple(
        Advice(reroll_of(selection), float(worth[keep]), _chances(keep, win, draw))
        for keep, selection in by_keep
    )


def _chances(
    keep: int, win: FloatArray | None, draw: FloatArray | None
) -> tuple[float, float, float] | None:
    if win is None or draw is None:
        return None
    wins, draws = float(win[keep]), float(draw[keep])
    return wins, draws, max(0.0, 1.0 - wins - draws)
