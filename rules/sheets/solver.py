"""Exact play of a score sheet: backward induction over the sets of open rows.

README 3.2-3.5 of Thirteen Rows, README 4.2-4.4 of Nine Categories, README 6.6 of Yams. The
worth of the rest of a sheet depends only on its open rows and its ledger, so the game is
solved backwards from the full sheet: first the sheets with one open row, then those
with two, and so on. Many sheets are solved at once, one per column: where there is a single
ledger those of many sets of open rows, else all ledgers of one set.

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
from rules.exact.table_store import table_of
from rules.exact.tables import BoolArray, FloatArray, IntArray, read_only
from rules.exact.turns import Turn, follow, values
from rules.sheets.outcomes import Outcomes, outcomes_of, rows_of
from rules.sheets.rows import Rows

EQUAL_POINTS = 1e-10
"""Expected points that differ by less than this are equal up to rounding errors."""

SQUARE = 1e-9
"""The fraction of the squared points that is added to them to find the mean of the square."""

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

    `rest` (2**rows, ledgers) holds the expected points still to come for each mask of open
    rows and each ledger. It is 0 for ledgers that no sheet with these open rows can have, except
    those with the upper bonus paid.
    """

    outcomes: Outcomes
    rest: FloatArray

    def written(self, open_rows: int, ledger: int = 0) -> dict[int, FloatArray]:
        """Return, by open row, the points of each roll plus the worth of the rest, (252,).

        It is minus infinity for a roll that may not be written there.
        """
        if self.rest.shape[1] == 1:
            scores = self.outcomes.scores(open_rows)
            return {
                row: scores[:, row] + self.rest[open_rows ^ (1 << row), 0]
                for row in rows_of(open_rows)
            }
        worths = {}
        for row, reached in self.outcomes.points(open_rows, ledger).items():
            worth = reached.points + self.rest[open_rows ^ (1 << row), reached.after]
            worths[row] = np.where(reached.places < 0, -np.inf, worth[reached.places])
        return worths

    def writing(self, roll: Roll, open_rows: int, ledger: int = 0) -> dict[int, float]:
        """Return the points of `roll` plus the worth of the rest, by row that may be written."""
        roll_index = index(roll)
        worths = {
            row: float(each[roll_index]) for row, each in self.written(open_rows, ledger).items()
        }
        return {row: worth for row, worth in worths.items() if worth >= 0}

    def turn(self, open_rows: int, ledger: int = 0) -> Turn:
        """Solve a turn with these open rows, at least one.

        The turn has one column: the expected points still to come.
        """
        final = np.max([*self.written(open_rows, ledger).values()], axis=0)
        return follow(final[:, None])


def inputs(rows: Rows) -> str:
    """Return what the tables of a sheet are made from, as text."""
    return repr(([(row.key, row.face) for row in rows.rows], rows.scores, rows.bonuses))


@cached_once
def solve(rows: Rows) -> Sheets:
    """Solve the sheet with these rows.

    With bonuses this takes seconds, so the result is kept in the store for tables.
    """
    outcomes = outcomes_of(rows)
    if rows.bonuses is None:
        rest = _solve_by_sets(rows)
    else:
        rest = table_of("sheet", inputs(rows), lambda: _solve_by_ledgers(outcomes))
    return Sheets(outcomes, read_only(rest))


def _solve_by_sets(rows: Rows) -> FloatArray:
    points = np.array(rows.scores, dtype=np.float64)

    def blocks(rest: FloatArray) -> Iterator[tuple[IntArray, FloatArray]]:
        for sets in by_open_rows(len(rows)):
            yield sets, _best_rows(points, sets, rest)

    return induce(np.zeros(1 << len(rows)), blocks)[:, None]


def _solve_by_ledgers(outcomes: Outcomes) -> FloatArray:
    rest = np.zeros((1 << len(outcomes.rows), outcomes.rows.ledgers))
    can_be = reachable(outcomes)
    can_be[:, [*outcomes.with_bonus]] = True  # causes need the worth without the bonus
    for sets in by_open_rows(len(outcomes.rows)):
        for open_rows in sets.tolist():
            ledgers = np.flatnonzero(can_be[open_rows])
            rest[open_rows, ledgers] = values(best_rows(outcomes, open_rows, ledgers, rest))
    return rest


def reachable(outcomes: Outcomes) -> BoolArray:
    """Return which ledgers a sheet can have with each mask of open rows, (2**rows, ledgers)."""
    rows = len(outcomes.rows)
    can_have = np.zeros((1 << rows, outcomes.rows.ledgers), dtype=np.bool_)
    can_have[-1, 0] = True
    for open_rows in range((1 << rows) - 1, 0, -1):
        ledgers = np.flatnonzero(can_have[open_rows])
        for row in rows_of(open_rows):
            can_have[open_rows ^ (1 << row), outcomes.by_row[row].after[:, ledgers]] = True
    return can_have


def best_rows(
    outcomes: Outcomes,
    open_rows: int,
    ledgers: IntArray,
    rest: FloatArray,
    squares: FloatArray | None = None,
) -> FloatArray:
    """Return the worth of each final roll in its best row, (252, ledgers).

    With `squares`, the second moments of future points in the shape of `rest`, the fraction
    `SQUARE` of the second moment counts as well.
    """
    places = outcomes.places(open_rows)
    final = np.full((ROLLS, len(ledgers)), -np.inf)
    for row in rows_of(open_rows):
        reached, left = outcomes.by_row[row], open_rows ^ (1 << row)
        gained, after = reached.gained[:, ledgers], reached.after[:, ledgers]
        to_come = rest[left, after]
        worth = gained + to_come
        if squares is not None:
            worth += SQUARE * (gained * (gained + 2 * to_come) + squares[left, after])
        written = worth.take(places[row], axis=0, mode="wrap")
        written[places[row] < 0] = -np.inf
        np.maximum(final, written, out=final)
    return final


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
