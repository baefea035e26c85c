"""The thirteen rows and their scores (README 3.3)."""

from __future__ import annotations

from collections.abc import Callable

from rules.dice import FACES, Roll
from rules.sheets.rows import (
    CHANCE,
    FIVE,
    FOUR,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE,
    Row,
    Rows,
    has_equal,
    is_full_house,
    longest_run,
    shared_row,
)
from rules.text import say_in

_UPPER = (
    ("ones", say_in("row", "Ones")),
    ("twos", say_in("row", "Twos")),
    ("threes", say_in("row", "Threes")),
    ("fours", say_in("row", "Fours")),
    ("fives", say_in("row", "Fives")),
    ("sixes", say_in("row", "Sixes")),
)


def _sum_of(face: int) -> Callable[[Roll], int]:
    return lambda dice: face * dice.count(face)


def _all_if(condition: Callable[[Roll], bool]) -> Callable[[Roll], int]:
    return lambda dice: sum(dice) if condition(dice) else 0


def _fixed_if(points: int, condition: Callable[[Roll], bool]) -> Callable[[Roll], int]:
    return lambda dice: points if condition(dice) else 0


ROWS = Rows(
    (
        *(
            Row(key, name, _sum_of(face), face)
            for face, (key, name) in zip(FACES, _UPPER, strict=True)
        ),
        shared_row(THREE, _all_if(lambda dice: has_equal(dice, 3))),
        shared_row(FOUR, _all_if(lambda dice: has_equal(dice, 4))),
        shared_row(FULL_HOUSE, _fixed_if(25, is_full_house)),
        shared_row(SMALL_STRAIGHT, _fixed_if(30, lambda dice: longest_run(dice) >= 4)),
        shared_row(LARGE_STRAIGHT, _fixed_if(40, lambda dice: longest_run(dice) == 5)),
        shared_row(FIVE, _fixed_if(50, lambda dice: has_equal(dice, 5))),
        shared_row(CHANCE, sum),
    )
)
"""The rows with the conditions and points of README 3.3, in the order of the sheet."""

AVERAGE = 229.6384995505
"""The average total of perfect play with one seat (README 3.5)."""

PAR = (2, 5, 8, 12, 15, 18, 21, 13, 21, 28, 28, 14, 22)
"""The points that the computer's level `house` aims at in each row (README 3.7)."""
