"""The functions of the course (README 4.5 of Nine Categories)."""

from __future__ import annotations

import random
from itertools import product

import pytest

from course import coursework
from course.coursework import (
    FACE_VALUES,
    FACES,
    add_values,
    are_valid,
    calculate_score,
    num_faces,
    roll_dice,
)
from rules.games.nine.rows import ROWS
from sheet_rounds import points_of

INVALID = [
    None,
    [],
    ["9"] * 11,
    ["1"],
    ["9", "j"],
    ["9", None],
    ["9", 9],
    ["9", ["9"]],
    "9",
    ("9",),
    9,
]


def slow_score(dice: list[str], category: int) -> int:
    """Score five dice by the table of the source, with no code of the project."""
    worth = {"9": 9, "10": 10, "J": 10, "Q": 10, "K": 10, "A": 11}
    order = ["9", "10", "J", "Q", "K", "A"]
    times = {face: sum(1 for die in dice if die == face) for face in order}
    value = sum(worth[die] for die in dice)
    pairs = [face for face in order if times[face] >= 2]
    in_a_row = [
        all(times[face] for face in order[low : low + length])
        for length in (4, 5)
        for low in range(7 - length)
    ]
    score = 0
    if category == 1 and pairs:
        score = 2 * worth[pairs[-1]]
    elif category == 2 and len(pairs) == 2:
        score = 2 * worth[pairs[0]] + 2 * worth[pairs[1]]
    elif category == 3 and 3 in times.values():
        score = value - sum(worth[die] for die in dice if times[die] < 3) + 10
    elif category == 3 and max(times.values()) > 3:
        score = 3 * worth[pairs[0]] + 10
    elif category == 4 and max(times.values()) > 3:
        score = 4 * worth[pairs[0]] + 20
    elif category == 5 and 5 in times.values():
        score = 100
    elif category == 6 and 3 in times.values() and 2 in times.values():
        score = 50 + value
    elif category == 7 and any(in_a_row[:3]):
        score = 70
    elif category == 8 and any(in_a_row[3:]):
        score = 95
    elif category == 9:
        score = value
    return score


def test_4_5_faces_and_their_values():
    assert FACES == ["9", "10", "J", "Q", "K", "A"]
    assert FACE_VALUES == {"9": 9, "10": 10, "J": 10, "Q": 10, "K": 10, "A": 11}


def test_4_5_the_case_of_the_source():
    assert roll_dice(3, 10001) == ["J", "9", "9"]


@pytest.mark.parametrize("seed", [0, 1, 7, 10001, -5])
def test_4_5_dice_are_picked_as_the_course_picks_them(seed):
    for count in range(1, 11):
        state = random.getstate()
        random.seed(seed)
        expected = [random.choice(FACES) for _ in range(count)]
        random.setstate(state)
        assert roll_dice(count, seed) == expected, count


def test_4_5_five_dice_and_seed_0_are_the_default():
    assert roll_dice() == roll_dice(5, 0) == roll_dice(num_dice=5, seed=0)
    assert len(roll_dice()) == 5


@pytest.mark.parametrize("count", [0, -1, 11, 1000])
def test_4_5_a_count_outside_1_to_10_gives_one_nine(count):
    assert roll_dice(count, 10001) == ["9"]


def test_4_5_without_a_seed_rolls_differ():
    assert len({tuple(roll_dice(10, None)) for _ in range(20)}) > 1


def test_4_5_the_global_random_state_is_left_alone():
    random.seed(4)
    before = random.getstate()
    roll_dice(5, 1)
    roll_dice(5, None)
    roll_dice()
    calculate_score(["9"] * 5, 9)
    assert random.getstate() == before


def test_4_5_the_global_random_state_does_not_matter():
    random.seed(1)
    first = roll_dice(5, 3)
    random.seed(2)
    assert roll_dice(5, 3) == first


@pytest.mark.parametrize("dice", INVALID)
def test_4_5_invalid_dice(dice):
    assert are_valid(dice) is False
    assert add_values(dice) == -1
    assert num_faces(dice, "9") == -1
    assert [calculate_score(dice, category) for category in range(1, 10)] == [0] * 9


@pytest.mark.parametrize("count", range(1, 11))
def test_4_5_valid_dice_of_any_number(count):
    dice = roll_dice(count, count)
    assert are_valid(dice) is True
    assert add_values(dice) == sum(FACE_VALUES[die] for die in dice)
    assert sum(num_faces(dice, face) for face in FACES) == count


def test_4_5_counting_a_face():
    assert num_faces(["Q", "K", "9", "10", "Q"], "Q") == 2
    assert num_faces(["Q", "K"], "A") == 0
    assert num_faces(["Q", "K"], "X") == 0


@pytest.mark.slow
@pytest.mark.parametrize("category", range(1, 10))
def test_4_5_scores_of_all_rolls(category):
    for dice in product(FACES, repeat=5):
        assert calculate_score(list(dice), category) == slow_score(list(dice), category)


@pytest.mark.parametrize("category", [0, 10, -1, None, "1", [], 1.5])
def test_4_5_an_unknown_category_gives_0(category):
    assert calculate_score(["9"] * 5, category) == 0


@pytest.mark.parametrize(
    ("dice", "scores"),
    [
        (["10"], {9: 10}),
        (["J", "J"], {1: 20, 9: 20}),
        (["9", "K", "9", "K"], {1: 20, 2: 38, 9: 38}),
        (["9", "10", "J", "Q"], {7: 70, 9: 39}),
        (["10", "J", "Q", "K"], {7: 70, 9: 40}),
        (["J", "Q", "K", "A"], {7: 70, 9: 41}),
        (["9", "9", "9", "A"], {1: 18, 3: 37, 9: 38}),
    ],
)
def test_4_5_fewer_dice_score_where_the_text_has_a_meaning(dice, scores):
    found = {number: calculate_score(dice, number) for number in range(1, 10)}
    assert {number: points for number, points in found.items() if points} == scores


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 10))
def test_4_5_the_game_and_the_coursework_agree_on_all_rolls(number):
    for roll in product(range(1, 7), repeat=5):
        dice = [FACES[face - 1] for face in roll]
        assert calculate_score(dice, number) == points_of(ROWS, roll)[number - 1]


def test_4_5_dice_are_not_changed():
    dice = ["A", "9", "K", "9", "A"]
    for category in range(1, 10):
        calculate_score(dice, category)
    add_values(dice)
    num_faces(dice, "9")
    assert dice == ["A", "9", "K", "9", "A"]


def test_4_5_every_function_says_what_it_does():
    for name in ("roll_dice", "are_valid", "add_values", "num_faces", "calculate_score"):
        assert getattr(coursework, name).__doc__
