"""Exact play of a score sheet: backward induction over the sets of open rows.

README 3.2-3.5 of Thirteen Rows, README 4.2-4.4 of Nine Categories. The worth of
the rest of a sheet depends only on its open rows, so the game is solved
backwards from the full sheet: first the sheets with one open row, then those
with two, and so on. Many sheets are solved at once, one per column.

The solution maximises the expected final total, the goal of a single seat. Play
of several seats for the win is in `winning`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rules.dice import Roll
from rules.exact.cached import cached_once
from rules.exact.rerolls import ROLLS, index
from rules.exact.tables import FloatArray, IntArray, read_only
from rules.exact.turns import Turn, follow, values

EQUAL_POINTS = 1e-10
"""Expected points that differ by less than this are equal up to rounding errors."""

_COLUMNS = 256
"""The number of sheets solved at once, chosen for speed: larger arrays exceed the CPU cache."""

Blocks = Callable[[FloatArray], Iterator[tuple[IntArray, FloatArray]]]
"""A generator of blocks, given the worths computed so far.

Each block is a pair of states and the worths of all final rolls in them, (252,
states of the block). A block may depend on all earlier blocks."""


def induce(rest: FloatArray, blocks: Blocks) -> FloatArray:
    """Compute the worth of the rest of the game in each state by backward induction.

    `rest` (states,) holds the worths of finished games; it is filled in and
    returned. A turn leads from each state of a block to states of earlier blocks
    or to finished games.
    """
    for states, final in blocks(rest):
        rest[states] = values(final)
    return rest


def by_open_rows(rows: int) -> Iterator[IntArray]:
    """Yield the non-empty sets of open rows as bit masks, in blocks, smallest sets first."""
    sets = np.arange(1, 1 << rows)
    sizes = sum((sets >> row) & 1 for row in range(rows))
    for size in range(1, rows + 1):
        equal = sets[sizes == size]
        for start in range(0, len(equal), _COLUMNS):
            yield equal[start : start + _COLUMNS]


@dataclass(frozen=True)
class Sheets:
    """A solved sheet.

    `scores` (252, rows) holds the points of each roll in each row, `rest`
    (2**rows,) the expected points still to come for each mask of open rows.
    """

    scores: FloatArray
    rest: FloatArray

    def writing(self, roll: Roll, open_rows: int) -> dict[int, float]:
        """Return the points of `roll` in each open row plus the worth of the rest."""
        place = index(roll)
        return {
            row: float(self.scores[place, row] + self.rest[open_rows ^ (1 << row)])
            for row in range(self.scores.shape[1])
            if open_rows >> row & 1
        }

    def turn(self, open_rows: int) -> Turn:
        """Solve a turn with these open rows, at least one.

        The turn has one column: the expected points still to come.
        """
        rows = [row for row in range(self.scores.shape[1]) if open_rows >> row & 1]
        after = self.rest[[open_rows ^ (1 << row) for row in rows]]
        return follow((self.scores[:, rows] + after).max(axis=1)[:, None])


@cached_once
def solve(scores: tuple[tuple[int, ...], ...]) -> Sheets:
    """Solve the sheet whose row r scores `scores[r][i]` points for the i-th different roll."""
    points = np.array(scores, dtype=np.float64)
    rows = len(points)

    def blocks(rest: FloatArray) -> Iterator[tuple[IntArray, FloatArray]]:
        for sets in by_open_rows(rows):
            yield sets, _best_rows(points, sets, rest)

    rest = induce(np.zeros(1 << rows), blocks)
    return Sheets(read_only(np.ascontiguousarray(points.T)), read_only(rest))


def _best_rows(points: FloatArray, sets: IntArray, rest: FloatArray) -> FloatArray:
    """Return the worth of each final roll in its best open row, (252, sets).

    The loop tries one open row of every set at a time, so all sets must have
    the same size.
    """
    final = np.full((len(sets), ROLLS), -np.inf)
    untried = sets
    while untried.any():
        lowest = untried & -untried
        row = np.log2(lowest).astype(np.intp)
        written = points[row]
        written += rest[sets ^ lowest][:, None]
        np.maximum(final, written, out=final)
        untried = untried ^ lowest
    return np.ascontiguousarray(final.T)
