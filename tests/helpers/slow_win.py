"""Play of sheets for the win by plain enumeration in whole numbers; shares no code with rules.exact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from operator import mul
from typing import TypeAlias

from rules.dice import Roll
from slow_hands import ROLLS
from slow_play import KEEPS, SIX, SlowTurn, added_up, outcomes, places_in

TURN = 6**15
"""How much finer the unit becomes with each turn: a first roll and two rerolls."""

Points: TypeAlias = Sequence[Mapping[Roll, int]]
"""The points of each roll, row by row."""

Rows: TypeAlias = frozenset[int]


@cache
def _unit(turns: int) -> int:
    """Return what the whole win counts before so many turns."""
    unit: int = 2 * TURN**turns
    return unit


class SlowDuel:
    """Two sheets whose rows give `scores[row][roll]` points; the higher total wins."""

    def __init__(self, scores: Points) -> None:
        self.scores = scores
        self.share = cache(self._share)

    def unit(self, mine: Rows, others: Rows) -> int:
        """Return what the whole win counts before a turn with these open rows."""
        return _unit(len(mine) + len(others))

    def _share(self, mine: Rows, others: Rows, ahead: int) -> int:
        """Return what the round is worth to the seat whose turn begins, in its unit."""
        if not mine:
            return 1 + (ahead > 0) - (ahead < 0)
        return self.turn(mine, others, ahead).value

    def after(self, mine: Rows, others: Rows, ahead: int, row: int, roll: Roll) -> int:
        """Return what writing a roll is worth, in the unit of a turn later."""
        return self._written(mine, others, row, ahead + self.scores[row][tuple(sorted(roll))])

    def _written(self, mine: Rows, others: Rows, row: int, ahead: int) -> int:
        """Return what the round is worth to the seat that has just written a row."""
        kept = mine - {row}
        return self.unit(kept, others) - self.share(others, kept, -ahead)

    def turn(self, mine: Rows, others: Rows, ahead: int) -> SlowTurn:
        """Solve the turn that begins so."""
        rows = []
        for row in mine:
            points = self.scores[row]
            worth = {
                each: self._written(mine, others, row, ahead + each) for each in {*points.values()}
            }
            rows.append([worth[points[roll]] for roll in ROLLS])
        return SlowTurn(dict(zip(ROLLS, map(max, zip(*rows, strict=True)), strict=True)))


Columns: TypeAlias = list[list[int]]
"""The points of the seat that moves, then the shares of all seats; each by roll or by keep."""

FIRST_ROLL = [dict(outcomes(()))[roll] for roll in ROLLS]
WHOLE = 12
"""What the whole win counts at the end; up to four seats share it."""


class SlowLastRound:
    """The last turns of a round: `rows` holds the one open row of each seat, by its points.

    Shares count in `unit(seat)` before the turn of a seat.
    """

    def __init__(self, rows: Points) -> None:
        self.rows = rows
        self.turn = cache(self._turn)

    def unit(self, seat: int) -> int:
        """Return what the whole win counts before the turn of a seat."""
        unit: int = WHOLE * TURN ** (len(self.rows) - seat)
        return unit

    def shares(self, totals: tuple[int, ...], seat: int) -> tuple[int, ...]:
        """Return the shares of all seats before the turn of a seat."""
        if seat == len(totals):
            best = max(totals)
            return tuple(WHOLE // totals.count(best) * (total == best) for total in totals)
        _, *shares = self.turn(totals, seat)[0]
        return tuple(sum(map(mul, FIRST_ROLL, column)) for column in shares)

    def keeps(
        self, totals: tuple[int, ...], seat: int
    ) -> Iterator[tuple[Roll, float, list[float]]]:
        """Yield each keep with the last reroll in the air, its points, and all seats' shares."""
        points, *shares = self.turn(totals, seat)[1]
        unit = self.unit(seat + 1) * SIX
        for place, keep in enumerate(KEEPS):
            yield keep, points[place] / SIX, [column[place] / unit for column in shares]

    def _turn(self, totals: tuple[int, ...], seat: int) -> tuple[Columns, Columns]:
        """Return the columns of all first rolls, and of all keeps with one reroll left.

        Of keeps with equal shares the mover takes the one with more points, then the first.
        """
        by_points = {}
        for points in {*self.rows[seat].values()}:
            after = (*totals[:seat], totals[seat] + points, *totals[seat + 1 :])
            by_points[points] = (points, *self.shares(after, seat + 1))
        written = (by_points[self.rows[seat][roll]] for roll in ROLLS)
        rolls = ends = [list(column) for column in zip(*written, strict=True)]
        keeps: list[Columns] = []
        for _ in range(2):
            ends = [[worth * SIX for worth in column] for column in ends]  # the roll is kept
            keeps.append([added_up(column, end) for column, end in zip(rolls, ends, strict=True)])
            worths = [*zip(keeps[-1][1 + seat], keeps[-1][0], strict=True)]
            best = [max(places, key=worths.__getitem__) for places in map(places_in, ROLLS)]
            rolls = [[column[place] for place in best] for column in keeps[-1]]
        return rolls, keeps[0]
