"""Reasons for rerolls in words: the kept dice, and the chance of their target.

The chance is that of the next roll alone, counted over its outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from rules.dice import FACES, Roll
from rules.screen import Action
from rules.text import Percent, Text, say
from rules.turns import kept_faces

_RUNS = ({1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6})
_LONG_RUNS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def chance(kept: Roll, wanted: Callable[[Roll], bool]) -> Fraction:
    """Return the probability that five dice are `wanted` after all but the `kept` are rolled.

    >>> chance((6, 6, 3, 3), lambda dice: dice.count(6) == 3 or dice.count(3) == 3)
    Fraction(1, 3)
    """
    rolled = 5 - len(kept)
    good = sum(wanted((*kept, *landed)) for landed in product(FACES, repeat=rolled))
    return Fraction(good, len(FACES) ** rolled)


def reason_of_reroll(
    dice: Roll,
    action: Action,
    *,
    full_house: bool = True,
    straight: bool = True,
    run_of_four: bool = False,
) -> Text | None:
    """Return the reason for a reroll, None if it has no short one.

    `full_house`, `straight` (five in a row) and `run_of_four` say whether these score.
    """
    kept = kept_faces(action, dice)
    if not 0 < len(kept) < len(dice):
        return None
    groups = sorted((kept.count(face) for face in {*kept}), reverse=True)
    match groups:
        case [4]:
            share = Percent(float(chance(kept, lambda landed: landed.count(kept[0]) == 5)), 0)
            return say(
                "Keeps four of a kind: {chance} for the fifth with the next roll.", chance=share
            )
        case [3]:
            share = Percent(float(chance(kept, lambda landed: landed.count(kept[0]) > 3)), 0)
            return say(
                "Keeps three of a kind: {chance} for a fourth with the next roll.", chance=share
            )
        case [2, 2] if full_house:
            share = Percent(float(chance(kept, lambda landed: len({*landed}) == 2)), 0)
            return say(
                "Keeps both pairs: {chance} for a full house with the next roll.", chance=share
            )
        case [2]:
            share = Percent(float(chance(kept, lambda landed: landed.count(kept[0]) > 2)), 0)
            return say("Keeps the pair: {chance} for a third with the next roll.", chance=share)
        case [1, 1, 1, 1] if straight and any({*kept} < run for run in _LONG_RUNS):
            share = Percent(float(chance(kept, lambda landed: {*landed} in _LONG_RUNS)), 0)
            return say("Keeps four dice of a straight: {chance} for the fifth.", chance=share)
        case [1, 1, 1] if run_of_four and any({*kept} < run for run in _RUNS):
            share = Percent(
                float(chance(kept, lambda landed: any(run <= {*landed} for run in _RUNS))), 0
            )
            return say("Keeps three dice of a run: {chance} for four in a row.", chance=share)
        case _:
            return None
