"""Accuracy: how well a player has chosen, from 0 to 100.

It compares the loss of the choices with what the level `medium` loses in the same turns on average
(`rules.par`); docs/review.md defines it. Over several games of one kind both are added first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

from rules.engine import Acted, Round
from rules.screen import Seat

PERFECT: Final = 100
"""The accuracy of a player without a loss."""

MEDIUM: Final = 90
"""The accuracy of the level `medium`, over many games."""

STEEPNESS: Final = 9
"""The weight of the loss of `medium`: a player who loses as much has an accuracy of 90."""

_NOTHING: Final = 1e-9
"""Smaller losses are rounding errors of sums."""


def accuracy(lost: float, par: float) -> int:
    """Return the accuracy, from 0 to 100, of choices with the loss `lost`.

    `lost` is at least 0, `par` what `medium` loses in their turns on average, above 0; both in the
    unit of worth.

    The result is rounded down; it is 100 only without a loss.
    """
    if lost <= _NOTHING:
        return PERFECT
    return min(PERFECT - 1, int(PERFECT / (1 + lost / (STEEPNESS * par))))


def turns_played(rounds: Sequence[Round[Any]], seat: Seat) -> tuple[tuple[int, ...], ...]:
    """Return the turns that a seat has finished: the numbers of the steps with its choices.

    `rounds` is the `engine.history` of a game, which may be unfinished. A turn is finished when its
    last choice is closed (`engine.Round.moment`), and that choice rerolled nothing, or another seat
    is awaited, or the game is over: what came of it has landed. So a row of a sheet, a hand with
    its rerolls, and a secret choice that all seats owe at once are turns. Of a choice that was
    replaced only the last one counts.

    The choices of a turn that is not finished do not count: its number in `Par` is an average over
    whole turns, and a part of one would be compared with more or less than its share.
    """
    finished: list[tuple[int, ...]] = []
    choices: dict[int, int] = {}
    goes_on = False
    for before, after in pairwise(rounds):
        step = after.steps[-1]
        if isinstance(step, Acted) and step.seat == seat:
            choices[before.moment] = step.number
            goes_on = step.action.verb == "reroll"
        if not choices or after.moment in choices:
            continue
        awaited = after.awaits.seats
        if not goes_on or after.over is not None or (awaited and seat not in awaited):
            finished.append(tuple(choices.values()))
            choices = {}
    return tuple(finished)
