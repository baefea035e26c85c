"""The situations of the coursework: named cases with the values of `course.coursework`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from course import coursework
from course.coursework import CATEGORIES, FACE_VALUES, FACES
from rules.text import Text, say

NO_DICE: tuple[list[str] | None, ...] = (None, [], ["9"] * 11)
"""No dice, and too many."""

NO_FACES: tuple[list[Any], ...] = (["1"], ["X", "9"], ["9", "j"], ["10", "A", ""], ["9", 9])
"""Dice with something that is not a face among them."""

SEEDS = (0, 1, 7, 10001)


@dataclass(frozen=True, slots=True)
class Case:
    """A call of a function and its value.

    Without `arguments` it is the value of a constant. If `dice` is set, any list of that many faces
    is right.
    """

    arguments: tuple[Any, ...] | None
    expected: Any = None
    dice: int = 0


@dataclass(frozen=True, slots=True)
class Situation:
    """Cases of one function or constant under a name; `varied` answers are not all equal.

    An `open` situation is never wrong; its cases have the values of the model solution.
    """

    function: str
    name: Text
    cases: tuple[Case, ...]
    varied: bool = False
    open: bool = False


@cache
def dice_situations() -> tuple[Situation, ...]:
    rolls = [coursework.roll_dice(count, seed) for count in range(1, 11) for seed in SEEDS]
    seeded = [(count, seed) for seed in SEEDS for count in range(1, 11)]
    outside = [(0,), (11,), (-1, 5), (100, 10001)]
    example = ["Q", "K", "9", "10", "Q"]
    return (
        Situation("FACES", say("the faces in rising order"), (Case(None, FACES),)),
        Situation("FACE_VALUES", say("the value of each face"), (Case(None, FACE_VALUES),)),
        _calls(coursework.roll_dice, say("the example of the course"), [(3, 10001)]),
        _calls(coursework.roll_dice, say("1 to 10 dice with a seed"), seeded),
        _calls(
            coursework.roll_dice, say("without arguments, or without a seed"), [(), (3,), (10,)]
        ),
        _calls(coursework.roll_dice, say("fewer than 1 or more than 10 dice"), outside),
        Situation(
            "roll_dice",
            say("None as the seed: other dice at each call"),
            tuple(Case((count, None), dice=count) for count in (10, 10, 10, 10)),
            varied=True,
        ),
        _calls(coursework.are_valid, say("valid dice"), [(roll,) for roll in rolls]),
        _calls(
            coursework.are_valid, say("None, no dice, more than 10 dice"), [(d,) for d in NO_DICE]
        ),
        _calls(coursework.are_valid, say("dice with an unknown face"), [(d,) for d in NO_FACES]),
        _calls(coursework.add_values, say("valid dice"), [(roll,) for roll in rolls]),
        _calls(
            coursework.add_values,
            say("dice that are not valid"),
            [(d,) for d in NO_DICE + NO_FACES],
        ),
        _calls(coursework.num_faces, say("the example of the course"), [(example, "Q")]),
        _calls(coursework.num_faces, say("valid dice"), product(rolls, FACES)),
        _calls(
            coursework.num_faces,
            say("dice that are not valid"),
            product(NO_DICE + NO_FACES, ("9", "A")),
        ),
    )


@cache
def score_situations() -> tuple[Situation, ...]:
    """Return the situations of score_dice.py: every roll in every category, and other dice."""
    situations = []
    for number, category in enumerate(CATEGORIES, 1):
        scored = _calls(
            coursework.calculate_score,
            say("{category}: the condition is met", category=category),
            [(roll, number) for roll in all_rolls()],
        )
        met = tuple(case for case in scored.cases if case.expected)
        not_met = tuple(case for case in scored.cases if not case.expected)
        if not_met:
            name = say("{category}: the condition is not met", category=category)
            situations.append(Situation(scored.function, scored.name, met))
            situations.append(Situation(scored.function, name, not_met))
        else:
            name = say("{category}: any roll", category=category)
            situations.append(Situation(scored.function, name, met))
    invalid = (*NO_DICE, *(["9", "9", "9", "9", face] for face in ("1", "", "j")))
    fewer = [*(["10"], ["J", "J"], ["9", "K", "9", "K"]), ["10", "J", "Q", "K"]]
    more = [coursework.roll_dice(count, 1) for count in (6, 10)]
    numbers = range(1, len(CATEGORIES) + 1)
    score = coursework.calculate_score
    left_open = (
        _calls(score, say("a category that does not exist"), product(all_rolls()[:5], (0, 10, -1))),
        _calls(score, say("dice that are not valid"), product(invalid, numbers)),
        _calls(score, say("fewer than five dice"), product(fewer, numbers)),
        _calls(score, say("more than five dice"), product(more, numbers)),
    )
    return (*situations, *(replace(situation, open=True) for situation in left_open))


@cache
def all_rolls() -> tuple[list[str], ...]:
    """Return all rolls of five dice: first those in rising order, then the others."""
    rising = list(combinations_with_replacement(FACES, 5))
    known = set(rising)
    others = [roll for roll in product(FACES, repeat=5) if roll not in known]
    return tuple(list(roll) for roll in (*rising, *others))


def _calls(
    function: Callable[..., Any], name: Text, arguments: Iterable[tuple[Any, ...]]
) -> Situation:
    """Return the situation in which a function is called with each of the arguments."""
    cases = tuple(Case(given, function(*given)) for given in arguments)
    return Situation(function.__name__, name, cases)


TESTS = "test_score_dice.py"
"""The file that has tests of score_dice.py."""

PARTS: Mapping[str, Callable[[], tuple[Situation, ...]]] = {
    "dice.py": dice_situations,
    "score_dice.py": score_situations,
}
"""The situations by the name of the file with the functions."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "dice.py": ("FACES", "FACE_VALUES", "roll_dice", "are_valid", "add_values", "num_faces"),
    "score_dice.py": ("calculate_score",),
}
"""The names that each file defines."""
