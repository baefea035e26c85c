"""The nine categories and what five poker dice are worth in each (rules 4.1, 4.2)."""

from __future__ import annotations

from rules.dice import Roll, face_counts
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

VALUES = (9, 10, 10, 10, 10, 11)
"""What the faces 9, 10, J, Q, K and A count (rule 4.1)."""


def value_of(dice: Roll) -> int:
    """Return the value of all dice.

    >>> value_of((1, 1, 3, 6, 4))
    49
    """
    return sum(VALUES[face - 1] for face in dice)


def _highest(dice: Roll, number: int) -> int:
    """Return the highest value of a face that shows at least `number` times; 0 if none does."""
    counts = face_counts(dice)
    return max(
        (value for value, count in zip(VALUES, counts, strict=True) if count >= number), default=0
    )


def one_pair(dice: Roll) -> int:
    """Return twice the value of the highest pair.

    >>> one_pair((1, 1, 4, 6, 1))
    18
    """
    return 2 * _highest(dice, 2)


def two_pair(dice: Roll) -> int:
    """Return the value of both pairs; they are of distinct faces.

    >>> two_pair((1, 1, 6, 6, 6)), two_pair((6, 6, 6, 6, 1))
    (40, 0)
    """
    pairs = [value for value, count in zip(VALUES, face_counts(dice), strict=True) if count >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def three(dice: Roll) -> int:
    """Return the value of the three, and 10."""
    return 3 * _highest(dice, 3) + 10 if has_equal(dice, 3) else 0


def four(dice: Roll) -> int:
    """Return the value of the four, and 20."""
    return 4 * _highest(dice, 4) + 20 if has_equal(dice, 4) else 0


def five(dice: Roll) -> int:
    """Return 100 for five equal dice."""
    return 100 if has_equal(dice, 5) else 0


def full_house(dice: Roll) -> int:
    """Return 50 and the value of all dice."""
    return 50 + value_of(dice) if is_full_house(dice) else 0


def small_straight(dice: Roll) -> int:
    """Return 70 for four or more faces in a row."""
    return 70 if longest_run(dice) >= 4 else 0


def large_straight(dice: Roll) -> int:
    """Return 95 for five faces in a row."""
    return 95 if longest_run(dice) == 5 else 0


_ONE_PAIR, _TWO_PAIR = say_in("row", "One pair"), say_in("row", "Two pair")

ROWS = Rows(
    (
        Row("one-pair", _ONE_PAIR, _ONE_PAIR, one_pair),
        Row("two-pair", _TWO_PAIR, _TWO_PAIR, two_pair),
        shared_row(THREE, three),
        shared_row(FOUR, four),
        shared_row(FIVE, five),
        shared_row(FULL_HOUSE, full_house),
        shared_row(SMALL_STRAIGHT, small_straight),
        shared_row(LARGE_STRAIGHT, large_straight),
        shared_row(CHANCE, value_of),
    )
)
"""The categories in the order of their numbers, 1 to 9."""

AVERAGE = 463.7402794494
"""What perfect play totals on average, alone (rule 4.4)."""
