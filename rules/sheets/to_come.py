"""What a sheet still makes: the distribution of its points, played perfectly for points."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.exact.cached import cached_once
from rules.exact.kept import kept
from rules.exact.rerolls import ROLLS
from rules.exact.tables import FloatArray, IntArray, read_only
from rules.exact.turns import endings
from rules.sheets.duel import Scores, row_points
from rules.sheets.solver import EQUAL_POINTS, by_open_rows, solve

Distributions: TypeAlias = NDArray[np.float32]
"""The probability of each number of points still to come, (2**rows, points), by open rows."""


@cached_once
def points_to_come(scores: Scores) -> Distributions:
    """Return the distribution for each set of open rows, as a bit mask.

    All turns maximise the expected points; among equally good rows the first of
    the sheet is written. The table is built once and kept where tables are.
    """
    return read_only(kept("to-come", repr(scores), lambda: _build(scores)))


def _build(scores: Scores) -> Distributions:
    written, rest, rows = np.array(scores, dtype=np.float64), solve(scores).rest, row_points(scores)
    likely = np.zeros((len(rest), 1 + sum(int(row.points[-1]) for row in rows)))
    likely[0, 0] = 1
    for sets in by_open_rows(len(rows)):
        final, chosen = _best_rows(written, sets, rest)
        ends = endings(final)
        for number, row in enumerate(rows):
            of_points = np.zeros((len(row.points), ROLLS))
            of_points[row.places, np.arange(ROLLS)] = 1
            writes = of_points @ np.where(chosen == number, ends, 0.0)
            for points, chance in zip(row.points.tolist(), writes, strict=True):
                where = np.flatnonzero(chance)
                before = likely[sets[where] ^ (1 << number), : likely.shape[1] - points]
                likely[sets[where], points:] += chance[where, None] * before
    return likely.astype(np.float32)


def _best_rows(points: FloatArray, sets: IntArray, rest: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return the worth of each final roll in its best open row, and that row, (252, sets)."""
    final = np.full((ROLLS, len(sets)), -np.inf)
    chosen = np.full((ROLLS, len(sets)), -1, dtype=np.intp)
    for row in range(len(points)):
        where = np.flatnonzero(sets >> row & 1)
        wrote = points[row][:, None] + rest[sets[where] ^ (1 << row)]
        better = wrote > final[:, where] + EQUAL_POINTS
        chosen[:, where] = np.where(better, row, chosen[:, where])
        final[:, where] = np.where(better, wrote, final[:, where])
    return final, chosen
