"""Rows of sheets scored the slow way (README 3.3 of Thirteen Rows, 4.2 of Nine Categories)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rules.dice import Roll
from rules.sheets.rows import Row, Rows
from rules.text import say
from slow_hands import ROLLS

VALUES = {1: 9, 2: 10, 3: 10, 4: 10, 5: 10, 6: 11}


def groups(roll: Roll, size: int) -> list[int]:
    """Return the faces that show at least `size` times, rising."""
    return [face for face in range(1, 7) if roll.count(face) >= size]


def in_a_row(roll: Roll, length: int) -> bool:
    """Return whether that many faces in a row show."""
    return any(
        all(face in roll for face in range(low, low + length)) for low in range(1, 8 - length)
    )


def full(roll: Roll) -> bool:
    """Return whether three dice and the other two are equal."""
    return sorted(roll.count(face) for face in set(roll)) == [2, 3]


def thirteen(roll: Roll) -> tuple[int, ...]:
    """Return what a roll is worth in the thirteen rows, in their order (README 3.3)."""
    upper = [sum(die for die in roll if die == face) for face in range(1, 7)]
    return (
        *upper,
        sum(roll) if groups(roll, 3) else 0,
        sum(roll) if groups(roll, 4) else 0,
        25 if full(roll) else 0,
        30 if in_a_row(roll, 4) else 0,
        40 if in_a_row(roll, 5) else 0,
        50 if groups(roll, 5) else 0,
        sum(roll),
    )


def nine(roll: Roll) -> tuple[int, ...]:
    """Return what a roll is worth in the nine categories, in their order (README 4.2)."""
    pairs, threes, fours = (groups(roll, size) for size in (2, 3, 4))
    total = sum(VALUES[die] for die in roll)
    return (
        2 * VALUES[pairs[-1]] if pairs else 0,
        2 * (VALUES[pairs[0]] + VALUES[pairs[1]]) if len(pairs) == 2 else 0,
        3 * VALUES[threes[0]] + 10 if threes else 0,
        4 * VALUES[fours[0]] + 20 if fours else 0,
        100 if groups(roll, 5) else 0,
        50 + total if full(roll) else 0,
        70 if in_a_row(roll, 4) else 0,
        95 if in_a_row(roll, 5) else 0,
        total,
    )


@cache
def rows_by(score: Callable[[Roll], tuple[int, ...]]) -> Rows:
    """Return rows that score so, without bonuses, as `rules.sheets.solver.solve` takes them."""

    def row(index: int) -> Row:
        return Row(f"row-{index}", say(""), lambda roll: score(roll)[index])

    return Rows(tuple(map(row, range(len(score(ROLLS[0]))))))
