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
    landed,
)
from rules.exact.tables import FloatArray

REROLLS = 2
"""A turn has so many rerolls (RULES 2.5, 3.2)."""

_COLUMNS = 64
"""So many columns are followed side by side: they and all their keeps fit the cache."""


@dataclass(frozen=True)
class Turn:
    """A turn played perfectly for the first column; the other columns follow its choices.

    `keeps[n]` (462, columns): what each keep is worth when the other dice are
    rolled and up to n - 1 more rerolls follow; `keeps[0]` stands for no reroll
    and is empty. `rolls[n]` (252, columns): what each roll is worth with up to
    n rerolls left.
    """

    keeps: tuple[FloatArray, ...]
    rolls: tuple[FloatArray, ...]

    @property
    def start(self) -> FloatArray:
        """What the turn is worth before its first roll, (columns,)."""
        return average(self.rolls[-1])


def follow(final: FloatArray) -> Turn:
    """Solve a turn in which final rolls are worth `final` (252, columns) to the first column.

    The seat that plays owns the first column and maximises it; the other
    columns tell what its play is worth to others, or how likely something is.
    Where keeps are equally good, the first in `rerolls.KEEPS` is taken.
    """
    keeps, rolls = [np.empty((0, final.shape[1]))], [final]
    for _ in range(REROLLS):
        expected = expectation(rolls[-1])
        chosen = choice(expected[:, 0])
        keeps.append(expected)
        rolls.append(expected[chosen])
    return Turn(tuple(keeps), tuple(rolls))


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
        expected = expectation(worth)
        chosen.append(choice(expected))
        worth = np.take_along_axis(expected, chosen[-1], axis=0)
    columns = final.shape[1]
    likely = np.repeat(FIRST_ROLL[:, None], columns, axis=1)
    for keeps in reversed(chosen):
        places = (keeps * columns + np.arange(columns)).ravel()
        kept = np.bincount(places, likely.ravel(), len(KEEPS) * columns).astype(np.float64)
        likely = landed(kept.reshape(len(KEEPS), columns))
    return likely
