"""Estimated shares of the win, with the future points of sheets taken as independent.

The future points of each sheet are distributed as under perfect play for points (`to_come`), in
games with bonuses by their mean and deviation. Players who watch each other take more or less risk,
so the shares are an estimate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

import numpy as np

from rules.exact.tables import FloatArray, IntArray

_NODES = tuple((1 + node) / 2 for node in (-(0.6**0.5), 0.0, 0.6**0.5))
_WEIGHTS = (5 / 18, 8 / 18, 5 / 18)
"""Gauss-Legendre quadrature on [0, 1], exact for the ties of up to six seats."""


def by_total(
    to_come: Sequence[FloatArray], totals: Sequence[int], mover: int, size: int
) -> FloatArray:
    """Return each seat's share if the mover ends with each total, (size, seats).

    `to_come` holds the probability of each number of points that each seat still makes.
    The product of the chances to be below a total or, weighed by z, to equal it
    counts ties by powers of z; its integral from 0 to 1 shares each tie.
    """
    seats = range(len(totals))
    equal = {seat: _of_total(to_come[seat], totals[seat], size) for seat in seats if seat != mover}
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
    likely: Callable[[int], FloatArray], shares: FloatArray, totals: IntArray, ledgers: IntArray
) -> FloatArray:
    """Return each seat's share after each outcome of the mover's turn, (outcomes, seats).

    `shares` are those of `by_total`. `totals` and `ledgers` are those of the mover's sheet after
    each outcome, `likely` has its future points by ledger.
    """
    after = np.empty((len(totals), shares.shape[1]))
    for ledger in np.unique(ledgers).tolist():
        to_come, these = likely(ledger), ledgers == ledger
        ends = np.flatnonzero(to_come)
        places = totals[these, None] + ends
        after[these] = np.einsum("e,pes->ps", to_come[ends], shares[places])
    return after


def _of_total(to_come: FloatArray, total: int, size: int) -> FloatArray:
    """Return the probability of each final total, (size,)."""
    likely = np.zeros(size)
    likely[total : total + len(to_come)] = to_come
    return likely
