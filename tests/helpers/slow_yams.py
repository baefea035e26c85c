"""Yams in plain Python: what may be written, and perfect play; shares no code with `rules`.

README 6.1-6.4 of Yams. A sheet is its open rows, the points of its upper rows and whether 50
stands in *5 of a kind*.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

from slow_rows import thirteen

Roll = tuple[int, ...]

FULL_HOUSE, SMALL, LARGE, FIVE = 8, 9, 10, 11
JOKER = {FULL_HOUSE: 25, SMALL: 30, LARGE: 40}

SIZES = [[*combinations_with_replacement(range(1, 7), size)] for size in range(6)]
"""All dice of each number, 0 to 5, rising."""


def may_write(open_rows: frozenset[int], roll: Roll) -> dict[int, int]:
    """Return the rows, 0 to 12, into which a roll may be written, and its points there."""
    points = thirteen(roll)
    if len(set(roll)) > 1 or FIVE in open_rows:
        return {row: points[row] for row in sorted(open_rows)}
    if roll[0] - 1 in open_rows:
        return {roll[0] - 1: 5 * roll[0]}
    if any(row >= 6 for row in open_rows):
        return {row: JOKER.get(row, sum(roll)) for row in sorted(open_rows) if row >= 6}
    return dict.fromkeys(sorted(open_rows), 0)


def besides(upper: int, fifty: bool, row: int, points: int, roll: Roll) -> tuple[int, int]:
    """Return the points of a further five of a kind, and the upper bonus, that a write brings."""
    extra = 100 if fifty and len(set(roll)) == 1 else 0
    reached = row < 6 and upper < 63 <= upper + points
    return extra, 35 if reached else 0


class SlowYams:
    """Perfect play alone; worths are expected points still to come."""

    def __init__(self) -> None:
        self.rest = cache(self._rest)
        self.turn = cache(self._turn)

    def written(
        self, open_rows: frozenset[int], upper: int, fifty: bool, roll: Roll
    ) -> dict[int, float]:
        """Return by row the points of a roll and what is still to come after it."""
        found = {}
        for row, points in may_write(open_rows, roll).items():
            left = open_rows - {row}
            now = min(63, upper + points) if row < 6 else upper
            has_fifty = fifty or (row == FIVE and points == 50)
            paid = points + sum(besides(upper, fifty, row, points, roll))
            found[row] = paid + self.rest(left, now, has_fifty)
        return found

    def _rest(self, open_rows: frozenset[int], upper: int, fifty: bool) -> float:
        if not open_rows:
            return 0.0
        rolls = self.turn(open_rows, upper, fifty)[2]
        return sum(rolls[tuple(sorted(roll))] for roll in product(range(1, 7), repeat=5)) / 6**5

    def _turn(
        self, open_rows: frozenset[int], upper: int, fifty: bool
    ) -> tuple[dict[Roll, float], ...]:
        """Return the worth of each roll with no, one and two rerolls left."""
        rolls = {
            roll: max(self.written(open_rows, upper, fifty, roll).values()) for roll in SIZES[5]
        }
        left = [rolls]
        for _ in range(2):
            kept = self.kept(left[-1])
            left.append({roll: max(kept[keep] for keep in keeps(roll)) for roll in SIZES[5]})
        return tuple(left)

    @staticmethod
    def kept(rolls: dict[Roll, float]) -> dict[Roll, float]:
        """Return the worth of each keep whose other dice are rolled once."""
        found = dict(rolls)
        for size in (4, 3, 2, 1, 0):
            for keep in SIZES[size]:
                more = (tuple(sorted((*keep, face))) for face in range(1, 7))
                found[keep] = sum(found[one] for one in more) / 6
        return found


@cache
def keeps(roll: Roll) -> tuple[Roll, ...]:
    """Return what may be kept of a roll, each once."""
    return tuple(set(_parts(roll)))


def _parts(roll: Roll) -> Iterator[Roll]:
    for chosen in product((False, True), repeat=5):
        yield tuple(face for face, keep in zip(roll, chosen, strict=True) if keep)
