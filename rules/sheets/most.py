"""The most points that the dice of a sheet allow, to somebody who knows them all before."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.daily import Lands
from rules.dice import POSITIONS, SELECTIONS, Roll, reroll
from rules.screen import Seat
from rules.sheets.rows import Rows
from rules.turns import ROLLS, roll_label


def most_points(rows: Rows) -> Callable[[Lands], int]:
    """Return the function that tells the most points of a sheet with these rows."""
    return partial(_most, rows)


def _most(rows: Rows, lands: Lands) -> int:
    """Return the most points: the best that each turn allows in each row, then one assignment."""
    best = {0: 0}  # the most points by the rows that are written, a bit mask
    for turn in range(1, len(rows) + 1):
        worths = _bests(rows, lands, turn)
        after: dict[int, int] = {}
        for written, points in best.items():
            for row, worth in enumerate(worths):
                mask = written | 1 << row
                if mask != written:
                    after[mask] = max(after.get(mask, 0), points + worth)
        best = after
    return max(best.values())


def _bests(rows: Rows, lands: Lands, turn: int) -> tuple[int, ...]:
    """Return the most points that the dice of a turn allow in each row."""
    first, *others = (
        lands(roll_label(Seat(0), turn, number), len(POSITIONS)) for number in range(1, ROLLS + 1)
    )
    reached: set[Roll] = {first}
    for landing in others:
        reached = {
            reroll(dice, chosen, landing[: len(chosen)])
            for dice in reached
            for chosen in SELECTIONS
        }
    return tuple(max(worths) for worths in zip(*map(rows.worths, reached), strict=True))
