"""Exact play for the win in the last turns of any number of seats.

Each seat has at most one open row. The play of a seat depends on the best finished total and on the
number of seats that share it, so the seats after the mover are solved backwards over the possible
standings, one per column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from rules.exact.rerolls import ROLLS
from rules.exact.tables import FloatArray, IntArray
from rules.exact.turns import endings
from rules.sheets.outcomes import RowPoints

EQUAL_SHARES = 1e-9
"""Shares of the win that differ by less than this are equal; more expected points decide."""

_Standing: TypeAlias = tuple[int, int]
"""The best finished total and, as a bit mask, the seats that have it."""

_NOTHING: _Standing = (-1, 0)
"""The standing before the first seat has finished."""


def shares_after(rows: Sequence[RowPoints | None], totals: Sequence[int], mover: int) -> FloatArray:
    """Return each seat's share after the mover wrote each of its points, (points, seats).

    `rows` holds the open row of each seat from the mover on; the entries of earlier seats are
    ignored. `totals` are the present totals.
    """
    standing = _NOTHING
    for seat in range(mover):
        standing = _finish(standing, seat, totals[seat])
    standings, steps = [standing], []
    for seat in range(mover, len(totals)):
        following, step = _next_standings(standings, seat, totals[seat], _open(rows[seat]).points)
        standings = following
        steps.append(step)
    shares = np.array([_ended(one, len(totals)) for one in standings])
    for seat in range(len(totals) - 1, mover, -1):
        shares = _before(shares[steps.pop()], seat, _open(rows[seat]))
    return np.ascontiguousarray(shares[steps.pop()][:, 0])


def _open(row: RowPoints | None) -> RowPoints:
    if row is None:
        raise ValueError("a seat of the last round has one open row")
    return row


def _finish(standing: _Standing, seat: int, total: int) -> _Standing:
    best, holders = standing
    if total > best:
        return total, 1 << seat
    return (best, holders | 1 << seat) if total == best else standing


def _next_standings(
    standings: list[_Standing], seat: int, total: int, points: IntArray
) -> tuple[list[_Standing], IntArray]:
    """Return the standings that follow, and the place of each in them, (points, standings)."""
    places: dict[_Standing, int] = {}
    step = [
        [
            places.setdefault(_finish(standing, seat, total + wrote), len(places))
            for standing in standings
        ]
        for wrote in points.tolist()
    ]
    return list(places), np.array(step, dtype=np.intp)


def _ended(standing: _Standing, seats: int) -> list[float]:
    _, holders = standing
    return [(holders >> seat & 1) / holders.bit_count() for seat in range(seats)]


def _before(after: FloatArray, seat: int, row: RowPoints) -> FloatArray:
    """Return the shares before the turn of a seat, (standings, seats).

    `after` (points, standings, seats) holds those after each of its points.
    """
    own, column = np.unique(after[:, :, seat], axis=1, return_inverse=True)
    final = own[row.places]
    points = np.broadcast_to(row.points[row.places].astype(np.float64)[:, None], final.shape)
    likely = endings(final, EQUAL_SHARES, points)
    rolls = np.zeros((len(row.points), ROLLS))
    rolls[row.places, np.arange(ROLLS)] = 1
    writes = (rolls @ likely)[:, column.reshape(-1)]
    shares: FloatArray = np.einsum("ps,psc->sc", writes, after)
    return shares
