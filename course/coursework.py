"""The model functions of the programming course (README 4.5 of Nine Categories).

Dice are lists of faces in the notation of the course: `['9', '10', 'J', 'Q', 'K', 'A']`. Students
can check their own functions against these. The state of Python's global random generator stays
unchanged. The handouts in `course/files` are independent of the project: starter files, their
solution, a small game that uses either, and the checks of what is handed in.
"""

from __future__ import annotations

from random import Random

from rules.games.nine.rows import FOUR_BONUS, FULL_HOUSE_BONUS, THREE_BONUS, VALUES

FACES: list[str] = ["9", "10", "J", "Q", "K", "A"]
"""The faces of a poker die in rising order."""

FACE_VALUES: dict[str, int] = dict(zip(FACES, VALUES, strict=True))
"""The value of each face: 9 for '9', 10 for '10', 'J', 'Q' and 'K', 11 for 'A'."""

(
    ONE_PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    FOUR_OF_A_KIND,
    FIVE_OF_A_KIND,
    FULL_HOUSE,
    SMALL_STRAIGHT,
    LARGE_STRAIGHT,
    CHANCE,
) = range(1, 10)

FIVE_POINTS, SMALL_STRAIGHT_POINTS, LARGE_STRAIGHT_POINTS = 100, 70, 95


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
    """Return the score of the dice in a category, 1 to 9 (README 4.2 of Nine Categories).

    1 one pair, 2 two pair, 3 three of a kind, 4 four of a kind, 5 five of a kind, 6 full house, 7
    small straight, 8 large straight, 9 chance. The score is 0 if the condition of the category is
    not met, if the category is unknown, and for dice that are not valid. Any number of dice from 1
    to 10 is scored by the same conditions; the assignment defines them for five only.

    The function has the form that the assignment demands: one return, a nested conditional,
    helpers, and the names of dice.py.

    >>> calculate_score(["9", "9", "J", "A", "Q"], 1)
    18
    >>> calculate_score(["9", "9", "Q", "A", "9"], 1)
    18
    >>> calculate_score(["10", "J", "Q", "K"], 7)
    70
    """
    score = 0
    if dice is not None and are_valid(dice):
        if category == ONE_PAIR:
            score = _alike(dice, 2)
        elif category == TWO_PAIR:
            score = _two_pair(dice)
        elif category == THREE_OF_A_KIND:
            score = _alike(dice, 3, THREE_BONUS)
        elif category == FOUR_OF_A_KIND:
            score = _alike(dice, 4, FOUR_BONUS)
        elif category == FIVE_OF_A_KIND:
            score = FIVE_POINTS if _faces_of(dice, 5) else 0
        elif category == FULL_HOUSE:
            score = _full_house(dice)
        elif category == SMALL_STRAIGHT:
            score = SMALL_STRAIGHT_POINTS if _longest_run(dice) >= 4 else 0
        elif category == LARGE_STRAIGHT:
            score = LARGE_STRAIGHT_POINTS if _longest_run(dice) >= 5 else 0
        elif category == CHANCE:
            score = add_values(dice)
    return score


def _faces_of(dice: list[str], number: int) -> list[str]:
    """Return the faces that at least this number of dice show, in falling order."""
    return [face for face in reversed(FACES) if num_faces(dice, face) >= number]


def _longest_run(dice: list[str]) -> int:
    """Return the length of the longest row of consecutive faces."""
    length = longest = 0
    for face in FACES:
        length = length + 1 if num_faces(dice, face) else 0
        longest = max(longest, length)
    return longest


def _alike(dice: list[str], number: int, bonus: int = 0) -> int:
    """Return the points of the highest face on this number of dice, 0 without one."""
    faces = _faces_of(dice, number)
    return number * FACE_VALUES[faces[0]] + bonus if faces else 0


def _two_pair(dice: list[str]) -> int:
    """Return the points of the two highest pairs of distinct faces, 0 without them."""
    pairs = _faces_of(dice, 2)
    return 2 * sum(FACE_VALUES[face] for face in pairs[:2]) if len(pairs) >= 2 else 0


def _full_house(dice: list[str]) -> int:
    """Return the points of three dice of one face and two of another, 0 without them."""
    met = bool(_faces_of(dice, 3)) and len(_faces_of(dice, 2)) >= 2
    return FULL_HOUSE_BONUS + add_values(dice) if met else 0
