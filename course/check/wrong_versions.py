"""Wrong versions of the solution, one for each trap of the assignment.

A student's tests are run on them. Each is the solution with one piece replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from course.course_files import solution
from rules.text import Text, say

DICE, SCORE = "dice.py", "score_dice.py"


@dataclass(frozen=True, slots=True)
class WrongVersion:
    """The solution with `right` replaced by `wrong` in a `file`.

    `category` is the number of the wrong category, `met` whether it is wrong for dice that meet its
    condition.
    """

    name: Text
    category: int
    met: bool
    right: str
    wrong: str
    file: str = SCORE

    def files(self) -> dict[str, str]:
        """Return the files of this version by their names."""
        sources = dict(solution())
        sources[self.file] = sources[self.file].replace(self.right, self.wrong)
        return sources


_PAIR = "score = score_alike(dice, PAIR, 0)"
_TWO_PAIR = "score = score_two_pair(dice)"
_THREE = "score = score_alike(dice, THREE, THREE_BONUS)"
_FOUR = "score = score_alike(dice, FOUR, FOUR_BONUS)"
_FIVE = "if faces_of(dice, FIVE):"
_HOUSE = "if faces_of(dice, THREE) and len(faces_of(dice, PAIR)) >= 2:"
_HOUSE_POINTS = "points = FULL_HOUSE_BONUS + add_values(dice)"
_SMALL = "score = score_run(dice, FOUR, SMALL_STRAIGHT_POINTS)"
_LARGE = "score = score_run(dice, FIVE, LARGE_STRAIGHT_POINTS)"
_CHANCE = "score = add_values(dice)"
_DIFFERENT = "len({*dice})"

WRONG_VERSIONS: tuple[WrongVersion, ...] = (
    WrongVersion(
        say("one pair: the lowest pair counts"),
        1,
        True,
        _PAIR,
        "score = 2 * min([FACE_VALUES[face] for face in faces_of(dice, PAIR)], default=0)",
    ),
    WrongVersion(
        say("one pair: three equal dice are no pair"),
        1,
        True,
        _PAIR,
        "score = 2 * max([FACE_VALUES[face] for face in FACES"
        " if num_faces(dice, face) == PAIR], default=0)",
    ),
    WrongVersion(
        say("one pair: all equal dice count, not only two"),
        1,
        True,
        _PAIR,
        "score = sum(FACE_VALUES[face] * num_faces(dice, face)"
        " for face in faces_of(dice, PAIR)[:1])",
    ),
    WrongVersion(
        say("one pair: one die of the pair counts"),
        1,
        True,
        _PAIR,
        "score = score_alike(dice, PAIR, 0) // PAIR",
    ),
    WrongVersion(
        say("one pair: without a pair the highest die counts"),
        1,
        False,
        _PAIR,
        "score = score_alike(dice, PAIR, 0) or score_alike(dice, 1, 0)",
    ),
    WrongVersion(
        say("one pair: only neighbouring dice make a pair"),
        1,
        True,
        _PAIR,
        "score = PAIR * max([FACE_VALUES[one] for one, next_one in zip(dice, dice[1:])"
        " if one == next_one], default=0)",
    ),
    WrongVersion(
        say("two pair: one pair is enough"),
        2,
        False,
        _TWO_PAIR,
        "score = score_two_pair(dice) or score_alike(dice, PAIR, 0)",
    ),
    WrongVersion(
        say("two pair: four equal dice are two pairs"),
        2,
        False,
        _TWO_PAIR,
        "score = score_two_pair(dice) or score_alike(dice, FOUR, 0)",
    ),
    WrongVersion(
        say("two pair: all five dice count"),
        2,
        True,
        _TWO_PAIR,
        "score = add_values(dice) if score_two_pair(dice) else 0",
    ),
    WrongVersion(
        say("two pair: only the higher pair counts"),
        2,
        True,
        "points = PAIR * (FACE_VALUES[pairs[0]] + FACE_VALUES[pairs[1]])",
        "points = PAIR * FACE_VALUES[pairs[0]]",
    ),
    WrongVersion(
        say("3 of a kind: the 10 points are missing"),
        3,
        True,
        _THREE,
        "score = score_alike(dice, THREE, 0)",
    ),
    WrongVersion(
        say("3 of a kind: four equal dice are none"),
        3,
        True,
        _THREE,
        "score = 0 if faces_of(dice, FOUR) else score_alike(dice, THREE, THREE_BONUS)",
    ),
    WrongVersion(
        say("3 of a kind: all five dice count"),
        3,
        True,
        _THREE,
        "score = add_values(dice) + THREE_BONUS if faces_of(dice, THREE) else 0",
    ),
    WrongVersion(
        say("3 of a kind: the 10 points are given without it"),
        3,
        False,
        _THREE,
        "score = score_alike(dice, THREE, 0) + THREE_BONUS",
    ),
    WrongVersion(
        say("4 of a kind: the bonus is that of 3 of a kind"),
        4,
        True,
        _FOUR,
        "score = score_alike(dice, FOUR, THREE_BONUS)",
    ),
    WrongVersion(
        say("4 of a kind: five equal dice are none"),
        4,
        True,
        _FOUR,
        "score = 0 if faces_of(dice, FIVE) else score_alike(dice, FOUR, FOUR_BONUS)",
    ),
    WrongVersion(
        say("4 of a kind: three equal dice are enough"),
        4,
        False,
        _FOUR,
        "score = score_alike(dice, FOUR, FOUR_BONUS) or score_alike(dice, THREE, FOUR_BONUS)",
    ),
    WrongVersion(
        say("5 of a kind: the sum of the dice instead of 100"),
        5,
        True,
        "score = FIVE_POINTS",
        "score = add_values(dice)",
    ),
    WrongVersion(
        say("5 of a kind: four equal dice are enough"),
        5,
        False,
        _FIVE,
        "if faces_of(dice, FOUR):",
    ),
    WrongVersion(
        say("full house: five equal dice are one"),
        6,
        False,
        _HOUSE,
        "if faces_of(dice, FIVE) or faces_of(dice, THREE) and len(faces_of(dice, PAIR)) >= 2:",
    ),
    WrongVersion(
        say("full house: two pair is one"),
        6,
        False,
        _HOUSE,
        "if len(faces_of(dice, PAIR)) >= 2:",
    ),
    WrongVersion(
        say("full house: three equal dice are enough"),
        6,
        False,
        _HOUSE,
        "if faces_of(dice, THREE):",
    ),
    WrongVersion(
        say("full house: the sum of the dice is missing"),
        6,
        True,
        _HOUSE_POINTS,
        "points = FULL_HOUSE_BONUS",
    ),
    WrongVersion(
        say("small straight: a large straight is none"),
        7,
        True,
        _SMALL,
        "score = SMALL_STRAIGHT_POINTS if longest_run(dice) == FOUR else 0",
    ),
    WrongVersion(
        say("small straight: four different faces are enough"),
        7,
        False,
        _SMALL,
        f"score = SMALL_STRAIGHT_POINTS if {_DIFFERENT} >= FOUR else 0",
    ),
    WrongVersion(
        say("small straight: the dice have to lie in order"),
        7,
        True,
        _SMALL,
        "score = score_run(dice, FOUR, SMALL_STRAIGHT_POINTS)"
        " if dice == sorted(dice, key=FACES.index) else 0",
    ),
    WrongVersion(
        say("small straight: a row with an equal die in it is none"),
        7,
        True,
        _SMALL,
        f"score = score_run(dice, FOUR, SMALL_STRAIGHT_POINTS) if {_DIFFERENT} == FIVE else 0",
    ),
    WrongVersion(
        say("large straight: four in a row are enough"),
        8,
        False,
        _LARGE,
        "score = score_run(dice, FOUR, LARGE_STRAIGHT_POINTS)",
    ),
    WrongVersion(
        say("large straight: five different faces are enough"),
        8,
        False,
        _LARGE,
        f"score = LARGE_STRAIGHT_POINTS if {_DIFFERENT} == FIVE else 0",
    ),
    WrongVersion(
        say("large straight: the one from 10 to A is missing"),
        8,
        True,
        _LARGE,
        "score = 0 if num_faces(dice, FACES[-1]) else score_run(dice, FIVE, LARGE_STRAIGHT_POINTS)",
    ),
    WrongVersion(
        say("chance: equal dice count once"),
        9,
        True,
        _CHANCE,
        "score = add_values([face for face in FACES if face in dice])",
    ),
    WrongVersion(
        say("the values of the faces: J is worth 11, Q 12, K 13"),
        9,
        True,
        "'J': 10, 'Q': 10, 'K': 10,",
        "'J': 11, 'Q': 12, 'K': 13,",
        DICE,
    ),
    WrongVersion(
        say("the values of the faces: A is worth 10"),
        9,
        True,
        "'A': 11}",
        "'A': 10}",
        DICE,
    ),
)


@cache
def all_versions() -> tuple[Mapping[str, str], ...]:
    """Return the files of the solution, then those of each wrong version."""
    return solution(), *(version.files() for version in WRONG_VERSIONS)
