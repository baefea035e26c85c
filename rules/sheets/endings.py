"""A turn on a sheet, split by the row in which it ends.

The gain of a row is the worth of ending the turn there less the worth of the worst dice. The gains
of all rows add up to the worth of a choice less that of the worst dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rules.exact.rerolls import index, keep_of
from rules.exact.tables import FloatArray, IntArray
from rules.exact.turns import Turn, follow
from rules.sheets.solver import EQUAL_POINTS, Sheets
from rules.turns import ROLLS, TurnRolled

_OF_A_ROW = 3
"""The columns of a row in a turn, after the worth and the one that breaks ties."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The average gain of a row over all continuations of a turn.

    `made` is the chance that the final dice score in it, `points` their average score there,
    wherever they are written.
    """

    gain: float = 0.0
    made: float = 0.0
    points: float = 0.0


@dataclass(frozen=True, slots=True)
class ChoiceWorth:
    """The worth of a choice, with the ending of the turn by open row."""

    worth: float
    rows: Mapping[int, Ending]


@dataclass(frozen=True)
class Endings:
    """A solved turn.

    `scores` (252, rows) holds the points of each roll in each row. `written` holds, by open row,
    the worth of each of the 252 rolls there and a second column that breaks ties; `base` is the
    worth of the worst dice.
    """

    scores: FloatArray
    written: Mapping[int, FloatArray]
    equal: float = EQUAL_POINTS
    base: float = field(init=False)
    _turn: Turn = field(init=False, repr=False)

    def __post_init__(self) -> None:
        worths = np.stack([*self.written.values()])
        good = worths[:, :, 0] >= worths[:, :, 0].max(axis=0) - self.equal
        best = np.where(good, worths[:, :, 1], -np.inf).argmax(axis=0)
        chosen = worths[best, np.arange(worths.shape[1])]
        object.__setattr__(self, "base", float(chosen[:, 0].min()))
        turn = follow(self._final(best, chosen), self.equal, then=True)
        object.__setattr__(self, "_turn", turn)

    def _final(self, best: IntArray, chosen: FloatArray) -> FloatArray:
        """Return the columns of each final roll in its best row, (252, columns)."""
        gain = chosen[:, 0] - self.base
        columns = [chosen]
        for number, row in enumerate(self.written):
            scores = self.scores[:, row]
            columns.append(np.column_stack([gain * (best == number), scores > 0, scores]))
        return np.concatenate(columns, axis=1)

    def writing(self, rolled: TurnRolled, row: int) -> ChoiceWorth:
        """Return the choice that writes the dice into an open row."""
        roll_index = index(rolled.dice)
        worth = float(self.written[row][roll_index, 0])
        points = float(self.scores[roll_index, row])
        there = Ending(worth - self.base, float(points > 0), points)
        return ChoiceWorth(
            worth, {other: there if other == row else Ending() for other in self.written}
        )

    def rerolling(self, rolled: TurnRolled, positions: tuple[int, ...]) -> ChoiceWorth:
        """Return the choice that rerolls these positions, at least one."""
        keeps = self._turn.keeps[ROLLS - len(rolled.rolls)]
        worth, _, *columns = keeps[keep_of(rolled.dice, positions)].tolist()
        rows = {
            row: Ending(*columns[_OF_A_ROW * number :][:_OF_A_ROW])
            for number, row in enumerate(self.written)
        }
        return ChoiceWorth(worth, rows)


def for_points(sheets: Sheets, mask: int, ledger: int = 0) -> Endings:
    """Return the turn of a sheet with these open rows and this ledger that is played for points."""
    written = {
        row: np.repeat(worths[:, None], 2, axis=1)
        for row, worths in sheets.written(mask, ledger).items()
    }
    return Endings(sheets.outcomes.scores(mask), written)
