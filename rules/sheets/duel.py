"""Exact play of two sheets for the win, by backward induction over both and their difference.

The worth of the rest of a round to the seat whose turn begins depends on its open rows, on those of
the other seat and on the difference of their totals. Only differences that can arise from the first
state and that the open rows can still turn around are computed, each as one column. Shares of a tie
are a half.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from rules.exact.tables import FloatArray, IntArray, read_only
from rules.exact.turns import values
from rules.sheets.outcomes import RowPoints, outcomes_of, rows_of
from rules.sheets.rows import Rows

_COLUMNS = 192
"""The number of differences solved at once, chosen for speed: they fit the CPU cache."""

_Pair: TypeAlias = tuple[int, int]
"""The open rows of the seat whose turn begins and of the other, as bit masks."""


@dataclass(frozen=True)
class _Shares:
    """The mover's share by difference: `values[0]` is that at `low`; below it is 0, above all 1.

    Differences that cannot arise are NaN.
    """

    low: int
    values: FloatArray

    @cached_property
    def _padded(self) -> FloatArray:
        return np.concatenate([[0.0], self.values, [1.0]])

    def at(self, differences: IntArray) -> FloatArray:
        """Return the shares at these differences, in their shape."""
        places = np.clip(differences - (self.low - 1), 0, len(self.values) + 1)
        return self._padded[places]


@dataclass(frozen=True)
class Duel:
    """Two sheets solved for the win, from the beginning of a turn on.

    `mine` are the open rows of the seat whose turn it is, at least one, `others`
    those of the other seat: as many, or one fewer. `difference` is the mover's
    total less the other's. Raises ValueError for rows with more than one ledger.
    """

    rows: Rows
    mine: int
    others: int
    difference: int
    _tables: dict[_Pair, _Shares] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.rows.ledgers > 1:
            raise ValueError("two sheets with bonuses cannot be solved for the win")
        object.__setattr__(self, "_tables", _solve(self))

    def holds(self, mine: int, others: int, difference: int) -> bool:
        """Return whether a turn that begins so was solved."""
        table = self._tables.get((mine, others))
        return table is not None and bool(np.isfinite(table.at(np.array(difference))))

    def after(self, mine: int, others: int, differences: IntArray) -> FloatArray:
        """Return the shares of the seat whose turn ended so, with `mine` still open."""
        return 1.0 - self._tables[others, mine].at(-differences)


def _solve(duel: Duel) -> dict[_Pair, _Shares]:
    """Compute the shares of all states, those with the fewest open rows first."""
    rows = tuple(outcomes_of(duel.rows).points((1 << len(duel.rows)) - 1, 0).values())
    lows = [int(row.points[0]) for row in rows]
    highs = [int(row.points[-1]) for row in rows]
    sums = {mask: _sums(rows, mask) for mask in _subsets(duel.mine | duel.others)}
    tables = {(0, 0): _Shares(0, read_only(np.array([0.5])))}
    for (mine, others), begun in sorted(_pairs(duel), key=lambda pair: _size(*pair[0])):
        low = _sum(lows, others) - _sum(highs, mine)
        high = _sum(highs, others) - _sum(lows, mine)
        if begun:
            wrote = sums[duel.mine ^ mine][:, None] - sums[duel.others ^ others]
            reached = duel.difference + np.unique(wrote)
        else:
            wrote = sums[duel.others ^ mine][:, None] - sums[duel.mine ^ others]
            reached = np.unique(wrote) - duel.difference
        open_still = reached[(reached >= low) & (reached <= high)]
        shares = np.full(high - low + 1, np.nan)
        for start in range(0, len(open_still), _COLUMNS):
            block = open_still[start : start + _COLUMNS]
            shares[block - low] = values(_final(rows, tables, mine, others, block))
        tables[mine, others] = _Shares(low, read_only(shares))
    return tables


def _final(
    rows: tuple[RowPoints, ...],
    tables: dict[_Pair, _Shares],
    mine: int,
    others: int,
    differences: IntArray,
) -> FloatArray:
    """Return the mover's share after each final roll in its best row, (252, differences)."""
    final: FloatArray | None = None
    for row in rows_of(mine):
        sheet = rows[row]
        after = tables[others, mine ^ (1 << row)].at(-(sheet.points[:, None] + differences))
        written = (1.0 - after).take(sheet.places, axis=0)
        final = written if final is None else np.maximum(final, written, out=final)
    if final is None:
        raise ValueError("no row is open")
    return final


def _pairs(duel: Duel) -> Iterator[tuple[_Pair, bool]]:
    """Yield the open rows in each state, and whether its mover is that of the first state."""
    turns = _size(duel.mine, duel.others)
    for turn in range(turns):
        wrote, other_wrote = (turn + 1) // 2, turn // 2
        for mine in _subsets(duel.mine, wrote):
            for others in _subsets(duel.others, other_wrote):
                yield ((mine, others), True) if turn % 2 == 0 else ((others, mine), False)


def _subsets(mask: int, without: int | None = None) -> Iterator[int]:
    """Yield the subsets of a mask, with `without` those that lack this number of rows."""
    size, subset = mask.bit_count(), mask
    while True:
        if without is None or subset.bit_count() == size - without:
            yield subset
        if not subset:
            return
        subset = (subset - 1) & mask


def _sums(rows: tuple[RowPoints, ...], mask: int) -> IntArray:
    """Return the different totals of these rows, rising."""
    totals = np.zeros(1, dtype=np.intp)
    for row in rows_of(mask):
        totals = np.unique(totals[:, None] + rows[row].points)
    return totals


def _sum(points: list[int], mask: int) -> int:
    return sum(points[row] for row in rows_of(mask))


def _size(mine: int, others: int) -> int:
    return mine.bit_count() + others.bit_count()
