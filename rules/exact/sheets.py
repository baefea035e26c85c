"""Exact play of a score sheet (RULES 3, 4): backward induction over the sets of open rows.

What the rest of a sheet is worth depends only on which rows are open, so the
game is solved from the full sheet backwards: the sheets with one open row,
then those with two, and so on, many sheets side by side as columns.

What is maximised is the expected final total, not the chance to beat the other
seats. With one seat that is the same thing; with several, a seat that is behind
might gamble more than this advises.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rules.dice import Roll
from rules.exact.rerolls import ROLLS, index
from rules.exact.tables import FloatArray, IntArray, once, read_only
from rules.exact.turns import Turn, follow, values

EQUAL_POINTS = 1e-10
"""Points closer than this are equal: they differ by rounding only."""

_COLUMNS = 256
"""So many sheets are solved side by side: enough to be fast, few enough for the cache."""

Blocks = Callable[[FloatArray], Iterator[tuple[IntArray, FloatArray]]]
"""Given the worths that are known so far, yields blocks of states and what each
final roll is worth in them, (252, states of the block). A block may build on all
blocks before it."""


def induce(rest: FloatArray, blocks: Blocks) -> FloatArray:
    """Fill in backwards what the rest of a game is worth in each state, and return it.

    `rest` (states,) holds the worths of finished games; a turn leads from each
    state of a block to states that are already known.
    """
    for states, final in blocks(rest):
        rest[states] = values(final)
    return rest


def by_open_rows(rows: int) -> Iterator[IntArray]:
    """Yield all sets of open rows but the empty one, as bit masks: the smallest sets first."""
    sets = np.arange(1, 1 << rows)
    sizes = sum((sets >> row) & 1 for row in range(rows))
    for size in range(1, rows + 1):
        equal = sets[sizes == size]
        for start in range(0, len(equal), _COLUMNS):
            yield equal[start : start + _COLUMNS]


@dataclass(frozen=True)
class Sheets:
    """A solved sheet: `scores` (252, rows), and `rest` (2**rows,) by the mask of open rows."""

    scores: FloatArray
    rest: FloatArray

    def writing(self, roll: Roll, open_rows: int) -> dict[int, float]:
        """Return what writing `roll` into each open row is worth, with all that follows."""
        place = index(roll)
        return {
            row: float(self.scores[place, row] + self.rest[open_rows ^ (1 << row)])
            for row in range(self.scores.shape[1])
            if open_rows >> row & 1
        }

    def turn(self, open_rows: int) -> Turn:
        """Solve a turn with these open rows, at least one: one column, in points still to come."""
        rows = [row for row in range(self.scores.shape[1]) if open_rows >> row & 1]
        after = self.rest[[open_rows ^ (1 << row) for row in rows]]
        return follow((self.scores[:, rows] + after).max(axis=1)[:, None])


@once
def solve(scores: tuple[tuple[int, ...], ...]) -> Sheets:
    """Solve the sheet whose row r gives `scores[r][i]` points for the i-th different roll."""
    points = np.array(scores, dtype=np.float64)
    rows = len(points)

    def blocks(rest: FloatArray) -> Iterator[tuple[IntArray, FloatArray]]:
        for sets in by_open_rows(rows):
            yield sets, _best_rows(points, sets, rest)

    rest = induce(np.zeros(1 << rows), blocks)
    return Sheets(read_only(np.ascontiguousarray(points.T)), read_only(rest))


def _best_rows(points: FloatArray, sets: IntArray, rest: FloatArray) -> FloatArray:
    """Return what each final roll is worth, (252, sets), in its best open row.

    The sets, all of one size, lose their rows one after the other.
    """
    final = np.full((len(sets), ROLLS), -np.inf)
    left = sets
    while left.any():
        lowest = left & -left
        row = np.log2(lowest).astype(np.intp)
        written = points[row]
        written += rest[sets ^ lowest][:, None]
        np.maximum(final, written, out=final)
        left = left ^ lowest
    return np.ascontiguousarray(final.T)
