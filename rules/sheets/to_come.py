"""The future points of a sheet: their distribution under perfect play for points.

In games with bonuses it is approximated by a normal distribution of the same mean and deviation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.exact.cached import cached_once
from rules.exact.rerolls import ROLLS
from rules.exact.table_store import table_of
from rules.exact.tables import FloatArray, IntArray, read_only
from rules.exact.turns import endings, values
from rules.sheets.outcomes import outcomes_of
from rules.sheets.rows import Rows
from rules.sheets.solver import (
    EQUAL_POINTS,
    SQUARE,
    best_rows,
    by_open_rows,
    inputs,
    reachable,
    solve,
)

Roots: TypeAlias = NDArray[np.uint16]
"""The roots of the probabilities of each number of points still to come, by open rows.

They are (2**rows, points) in units of 1 / `ROOT`. The probability of at most some number of points
is off by up to 2e-5, far less than the estimates that are made of it.
"""

ROOT = 65_535

LEAST_DEVIATION, LEAST_DENSITY = 0.01, 1e-12
"""The deviation below which points are certain, and the density that counts as 0."""

KEPT_LIKELY = 512
"""The number of distributions in memory, each of a few kilobytes."""


@dataclass(frozen=True)
class ToCome:
    """The future points of sheets, at most `most`.

    `likely(open_rows, ledger)` returns the probability of each number of points, (points,).
    """

    most: int
    likely: Callable[[int, int], FloatArray]


@cached_once
def to_come(rows: Rows) -> ToCome:
    """Return the future points of sheets with these rows."""
    if rows.bonuses is None:
        return _by_distributions(points_to_come(rows))
    return _by_moments(rows, solve(rows).rest, deviations_to_come(rows))


def _by_distributions(table: Roots) -> ToCome:
    @lru_cache(KEPT_LIKELY)
    def likely(open_rows: int, _ledger: int) -> FloatArray:
        of_points = np.square(table[open_rows].astype(np.float64))
        whole: FloatArray = of_points / of_points.sum()
        return read_only(whole)

    return ToCome(table.shape[1], likely)


def _by_moments(rows: Rows, rest: FloatArray, deviations: NDArray[np.float32]) -> ToCome:
    points = np.arange(1 + rows.highest)

    @lru_cache(KEPT_LIKELY)
    def likely(open_rows: int, ledger: int) -> FloatArray:
        mean, deviation = float(rest[open_rows, ledger]), float(deviations[open_rows, ledger])
        if deviation < LEAST_DEVIATION:
            return read_only((points == round(mean)).astype(np.float64))
        density = np.exp(-(((points - mean) / deviation) ** 2) / 2)
        density[density < LEAST_DENSITY] = 0
        whole: FloatArray = density / density.sum()
        return read_only(whole)

    return ToCome(len(points), likely)


@cached_once
def deviations_to_come(rows: Rows) -> NDArray[np.float32]:
    """Return the deviation of the points still to come, (2**rows, ledgers), played for points."""
    return read_only(table_of("deviations", inputs(rows), lambda: _deviations(rows)))


def _deviations(rows: Rows) -> NDArray[np.float32]:
    """Compute the deviations from the means and the second moments.

    A player who maximises points plus a tiny fraction of their square plays for points and gains
    that fraction of the second moment (the envelope theorem).
    """
    outcomes, rest = outcomes_of(rows), solve(rows).rest
    squares, can_be = np.zeros_like(rest), reachable(outcomes)
    for sets in by_open_rows(len(rows)):
        for open_rows in sets.tolist():
            ledgers = np.flatnonzero(can_be[open_rows])
            final = best_rows(outcomes, open_rows, ledgers, rest, squares)
            more = values(final) - rest[open_rows, ledgers]
            squares[open_rows, ledgers] = more / SQUARE
    squares -= rest**2
    variance = np.maximum(squares, 0, out=squares)
    return np.sqrt(variance, out=variance).astype(np.float32)


@cached_once
def points_to_come(rows: Rows) -> Roots:
    """Return the distribution for each set of open rows, as a bit mask, of rows without bonuses.

    All turns maximise the expected points; among equally good rows the first of
    the sheet is written.
    """
    return read_only(table_of("to-come", inputs(rows), lambda: _roots(rows)))


def _roots(rows: Rows) -> Roots:
    roots: Roots = np.rint(np.sqrt(_distributions(rows)) * ROOT).astype(np.uint16)
    return roots


def _distributions(sheet: Rows) -> FloatArray:
    written, rest = np.array(sheet.scores, dtype=np.float64), solve(sheet).rest[:, 0]
    rows = outcomes_of(sheet).points((1 << len(sheet)) - 1, 0).values()
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
    return likely


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
