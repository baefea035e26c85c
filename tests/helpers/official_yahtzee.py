"""The rules of official Yahtzee for `rules.sheets.solver`, as a check against the literature.

The rows are those of Thirteen Rows. A sheet's ledger is the sum of its upper rows, 0-63 (63 stands
for all above), and whether 50 stands in the Yahtzee row.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from rules.dice import DIFFERENT_ROLLS
from rules.exact.tables import FloatArray, IntArray
from rules.sheets import solver
from slow_rows import thirteen

ROWS, UPPER, YAHTZEE = 13, 6, 11
FULL_HOUSE, SMALL, LARGE = 8, 9, 10
SUMS, LEDGERS = 64, 128
SCORES = np.array([thirteen(roll) for roll in DIFFERENT_ROLLS], dtype=float)
ALIKE = SCORES[:, YAHTZEE] == 50
FACE = np.array([roll[0] for roll in DIFFERENT_ROLLS])
JOKERS = {FULL_HOUSE: 25, SMALL: 30, LARGE: 40}


def value() -> float:
    """Return the average total of perfect play.

    The upper bonus is 35 from 63 on. Five of a kind counts as a full house or a straight if
    the Yahtzee row and the upper row of its face are filled (any open row may be chosen), and
    every further Yahtzee earns 100 once 50 stands in the Yahtzee row.
    """

    def blocks(rest: FloatArray) -> Iterator[tuple[IntArray, FloatArray]]:
        for sets in solver.by_open_rows(ROWS):
            for open_rows in map(int, sets):
                ledgers = np.array(sorted(reachable(open_rows)))
                yield open_rows * LEDGERS + ledgers, final(open_rows, ledgers, rest)

    rest = solver.induce(np.zeros((1 << ROWS) * LEDGERS), blocks)
    return float(rest[((1 << ROWS) - 1) * LEDGERS])


def reachable(open_rows: int) -> set[int]:
    """Return the ledgers that a sheet with these open rows can have."""
    sums = {0}
    for row in range(UPPER):
        if not open_rows >> row & 1:
            sums = {min(63, total + (row + 1) * dice) for total in sums for dice in range(6)}
    filled = not open_rows >> YAHTZEE & 1
    return sums | {total + SUMS for total in sums} if filled else sums


def final(open_rows: int, ledgers: IntArray, rest: FloatArray) -> FloatArray:
    """Return the worth of each final roll in its best row, (252, ledgers)."""
    best = np.full((len(DIFFERENT_ROLLS), len(ledgers)), -1.0)
    sums, fifty = ledgers % SUMS, ledgers // SUMS
    for row in range(ROWS):
        if not open_rows >> row & 1:
            continue
        points = SCORES[:, row].copy()
        if row in JOKERS and not open_rows >> YAHTZEE & 1:
            filled = np.array([not open_rows >> (face - 1) & 1 for face in FACE])
            points[ALIKE & filled] = JOKERS[row]
        before, bonus = (open_rows ^ (1 << row)) * LEDGERS, np.zeros(())
        place: Any = before + fifty * SUMS + sums
        if row < UPPER:
            after = np.minimum(63, sums + points[:, None].astype(int))
            bonus = 35.0 * ((after == 63) & (sums < 63))
            place = before + fifty * SUMS + after
        elif row == YAHTZEE:
            place = before + ALIKE[:, None] * SUMS + sums
        np.maximum(best, points[:, None] + bonus + rest[place], out=best)
    total: FloatArray = best + 100 * (ALIKE[:, None] & (fifty == 1))
    return total
