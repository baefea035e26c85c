"""Exact play of one turn: a first roll and up to two rerolls, towards any worths of final rolls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rules.exact.rerolls import (
    FIRST_ROLL,
    KEEPS,
    average,
    best,
    choice,
    expectation,
    index,
    kept,
    landed,
)
from rules.exact.tables import FloatArray
from rules.turns import ROLLS, InAir, Lying

REROLLS = ROLLS - 1
"""A turn has so many rerolls (RULES 2.5, 3.2)."""

_COLUMNS = 64
"""So many columns are followed side by side: they and all their keeps fit the cache."""


@dataclass(frozen=True)
class Turn:
    """A turn played perfectly for the first column; the other columns follow its choices.

    `rolls[n]` (252, columns): what each roll is worth with n rerolls left.
    `keeps[n]` (462, columns), n from 1: what each keep is worth when the n-th
    last reroll is made. Keeping all ends the turn, so it is worth what the roll
    is worth in the end. `keeps[0]` is empty.
    """

    rolls: tuple[FloatArray, ...]
    keeps: tuple[FloatArray, ...]

    @property
    def start(self) -> FloatArray:
        """What the turn is worth before its first roll, (columns,)."""
        return average(self.rolls[-1])

    def at(self, turn: InAir | Lying) -> FloatArray:
        """Return what the turn is worth at this point, (columns,)."""
        left = ROLLS - len(turn.rolls)
        if isinstance(turn, Lying):
            worth: FloatArray = self.rolls[left][index(turn.dice)]
        elif turn.rolls:
            worth = self.keeps[left][kept(turn.rolls[-1], turn.positions)]
        else:
            worth = self.start
        return worth


def follow(final: FloatArray) -> Turn:
    """Solve a turn in which final rolls are worth `final` (252, columns) to the first column.

    The seat that plays owns the first column and maximises it; the other
    columns tell what its play is worth to others, or how likely something is.
    Where keeps are equally good, the first in `rerolls.KEEPS` is taken.
    """
    rolls, keeps = [final], [np.empty((0, final.shape[1]))]
    for _ in range(REROLLS):
        expected = _expectation(rolls[-1], final)
        chosen = choice(expected[:, 0])
        rolls.append(expected[chosen])
        keeps.append(expected)
    return Turn(tuple(rolls), tuple(keeps))


def _expectation(worth: FloatArray, final: FloatArray) -> FloatArray:
    """Return what keeps are worth where keeping all ends the turn."""
    expected = expectation(worth)
    expected[: len(final)] = final
    return expected


def values(final: FloatArray) -> FloatArray:
    """Return what a turn is worth before its first roll; each column plays for itself."""
    worth = final
    for _ in range(REROLLS):
        worth = best(expectation(worth))
    return average(worth)


def endings(final: FloatArray) -> FloatArray:
    """Return how likely each final roll is, (252, columns), when each column plays for itself."""
    blocks = range(0, final.shape[1], _COLUMNS)
    return np.concatenate([_endings(final[:, at : at + _COLUMNS]) for at in blocks], axis=1)


def _endings(final: FloatArray) -> FloatArray:
    chosen, worth = [], final
    for _ in range(REROLLS):
        expected = _expectation(worth, final)
        chosen.append(choice(expected))
        worth = np.take_along_axis(expected, chosen[-1], axis=0)
    columns = final.shape[1]
    likely = np.repeat(FIRST_ROLL[:, None], columns, axis=1)
    for keeps in reversed(chosen):
        places = (keeps * columns + np.arange(columns)).ravel()
        chosen_keeps = np.bincount(places, likely.ravel(), len(KEEPS) * columns).astype(np.float64)
        likely = landed(chosen_keeps.reshape(len(KEEPS), columns))
    return likely
