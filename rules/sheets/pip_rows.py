"""The thirteen rows for ordinary dice, with their rules (README 3.3 of Thirteen Rows)."""

from __future__ import annotations

from collections.abc import Callable

from rules.dice import FACES, Roll
from rules.sheets.how_to_play import (
    LARGE_STRAIGHT_RULE,
    SMALL_STRAIGHT_RULE,
    WHAT_A_PLUS_MEANS,
    RowRule,
    chance,
    five_alike,
)
from rules.sheets.rows import (
    CHANCE,
    FIVE,
    FOUR,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE,
    Row,
    has_equal,
    is_full_house,
    longest_run,
    shared_row,
)
from rules.text import say, say_count, say_in

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


PIP_ROWS = (
    *(Row(key, name, _sum_of(face), face) for face, (key, name) in zip(FACES, _UPPER, strict=True)),
    shared_row(THREE, _all_if(lambda dice: has_equal(dice, 3))),
    shared_row(FOUR, _all_if(lambda dice: has_equal(dice, 4))),
    shared_row(FULL_HOUSE, _fixed_if(25, is_full_house)),
    shared_row(SMALL_STRAIGHT, _fixed_if(30, lambda dice: longest_run(dice) >= 4)),
    shared_row(LARGE_STRAIGHT, _fixed_if(40, lambda dice: longest_run(dice) == 5)),
    shared_row(FIVE, _fixed_if(50, lambda dice: has_equal(dice, 5))),
    shared_row(CHANCE, sum),
)
"""The rows in the order of the sheet."""

PIP_TURN_RULES = (
    say("Thirteen turns each: roll five dice, then reroll any of them up to two times."),
    say("Stop after any roll, then fill one open row, even with 0."),
    WHAT_A_PLUS_MEANS,
    say("A filled row stays as it is. If its condition is not met, it scores 0."),
)
"""The rules of a turn."""

PIP_ROW_RULES = (
    RowRule(
        ("ones", "twos", "threes", "fours", "fives", "sixes"),
        say("The sum of the dice with this face."),
        (1, 3, 2, 4, 4),
    ),
    RowRule((THREE,), say("Three or more alike: the sum of all dice."), (5, 5, 5, 3, 2)),
    RowRule((FOUR,), say("Four or more alike: the sum of all dice."), (5, 5, 5, 5, 2)),
    RowRule(
        (FULL_HOUSE,),
        say_count(
            "Three of one face and two of another: {n} point.",
            "Three of one face and two of another: {n} points.",
            0,
        ),
        (5, 5, 5, 2, 2),
    ),
    SMALL_STRAIGHT_RULE,
    LARGE_STRAIGHT_RULE,
    five_alike((5, 5, 5, 5, 5)),
    chance((6, 5, 3, 3, 1)),
)
"""The rules of the rows, in the order of the sheet."""
