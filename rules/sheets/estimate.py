"""Estimated shares of the win: what sheets still make is taken as independent.

The points that each sheet still makes are distributed as under perfect play for
points (`to_come`). Players who watch each other would take more or less risk, so
the shares are an estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from rules.exact.tables import FloatArray
from rules.sheets.duel import RowPoints
from rules.sheets.to_come import Distributions

_NODES = tuple((1 + node) / 2 for node in (-(0.6**0.5), 0.0, 0.6**0.5))
_WEIGHTS = (5 / 18, 8 / 18, 5 / 18)
"""Gauss-Legendre quadrature on [0, 1], exact for the ties of up to six seats."""


def by_total(
    to_come: Distributions, open_rows: Sequence[int], totals: Sequence[int], mover: int, size: int
) -> FloatArray:
    """Return each seat's share if the mover ends with each total, (size, seats).

    The product of the chances to be below a total or, weighed by z, to equal it
    counts ties by powers of z; its integral from 0 to 1 shares each tie.
    """
    seats = range(len(totals))
    equal = {
        seat: _of_total(to_come[open_rows[seat]], totals[seat], size)
        for seat in seats
        if seat != mover
    }
    below = {seat: np.cumsum(each) - each for seat, each in equal.items()}
    shares = np.zeros((size, len(totals)))
    for node, weight in zip(_NODES, _WEIGHTS, strict=True):
        factors = {seat: below[seat] + node * equal[seat] for seat in equal}
        shares[:, mover] += weight * prod(factors.values(), start=np.ones(size))
        for seat, each in equal.items():
            others = (factors[other] for other in factors if other != seat)
            wins = weight * each * prod(others, start=np.ones(size))
            ahead = wins[::-1].cumsum()[::-1] - wins
            shares[:, seat] += ahead + node * wins
    return shares


def shares_after(
    to_come: Distributions, shares: FloatArray, row: RowPoints, mask: int, total: int
) -> FloatArray:
    """Return each seat's share after the mover wrote each of a row's points, (points, seats).

    `shares` are those of `by_total`, `mask` the mover's open rows after it, `total` its
    total before it.
    """
    likely = _likely(to_come[mask])
    ends = np.flatnonzero(likely)
    after: FloatArray = np.einsum(
        "e,pes->ps", likely[ends], shares[total + row.points[:, None] + ends]
    )
    return after


def _likely(to_come: Distributions) -> FloatArray:
    """Return a distribution in full precision, with the sum 1."""
    likely = to_come.astype(np.float64)
    whole: FloatArray = likely / likely.sum()
    return whole


def _of_total(to_come: Distributions, total: int, size: int) -> FloatArray:
    """Return the probability of each final total, (size,)."""
    likely = np.zeros(size)
    likely[total : total + len(to_come)] = _likely(to_come)
    return likely
