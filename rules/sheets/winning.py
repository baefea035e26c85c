"""Play of sheets for the win: one turn, judged by exact play after it or by an estimate.

Where two sheets with at most five open rows each remain, and in the last round
of turns of any number of sheets, the shares after a turn are exact (`duel`,
`last_round`). Elsewhere they are an estimate (`estimate`). The turn itself is
solved exactly: the mover maximises its own share over its rolls and rows.
Equal shares are told apart by more expected points, then by fewer rerolled dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock

import numpy as np

from rules.exact.rerolls import ROLLS
from rules.exact.tables import FloatArray
from rules.exact.turns import Turn, follow
from rules.game import Advice
from rules.sheets import estimate, last_round
from rules.sheets.duel import Duel, RowPoints, Scores, row_points
from rules.sheets.last_round import EQUAL_SHARES
from rules.sheets.rows import EXACT_ROWS
from rules.sheets.solver import solve
from rules.sheets.to_come import points_to_come

KEPT_TURNS = 32
"""How many solved turns stay in memory: those of a round under review, or of several hints."""

KEPT_DUELS = 16
"""How many solved duels stay in memory, each of about a megabyte."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Two or more sheets at the beginning of a turn: open rows as bit masks, totals, the mover."""

    open_rows: tuple[int, ...]
    totals: tuple[int, ...]
    mover: int

    @property
    def other(self) -> int:
        """The seat that does not move, with two seats."""
        return 1 - self.mover

    @property
    def last_turns(self) -> bool:
        """Whether this turn belongs to the last round of turns."""
        return all(mask.bit_count() <= 1 for mask in self.open_rows)

    @property
    def duel(self) -> bool:
        """Whether two sheets are left with so few rows that they can be solved."""
        return len(self.totals) == 2 and all(
            mask.bit_count() <= EXACT_ROWS for mask in self.open_rows
        )

    @property
    def exact(self) -> bool:
        """Whether the shares are exact; else they are an estimate."""
        return self.last_turns or self.duel


@dataclass(frozen=True)
class WinTurn:
    """A solved turn of `mover`.

    The columns are the mover's share, its expected final total, and the shares of the
    other seats in order; `written` holds them for each of the 252 rolls in each open row.
    """

    mover: int
    exact: bool
    written: Mapping[int, FloatArray]
    turn: Turn

    def shares(self, columns: FloatArray) -> tuple[float, ...]:
        """Return the shares of all seats, in order, from a row of columns."""
        own, _, *others = columns.tolist()
        return (*others[: self.mover], own, *others[self.mover :])


@lru_cache(KEPT_TURNS)
def solve_turn(scores: Scores, standing: Standing) -> WinTurn:
    """Solve the turn that begins in this standing."""
    written = {
        row: _columns(scores, standing, row, shares)
        for row, shares in _shares_after(scores, standing).items()
    }
    turn = follow(_best_rows(written), EQUAL_SHARES, then=True)
    return WinTurn(standing.mover, standing.exact, written, turn)


def _columns(scores: Scores, standing: Standing, row: int, shares: FloatArray) -> FloatArray:
    """Return the columns of a turn for each roll in a row whose points share the win so."""
    mover, sheet = standing.mover, row_points(scores)[row]
    rest = solve(scores).rest[standing.open_rows[mover] ^ (1 << row)]
    points = standing.totals[mover] + sheet.points + rest
    others = np.delete(shares, mover, axis=1)
    return np.column_stack([shares[:, mover], points, others])[sheet.places]


def _best_rows(written: Mapping[int, FloatArray]) -> FloatArray:
    """Return the columns of each final roll in its best row, the first of equal ones."""
    rows = np.stack([*written.values()])
    shares, points = rows[:, :, 0], rows[:, :, 1]
    good = shares >= shares.max(axis=0) - EQUAL_SHARES
    most = np.where(good, points, -np.inf)
    best = (most >= most.max(axis=0) - EQUAL_SHARES).argmax(axis=0)
    final: FloatArray = rows[best, np.arange(ROLLS)]
    return final


def _shares_after(scores: Scores, standing: Standing) -> dict[int, FloatArray]:
    """Return each seat's share after each of the points in each open row, (points, seats)."""
    rows, mover = row_points(scores), standing.mover
    mask, total = standing.open_rows[mover], standing.totals[mover]
    open_rows = [row for row in range(len(rows)) if mask >> row & 1]
    if standing.last_turns:
        last = [rows[each.bit_length() - 1] if each else None for each in standing.open_rows]
        return {row: last_round.shares_after(last, standing.totals, mover) for row in open_rows}
    if standing.duel:
        return _shares_of_two(scores, standing, {row: rows[row] for row in open_rows})
    to_come = points_to_come(scores)
    size = max(standing.totals) + 2 * to_come.shape[1]
    by_total = estimate.by_total(to_come, standing.open_rows, standing.totals, mover, size)
    return {
        row: estimate.shares_after(to_come, by_total, rows[row], mask ^ (1 << row), total)
        for row in open_rows
    }


def _shares_of_two(
    scores: Scores, standing: Standing, rows: Mapping[int, RowPoints]
) -> dict[int, FloatArray]:
    """Return the shares after each of the points in each open row, by the solved duel."""
    mine, others = standing.open_rows[standing.mover], standing.open_rows[standing.other]
    difference = standing.totals[standing.mover] - standing.totals[standing.other]
    duel = solved_duel(scores, mine, others, difference)
    found = {}
    for row, sheet in rows.items():
        own = duel.after(mine ^ (1 << row), others, difference + sheet.points)
        found[row] = np.column_stack([own, 1 - own][:: 1 if standing.mover == 0 else -1])
    return found


def ranked(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """Return the advice by share, best first; equal shares by points, then in their order.

    Equal shares become the share of the first of them, so what `follow` chooses
    gives nothing away.
    """
    places = {one.action: place for place, one in enumerate(advice)}
    found: list[Advice] = []
    for equal in _equal(advice, lambda one: one.worth):
        by_points = [
            replace(one, points=alike[0].points)
            for alike in _equal(equal, lambda one: one.points or 0.0)
            for one in sorted(alike, key=lambda one: places[one.action])
        ]
        found += [replace(one, worth=by_points[0].worth) for one in by_points]
    return tuple(found)


def _equal(
    advice: Sequence[Advice], number: Callable[[Advice], float]
) -> Iterator[Sequence[Advice]]:
    """Yield the advice in groups whose numbers equal the largest of the group, largest first."""
    left = sorted(advice, key=number, reverse=True)
    while left:
        least = number(left[0]) - EQUAL_SHARES
        equal = [one for one in left if number(one) >= least]
        left = left[len(equal) :]
        yield equal


_duels: list[Duel] = []
"""The duels solved last, the latest first."""

_solving = Lock()
"""Held while a duel is solved, so that none is solved twice side by side."""


def solved_duel(scores: Scores, mine: int, others: int, difference: int) -> Duel:
    """Return a duel in which a turn begins so, solved before if one is known.

    A thread that asks for one that another thread is solving waits for it.
    """
    duel = _known_duel(scores, mine, others, difference)
    if duel is None:
        with _solving:
            duel = _known_duel(scores, mine, others, difference)
            if duel is None:
                duel = Duel(scores, mine, others, difference)
                _duels[:] = [duel, *_duels[: KEPT_DUELS - 1]]
    return duel


def _known_duel(scores: Scores, mine: int, others: int, difference: int) -> Duel | None:
    for duel in tuple(_duels):
        if duel.scores == scores and duel.holds(mine, others, difference):
            return duel
    return None
