"""Play of sheets for the win by plain enumeration in whole numbers; shares no code with rules.exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from rules.dice import Roll
from slow_hands import ROLLS
from slow_play import KEEPS, SIX, SlowTurn, keeps_in, outcomes

TURN = 6**15
"""How much finer the unit becomes with each turn: a first roll and two rerolls."""

Points: TypeAlias = Sequence[Mapping[Roll, int]]
"""The points of each roll, row by row."""

Rows: TypeAlias = frozenset[int]


class SlowDuel:
    """Two sheets whose rows give `scores[row][roll]` points; the higher total wins."""

    def __init__(self, scores: Points) -> None:
        self.scores = scores
        self.share = cache(self._share)
        self.turn = cache(self._turn)

    def unit(self, mine: Rows, others: Rows) -> int:
        """Return what the whole win counts before a turn with these open rows."""
        unit: int = 2 * TURN ** (len(mine) + len(others))
        return unit

    def _share(self, mine: Rows, others: Rows, ahead: int) -> int:
        """Return what the round is worth to the seat whose turn begins, in its unit."""
        if not mine:
            return 1 + (ahead > 0) - (ahead < 0)
        return self.turn(mine, others, ahead).value

    def after(self, mine: Rows, others: Rows, ahead: int, row: int, roll: Roll) -> int:
        """Return what writing a roll is worth, in the unit of a turn later."""
        kept, total = mine - {row}, ahead + self.scores[row][tuple(sorted(roll))]
        return self.unit(kept, others) - self.share(others, kept, -total)

    def _turn(self, mine: Rows, others: Rows, ahead: int) -> SlowTurn:
        def best(roll: Roll) -> int:
            return max(self.after(mine, others, ahead, row, roll) for row in mine)

        return SlowTurn({roll: best(roll) for roll in ROLLS})


Columns: TypeAlias = tuple[Fraction, ...]
"""The points of the seat that moves, then the shares of all seats."""


class SlowLastRound:
    """The last turns of a round: `rows` holds the one open row of each seat, by its points."""

    def __init__(self, rows: Points) -> None:
        self.rows = rows
        self.turn = cache(self._turn)

    def shares(self, totals: tuple[int, ...], seat: int) -> tuple[Fraction, ...]:
        """Return the shares of all seats before the turn of a seat."""
        if seat == len(totals):
            best = max(totals)
            ties = totals.count(best)
            return tuple(Fraction(total == best, ties) for total in totals)
        rolls = self.turn(totals, seat)[2]
        return tuple(
            Fraction(sum(ways * rolls[roll][1 + each] for roll, ways in outcomes(())), SIX)
            for each in range(len(totals))
        )

    def _turn(self, totals: tuple[int, ...], seat: int) -> dict[int, dict[Roll, Columns]]:
        """Return points and shares of each roll with no, one and two rerolls left, by keeps too.

        Of keeps with equal shares the mover takes the one with more points, then the first.
        """
        by_points: dict[int, Columns] = {}
        for points in {*self.rows[seat].values()}:
            after = (*totals[:seat], totals[seat] + points, *totals[seat + 1 :])
            by_points[points] = (Fraction(points), *self.shares(after, seat + 1))
        final = {roll: by_points[self.rows[seat][roll]] for roll in ROLLS}
        rolls: dict[int, dict[Roll, Columns]] = {0: final}
        for n in (1, 2):
            expected = {keep: _mean(keep, rolls[n - 1]) for keep in KEEPS}
            expected.update(final)
            best = {
                roll: max(keeps_in(roll), key=lambda k: (expected[k][1 + seat], expected[k][0]))
                for roll in ROLLS
            }
            rolls[n] = {roll: expected[keep] for roll, keep in best.items()}
            rolls[-n] = expected
        return rolls


def _mean(keep: Roll, worth: Mapping[Roll, Columns]) -> Columns:
    """Return the mean of each column over what may land."""
    found: dict[Columns, int] = {}
    for roll, ways in outcomes(keep):
        found[worth[roll]] = found.get(worth[roll], 0) + ways
    columns = zip(*([value * ways for value in row] for row, ways in found.items()), strict=True)
    return tuple(Fraction(sum(column), SIX) for column in columns)
