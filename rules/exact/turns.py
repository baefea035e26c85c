"""Exact play of one turn of up to three rolls, for given worths of final rolls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.exact.rerolls import (
    EQUAL,
    FIRST_ROLL,
    KEEPS,
    average,
    best,
    choice,
    expectation,
    index,
    keep_of,
    rolls_after,
)
from rules.exact.tables import FloatArray
from rules.turns import ROLLS, TurnRolled, TurnRolling

REROLLS = ROLLS - 1
"""The maximum number of rerolls in a turn.

README 2.5 of Poker Dice, README 3.2 of Thirteen Rows, README 4.4 of Nine Categories.
"""

_COLUMNS = 64
"""The number of columns computed at once: with all their keeps they fit the CPU cache."""


@dataclass(frozen=True)
class Turn:
    """A turn played perfectly for the first column; the other columns follow its choices.

    `rolls[n]` (252, columns) holds the worth of each roll with n rerolls left.
    `keeps[n]` (462, columns), n from 1, holds the worth of each keep if n
    rerolls are left before its other dice are rolled. Keeping all dice ends the
    turn, so the worth of a keep of five dice is that of the final roll.
    `keeps[0]` is empty.
    """

    rolls: tuple[FloatArray, ...]
    keeps: tuple[FloatArray, ...]

    @property
    def start(self) -> FloatArray:
        """The worth of the turn before its first roll, (columns,)."""
        return average(self.rolls[-1])

    def at(self, turn: TurnRolling | TurnRolled) -> FloatArray:
        """Return the worth of the turn at this point, (columns,)."""
        left = ROLLS - len(turn.rolls)
        if isinstance(turn, TurnRolled):
            worth: FloatArray = self.rolls[left][index(turn.dice)]
        elif turn.rolls:
            worth = self.keeps[left][keep_of(turn.rolls[-1], turn.positions)]
        else:
            worth = self.start
        return worth


def follow(final: FloatArray, equal: float = EQUAL, *, then: bool = False) -> Turn:
    """Solve a turn with the worths `final` (252, columns) of final rolls.

    The acting seat maximises the first column; the other columns are the worths
    of its play to other seats, or probabilities. Among keeps within `equal` of
    the best, with `then` those with the most of the second column are preferred;
    the first in `rerolls.KEEPS` is chosen.
    """
    rolls, keeps = [final], [np.empty((0, final.shape[1]))]
    for _ in range(REROLLS):
        expected = _expectation(rolls[-1], final)
        second = expected[:, 1] if then else None
        chosen = choice(expected[:, 0], equal, then=second)
        rolls.append(expected[chosen])
        keeps.append(expected)
    return Turn(tuple(rolls), tuple(keeps))


def _expectation(worth: FloatArray, final: FloatArray) -> FloatArray:
    """Return the expected worth of each keep, (462, columns); keeping all ends the turn."""
    expected = expectation(worth)
    expected[: len(final)] = final
    return expected


def values(final: FloatArray) -> FloatArray:
    """Return the worth of a turn before its first roll, (columns,), maximised in each column.

    `final` (252, columns) holds the worths of final rolls.
    """
    worth = final
    for _ in range(REROLLS):
        worth = best(expectation(worth))
    return average(worth)


def endings(final: FloatArray, equal: float = EQUAL, then: FloatArray | None = None) -> FloatArray:
    """Return the probability of each final roll, (252, columns), if each column is maximised.

    Among keeps within `equal` of the best those with the most of `then`, in the
    shape of `final`, are preferred.
    """
    parts = []
    for at in range(0, final.shape[1], _COLUMNS):
        block = slice(at, at + _COLUMNS)
        parts.append(_endings(final[:, block], equal, None if then is None else then[:, block]))
    return np.concatenate(parts, axis=1)


def _endings(final: FloatArray, equal: float, then: FloatArray | None) -> FloatArray:
    """Return the result of `endings` for columns that are computed at once."""
    chosen, worth, second = [], final, then
    for _ in range(REROLLS):
        expected = _expectation(worth, final)
        if second is None or then is None:
            chosen.append(choice(expected, equal))
        else:
            seconds = _expectation(second, then)
            chosen.append(choice(expected, equal, then=seconds))
            second = np.take_along_axis(seconds, chosen[-1], axis=0)
        worth = np.take_along_axis(expected, chosen[-1], axis=0)
    columns = final.shape[1]
    likely = np.repeat(FIRST_ROLL[:, None], columns, axis=1)
    for keeps in reversed(chosen):
        places = (keeps * columns + np.arange(columns)).ravel()
        chosen_keeps = np.bincount(places, likely.ravel(), len(KEEPS) * columns).astype(np.float64)
        likely = rolls_after(chosen_keeps.reshape(len(KEEPS), columns))
    return likely
