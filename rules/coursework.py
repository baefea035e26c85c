"""The functions of the programming course behind Nine Categories (README 4.5 of Nine Categories).

Dice are lists of faces in the notation of the course: `['9', '10', 'J', 'Q', 'K', 'A']`.
Students can check their own functions against these. The state of Python's
global random generator stays unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.games.nine.rows import ROWS, VALUES
from rules.text import Text

FACES: list[str] = ["9", "10", "J", "Q", "K", "A"]
"""The faces of a poker die in rising order."""

FACE_VALUES: dict[str, int] = dict(zip(FACES, VALUES, strict=True))
"""The value of each face: 9 for '9', 10 for '10', 'J', 'Q' and 'K', 11 for 'A'."""

CATEGORIES: tuple[Text, ...] = tuple(row.name for row in ROWS.rows)
"""The names of the categories, 1 to 9."""


def roll_dice(num_dice: int = 5, seed: int | None = 0) -> list[str]:
    """Roll `num_dice` dice, 1 to 10, and return their faces.

    A new generator is seeded with `seed`, so equal seeds give equal faces; None
    seeds it from the system. Each face is picked with `choice`. A number of
    dice outside 1-10 gives `['9']`.

    >>> roll_dice(3, 10001)
    ['J', '9', '9']
    >>> roll_dice(11)
    ['9']
    """
    if not 1 <= num_dice <= 10:
        return [FACES[0]]
    generator = Random(seed)  # noqa: S311  the course prescribes this generator
    return [generator.choice(FACES) for _ in range(num_dice)]


def are_valid(dice: list[str] | None) -> bool:
    """Return whether `dice` is a list of 1 to 10 known faces.

    >>> are_valid(["10", "A"]), are_valid(["1"]), are_valid([]), are_valid(None)
    (True, False, False, False)
    """
    return isinstance(dice, list) and 1 <= len(dice) <= 10 and all(die in FACES for die in dice)


def add_values(dice: list[str] | None) -> int:
    """Return the sum of the values of the dice, -1 if they are not valid.

    >>> add_values(["9", "K", "A"]), add_values(["X"])
    (30, -1)
    """
    if dice is None or not are_valid(dice):
        return -1
    return sum(FACE_VALUES[die] for die in dice)


def num_faces(dice_list: list[str] | None, face: str) -> int:
    """Return how many of the dice show `face`, -1 if they are not valid.

    >>> num_faces(["Q", "K", "9", "10", "Q"], "Q"), num_faces([], "Q")
    (2, -1)
    """
    if dice_list is None or not are_valid(dice_list):
        return -1
    return sum(die == face for die in dice_list)


def calculate_score(dice: list[str] | None, category: int) -> int:
    """Return the score of five dice in a category, 1 to 9 (README 4.2 of Nine Categories).

    1 one pair, 2 two pair, 3 three of a kind, 4 four of a kind, 5 five of a
    kind, 6 full house, 7 small straight, 8 large straight, 9 chance. The score
    is 0 if the condition of the category is not met, if the category is
    unknown, and for anything but five valid dice.

    >>> calculate_score(["9", "9", "J", "A", "Q"], 1)
    18
    >>> calculate_score(["9", "9", "Q", "A", "9"], 1)
    18
    """
    if dice is None or not are_valid(dice) or len(dice) != 5:
        return 0
    if category not in range(1, len(ROWS) + 1):
        return 0
    return ROWS.worths(_numbered(dice))[int(category) - 1]


def _numbered(dice: Sequence[str]) -> tuple[int, ...]:
    """Return the faces as numbers from 1 to 6."""
    return tuple(FACES.index(die) + 1 for die in dice)
