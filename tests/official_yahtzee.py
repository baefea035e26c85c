"""The rules of official Yahtzee, told to the induction over sheets as a check against the literature.

The rows are those of Thirteen Rows. A sheet's ledger is the sum of its upper rows, 0-63 (63 stands
for all above), and whether 50 stands in the Yahtzee row.
"""

from __future__ import annotations

import numpy as np

from rules.dice import DIFFERENT_ROLLS
from rules.sheets import solver
from slow_rows import thirteen

ROWS, UPPER, YAHTZEE = 13, 6, 11
FULL_HOUSE, SMALL, LARGE = 8, 9, 10
SUMS, LEDGERS = 64, 128
SCORES = np.array([thirteen(roll) for roll in DIFFERENT_ROLLS], dtype=float)
ALIKE = SCORES[:, YAHTZEE] == 50
FACE = np.array([roll[0] for roll in DIFFERENT_ROLLS])
JOKERS = {FULL_HOUSE: 25, SMALL: 30, LARGE: 40}


def value(*, joker: bool) -> float:
    """Return what perfect play averages: upper bonus 35 from 63 on, in both cases.

    With `joker`, five of a kind counts as a full house or a straight if the Yahtzee row and
    the upper row of its face are filled (any open row may be chosen), and every further
    Yahtzee earns 100 once 50 stands in the Yahtzee row.
    """

    def blocks(rest):
        for sets in solver.by_open_rows(ROWS):
            for open_rows in sets:
                ledgers = np.array(sorted(reachable(int(open_rows), joker=joker)))
                yield open_rows * LEDGERS + ledgers, final(int(open_rows), ledgers, rest, joker)

    rest = np.zeros((1 << ROWS) * LEDGERS)
    solver.induce(rest, blocks)
    return float(rest[((1 << ROWS) - 1) * LEDGERS])


def reachable(open_rows: int, *, joker: bool) -> set[int]:
    """Return the ledgers with which a sheet can stand that has these rows open."""
    sums = {0}
    for row in range(UPPER):
        if not open_rows >> row & 1:
            sums = {min(63, total + (row + 1) * dice) for total in sums for dice in range(6)}
    filled = joker and not open_rows >> YAHTZEE & 1
    return sums | {total + SUMS for total in sums} if filled else sums


def final(open_rows: int, ledgers, rest, joker: bool):
    """Return what each final roll is worth on each of these ledgers, in its best row."""
    best = np.full((len(DIFFERENT_ROLLS), len(ledgers)), -1.0)
    sums, fifty = ledgers % SUMS, ledgers // SUMS
    extra = 100 * (ALIKE[:, None] & (fifty == 1)) if joker else 0
    for row in range(ROWS):
        if not open_rows >> row & 1:
            continue
        points = SCORES[:, row].copy()
        if joker and row in JOKERS and not open_rows >> YAHTZEE & 1:
            filled = np.array([not open_rows >> (face - 1) & 1 for face in FACE])
            points[ALIKE & filled] = JOKERS[row]
        after, bonus, stands = sums[None, :] + 0 * FACE[:, None], 0, fifty[None, :]
        if row < UPPER:
            after = np.minimum(63, sums + points[:, None].astype(int))
            bonus = 35 * ((after == 63) & (sums < 63))
        if joker and row == YAHTZEE:
            stands = ALIKE[:, None].astype(int)
        place = (open_rows ^ (1 << row)) * LEDGERS + stands * SUMS + after
        np.maximum(best, points[:, None] + bonus + extra + rest[place], out=best)
    return best
