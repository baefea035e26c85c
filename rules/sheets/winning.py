"""Play of sheets for the win: a turn, judged by exact play or an estimate.

Shares after a turn are exact for two sheets without bonuses and with at most five open rows each
(`duel`), and in the last round of turns (`last_round`). Otherwise they are an estimate
(`estimate`). The turn itself is solved exactly: the mover maximises its own share over its rolls
and rows. Among equal shares more expected points are preferred, then fewer rerolled dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import Lock

import numpy as np

from rules.exact.rerolls import ROLLS
from rules.exact.tables import FloatArray
from rules.exact.turns import Turn, follow
from rules.game import Advice
from rules.sheets import estimate, last_round
from rules.sheets.duel import Duel
from rules.sheets.last_round import EQUAL_SHARES
from rules.sheets.outcomes import RowPoints, outcomes_of
from rules.sheets.rows import EXACT_ROWS, Rows
from rules.sheets.solver import solve
from rules.sheets.to_come import to_come

KEPT_TURNS = 32
"""The number of solved turns in memory: enough for a review or several hints."""

KEPT_DUELS = 16
"""The number of solved duels in memory, each of about a megabyte."""


@dataclass(frozen=True, slots=True)
class TurnStart:
    """Two or more sheets at the beginning of a turn: open rows as bit masks, totals, the mover.

    `ledgers` are those of the sheets, all 0 by default.
    """

    open_rows: tuple[int, ...]
    totals: tuple[int, ...]
    mover: int
    ledgers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.ledgers:
            object.__setattr__(self, "ledgers", (0,) * len(self.totals))

    @property
    def other(self) -> int:
        """The seat that does not move, with two seats."""
        return 1 - self.mover

    @property
    def last_turns(self) -> bool:
        """Whether this turn belongs to the last round of turns."""
        return all(mask.bit_count() <= 1 for mask in self.open_rows)

    @property
    def few_rows(self) -> bool:
        """Whether these are two sheets with few enough rows to be solved."""
        return len(self.totals) == 2 and all(
            mask.bit_count() <= EXACT_ROWS for mask in self.open_rows
        )

    def is_duel(self, rows: Rows) -> bool:
        """Return whether two sheets with these rows can be solved to their end."""
        return rows.ledgers == 1 and self.few_rows

    def is_exact(self, rows: Rows) -> bool:
        """Return whether the shares are exact; else they are an estimate."""
        return self.last_turns or self.is_duel(rows)


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
def solve_turn(rows: Rows, standing: TurnStart) -> WinTurn:
    mover = standing.mover
    reached = outcomes_of(rows).points(standing.open_rows[mover], standing.ledgers[mover])
    written = {
        row: _columns(rows, standing, row, reached[row], shares)
        for row, shares in _shares_after(rows, standing, reached).items()
    }
    turn = follow(_best_rows(written), EQUAL_SHARES, then=True)
    return WinTurn(mover, standing.is_exact(rows), written, turn)


def _columns(
    rows: Rows, standing: TurnStart, row: int, reached: RowPoints, shares: FloatArray
) -> FloatArray:
    """Return the columns of a turn for each roll in a row, given the shares of its outcomes."""
    mover = standing.mover
    rest = solve(rows).rest[standing.open_rows[mover] ^ (1 << row), reached.after]
    points = standing.totals[mover] + reached.points + rest
    others = np.delete(shares, mover, axis=1)
    columns = np.column_stack([shares[:, mover], points, others])[reached.places]
    columns[reached.places < 0] = -np.inf
    return columns


def _best_rows(written: Mapping[int, FloatArray]) -> FloatArray:
    """Return the columns of each final roll in its best row, the first of equal ones."""
    rows = np.stack([*written.values()])
    shares, points = rows[:, :, 0], rows[:, :, 1]
    good = shares >= shares.max(axis=0) - EQUAL_SHARES
    most = np.where(good, points, -np.inf)
    best = (most >= most.max(axis=0) - EQUAL_SHARES).argmax(axis=0)
    final: FloatArray = rows[best, np.arange(ROLLS)]
    return final


def _shares_after(
    rows: Rows, standing: TurnStart, reached: Mapping[int, RowPoints]
) -> dict[int, FloatArray]:
    """Return each seat's share after each outcome of each open row, (outcomes, seats)."""
    mover, totals = standing.mover, standing.totals
    mask, total = standing.open_rows[mover], totals[mover]
    if standing.last_turns:
        last = [_last_row(rows, *sheet) for sheet in _sheets(standing)]
        return {row: last_round.shares_after(last, totals, mover) for row in reached}
    if standing.is_duel(rows):
        return _shares_of_two(rows, standing, reached)
    still = to_come(rows)
    size = max(totals) + 2 * still.most
    others = [still.likely(*sheet) for sheet in _sheets(standing)]
    by_total = estimate.by_total(others, totals, mover, size)
    return {
        row: estimate.shares_after(
            partial(still.likely, mask ^ (1 << row)), by_total, total + each.points, each.after
        )
        for row, each in reached.items()
    }


