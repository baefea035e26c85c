"""The nine categories and their scores (README 4.1, 4.2)."""

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
"""The values of the faces 9, 10, J, Q, K and A (README 4.1)."""

THREE_BONUS, FOUR_BONUS, FULL_HOUSE_BONUS = 10, 20, 50
"""The points that three, four of a kind and full house add to the dice (README 4.2)."""


def value_of(dice: Roll) -> int:
    """Return the sum of the values of the dice.

    >>> value_of((1, 1, 3, 6, 4))
    49
    """
    return sum(VALUES[face - 1] for face in dice)


def _highest(dice: Roll, number: int) -> int:
    """Return the highest value of a face on at least `number` dice, 0 without such a face."""
    counts = face_counts(dice)
    return max(
        (value for value, count in zip(VALUES, counts, strict=True) if count >= number), default=0
    )


def one_pair(dice: Roll) -> int:
    """Return twice the value of the highest pair, 0 without a pair.

    >>> one_pair((1, 1, 4, 6, 1))
    18
    """
    return 2 * _highest(dice, 2)


def two_pair(dice: Roll) -> int:
    """Return the value of two pairs of distinct faces, 0 without them.

    >>> two_pair((1, 1, 6, 6, 6)), two_pair((6, 6, 6, 6, 1))
    (40, 0)
    """
    pairs = [value for value, count in zip(VALUES, face_counts(dice), strict=True) if count >= 2]
    return 2 * sum(pairs) if len(pairs) == 2 else 0


def three(dice: Roll) -> int:
    """Return the value of three equal dice plus their bonus, 0 without them."""
    return 3 * _highest(dice, 3) + THREE_BONUS if has_equal(dice, 3) else 0


def four(dice: Roll) -> int:
    """Return the value of four equal dice plus their bonus, 0 without them."""
    return 4 * _highest(dice, 4) + FOUR_BONUS if has_equal(dice, 4) else 0


def five(dice: Roll) -> int:
    """Return 100 for five equal dice, else 0."""
    return 100 if has_equal(dice, 5) else 0


def full_house(dice: Roll) -> int:
    """Return the value of all dice plus the bonus for a full house, else 0."""
    return FULL_HOUSE_BONUS + value_of(dice) if is_full_house(dice) else 0


def small_straight(dice: Roll) -> int:
    """Return 70 for at least four consecutive faces, else 0."""
    return 70 if longest_run(dice) >= 4 else 0


def large_straight(dice: Roll) -> int:
    """Return 95 for five consecutive faces, else 0."""
    return 95 if longest_run(dice) == 5 else 0


ROWS = Rows(
    (
        Row("one-pair", say_in("row", "One pair"), one_pair),
        Row("two-pair", say_in("row", "Two pair"), two_pair),
        shared_row(THREE, three),
        shared_row(FOUR, four),
        shared_row(FIVE, five),
        shared_row(FULL_HOUSE, full_house),
        shared_row(SMALL_STRAIGHT, small_straight),
        shared_row(LARGE_STRAIGHT, large_straight),
        shared_row(CHANCE, value_of),
    )
)
"""The categories in the order of their numbers, 1 to 9 (README 4.2)."""

AVERAGE = 463.7402794494
"""The average total of perfect play with one seat (README 4.4)."""

ROW_AVERAGES = (20.4846, 39.8969, 39.8791, 48.502, 22.8676, 95.1577, 68.7181, 77.3702, 50.8641)
"""The averages of the same play in each row, without bonuses, by `bench/exact/row_averages.py`."""

AIMS = (20, 40, 38, 45, 30, 85, 68, 70, 50)
"""The points that the computer's level `house` aims at in each category (README 4.6)."""
