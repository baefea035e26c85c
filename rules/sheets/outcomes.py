"""The outcomes of writing rolls into rows, as arrays: points and ledger afterwards."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from rules.dice import DIFFERENT_ROLLS
from rules.exact.cached import cached_once
from rules.exact.tables import BoolArray, FloatArray, IntArray, read_only
from rules.sheets.rows import Rows

ALIKE: BoolArray = read_only(np.array([len({*roll}) == 1 for roll in DIFFERENT_ROLLS]))
"""Whether each of the 252 rolls is five equal dice."""


@dataclass(frozen=True)
class RowPoints:
    """The outcomes of a row, and the place of each of the 252 rolls in them.

    `points` (outcomes,) are those gained, rising where the sheet has no bonuses; `after`
    (outcomes,) is the ledger after each. `places` (252,) is -1 for a roll that may not be
    written there.
    """

    points: IntArray
    places: IntArray
    after: IntArray


@dataclass(frozen=True)
class RowOutcomes:
    """The outcomes of a row for every ledger.

    `written` has the index of each, by the points in the row and whether all dice are equal;
    `gained` and `after` (outcomes, ledgers) hold the points and the ledger afterwards.
    """

    written: dict[tuple[int, bool], int]
    gained: IntArray
    after: IntArray


@dataclass(frozen=True, eq=False)
class Outcomes:
    """The outcomes of all rows of a sheet."""

    rows: Rows
    by_row: tuple[RowOutcomes, ...] = field(init=False, repr=False)
    _places: IntArray = field(init=False, repr=False)
    """The outcome of each roll in each row, (rows, 252), disregarding jokers."""

    def __post_init__(self) -> None:
        every = tuple(self._of_row(row) for row in range(len(self.rows)))
        places = [
            [
                outcomes.written[points, bool(alike)]
                for points, alike in zip(self.rows.scores[row], ALIKE, strict=True)
            ]
            for row, outcomes in enumerate(every)
        ]
        object.__setattr__(self, "by_row", every)
        object.__setattr__(self, "_places", read_only(np.array(places, dtype=np.intp)))

    @property
    def with_bonus(self) -> frozenset[int]:
        """The ledgers of sheets whose upper bonus is paid."""
        bonuses = self.rows.bonuses
        every = range(self.rows.ledgers)
        return frozenset() if bonuses is None else frozenset(map(bonuses.with_bonus, every))

    def _of_row(self, row: int) -> RowOutcomes:
        rows = self.rows
        scored = {*zip(rows.scores[row], ALIKE.tolist(), strict=True)}
        if rows.bonuses is not None and rows[row].key in rows.bonuses.full_scores:
            scored.add((rows.bonuses.full_scores[rows[row].key], True))
        if rows.bonuses is None:  # then only points matter
            written = {points: number for number, points in enumerate(sorted({*rows.scores[row]}))}
            points = np.array([*written], dtype=np.intp)[:, None]
            by_points = {(points, alike): written[points] for points, alike in scored}
            return RowOutcomes(by_points, read_only(points), read_only(np.zeros_like(points)))
        each = sorted(scored)
        entries = [
            [rows.entry(row, points, ledger, alike=alike) for ledger in range(rows.ledgers)]
            for points, alike in each
        ]
        gained = np.array([[one.gained for one in of_ledgers] for of_ledgers in entries])
        after = np.array([[one.ledger for one in of_ledgers] for of_ledgers in entries])
        places = {outcome: number for number, outcome in enumerate(each)}
        return RowOutcomes(places, read_only(gained), read_only(after))

    def places(self, open_rows: int) -> IntArray:
        """Return the outcome of each roll in each row, (rows, 252).

        It is -1 if a roll may not be written into an open row, and undefined for written rows.
        """
        rows = self.rows
        if rows.bonuses is None:
            return self._places
        places, is_open = self._places.copy(), rows_of(open_rows)
        for roll in np.flatnonzero(ALIKE).tolist():
            allowed = rows.allowed(is_open, DIFFERENT_ROLLS[roll])
            for row in is_open:
                points = allowed.get(row)
                places[row, roll] = -1 if points is None else self.by_row[row].written[points, True]
        return places

    def points(self, open_rows: int, ledger: int) -> dict[int, RowPoints]:
        """Return the outcomes of each open row of a sheet with this ledger."""
        if self.rows.bonuses is None:
            return {row: self._plain[row] for row in rows_of(open_rows)}
        places = self.places(open_rows)
        return {
            row: RowPoints(
                self.by_row[row].gained[:, ledger], places[row], self.by_row[row].after[:, ledger]
            )
            for row in rows_of(open_rows)
        }

    @cached_property
    def _plain(self) -> tuple[RowPoints, ...]:
        """The outcomes of each row in games with a single ledger."""
        return tuple(
            RowPoints(each.gained[:, 0], self._places[row], each.after[:, 0])
            for row, each in enumerate(self.by_row)
        )

    @cached_property
    def _scores(self) -> FloatArray:
        """The points of each roll in each row, (252, rows), disregarding jokers."""
        return read_only(np.array(self.rows.scores, dtype=np.float64).T)

    def scores(self, open_rows: int) -> FloatArray:
        """Return the points of each roll in each row, (252, rows), 0 where it is not allowed."""
        if self.rows.bonuses is None:
            return self._scores
        scores, places = self._scores.copy(), self.places(open_rows)
        for row in rows_of(open_rows):
            written = np.array([points for points, _ in self.by_row[row].written])
            scores[:, row] = np.where(places[row] < 0, 0, written[places[row]])
        return scores


def rows_of(mask: int) -> tuple[int, ...]:
    """Return the rows of a bit mask, rising.

    >>> rows_of(0b1101)
    (0, 2, 3)
    """
    return tuple(row for row in range(mask.bit_length()) if mask >> row & 1)


@cached_once
def outcomes_of(rows: Rows) -> Outcomes:
    """Return the outcomes of the rows of a game."""
    return Outcomes(rows)