def _sheets(standing: TurnStart) -> Iterator[tuple[int, int]]:
    return zip(standing.open_rows, standing.ledgers, strict=True)


def _last_row(rows: Rows, mask: int, ledger: int) -> RowPoints | None:
    """Return the outcomes of the only open row of a sheet, None for a full sheet."""
    return next(iter(outcomes_of(rows).points(mask, ledger).values()), None)


def _shares_of_two(
    rows: Rows, standing: TurnStart, reached: Mapping[int, RowPoints]
) -> dict[int, FloatArray]:
    """Return the shares after each of the points in each open row, by the solved duel."""
    mine, others = standing.open_rows[standing.mover], standing.open_rows[standing.other]
    difference = standing.totals[standing.mover] - standing.totals[standing.other]
    duel = solved_duel(rows, mine, others, difference)
    shares = {}
    for row, sheet in reached.items():
        own = duel.after(mine ^ (1 << row), others, difference + sheet.points)
        shares[row] = np.column_stack([own, 1 - own][:: 1 if standing.mover == 0 else -1])
    return shares


def ranked(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """Return the advice by share, best first; equal shares by points, then in their order.

    Equal shares become the share of the first of them, so the choice of `follow` has no loss.
    """
    numbers = {each.action: number for number, each in enumerate(advice)}
    by_shares: list[Advice] = []
    for equal in _equal(advice, lambda each: each.worth):
        by_points = [
            (each, alike[0].points)
            for alike in _equal(equal, lambda each: each.points or 0.0)
            for each in sorted(alike, key=lambda each: numbers[each.action])
        ]
        worth = by_points[0][0].worth
        by_shares += [replace(each, worth=worth, points=points) for each, points in by_points]
    return tuple(by_shares)


def _equal(
    advice: Sequence[Advice], number: Callable[[Advice], float]
) -> Iterator[Sequence[Advice]]:
    """Yield the advice in groups whose numbers equal the largest of the group, largest first."""
    left = sorted(advice, key=number, reverse=True)
    while left:
        least = number(left[0]) - EQUAL_SHARES
        equal = [each for each in left if number(each) >= least]
        left = left[len(equal) :]
        yield equal


_duels: list[Duel] = []
"""The duels solved last, the latest first."""

_solving = Lock()
"""Held while a duel is solved, so that each is solved once."""


def solved_duel(rows: Rows, mine: int, others: int, difference: int) -> Duel:
    """Return a solved duel that contains this turn, from the cache if possible.

    A thread waits while another one solves the same duel.
    """
    duel = _known_duel(rows, mine, others, difference)
    if duel is None:
        with _solving:
            duel = _known_duel(rows, mine, others, difference)
            if duel is None:
                duel = Duel(rows, mine, others, difference)
                _duels[:] = [duel, *_duels[: KEPT_DUELS - 1]]
    return duel


def _known_duel(rows: Rows, mine: int, others: int, difference: int) -> Duel | None:
    for duel in tuple(_duels):
        if duel.rows is rows and duel.holds(mine, others, difference):
            return duel
    return None
