"""The situations of the coursework: what they cover, and what they expect (README 4.5 of Nine)."""

from __future__ import annotations

import json
from itertools import product

import pytest

from course import coursework
from course.check.situations import NAMES, PARTS, dice_situations, score_situations
from plain_words import assert_sound, plain


@pytest.mark.parametrize("part", PARTS)
def test_every_name_of_a_part_is_checked_and_is_one_of_the_coursework(part):
    checked = dict.fromkeys(situation.function for situation in PARTS[part]())
    assert tuple(checked) == NAMES[part]
    assert all(hasattr(coursework, name) for name in checked)


@pytest.mark.parametrize("part", PARTS)
def test_situations_have_cases_and_names_of_their_own(part):
    names = [(one.function, plain(one.name)) for one in PARTS[part]()]
    assert len(set(names)) == len(names)
    for situation in PARTS[part]():
        assert situation.cases
        assert_sound(situation.name)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_cases_reach_the_other_process_unchanged(part):
    for situation in PARTS[part]():
        for case in situation.cases:
            sent = json.loads(json.dumps([case.arguments, case.expected]))
            assert sent == [None if case.arguments is None else [*case.arguments], case.expected]


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS)
def test_what_is_expected_is_what_the_coursework_returns(part):
    for situation in PARTS[part]():
        value = getattr(coursework, situation.function)
        for case in situation.cases:
            answer = value if case.arguments is None else value(*case.arguments)
            assert len(answer) == case.dice if case.dice else answer == case.expected


def test_every_roll_is_scored_once_in_every_category():
    scored = [
        (tuple(roll), category)
        for situation in score_situations()[:17]
        for roll, category in (case.arguments for case in situation.cases)
    ]
    assert len(scored) == len(set(scored)) == 9 * 6**5
    assert set(scored) == set(product(product(coursework.FACES, repeat=5), range(1, 10)))


def test_situations_of_the_assignment_are_there_by_name():
    names = [plain(situation.name) for situation in score_situations()]
    for category in ("One pair", "Two pair", "3 of a kind", "Small straight"):
        assert f"{category}: the condition is met" in names
        assert f"{category}: the condition is not met" in names
    assert "Chance: any roll" in names
    for situation in score_situations()[:16]:
        met = "not met" not in plain(situation.name)
        assert all(bool(case.expected) == met for case in situation.cases)


def test_simple_rolls_come_first():
    """The first failing case is one in rising order wherever one fails."""
    for situation in score_situations()[:17]:
        order = [coursework.FACES.index(face) for face in situation.cases[0].arguments[0]]
        assert order == sorted(order)


def test_the_example_of_the_assignment_is_a_situation_of_its_own():
    [case] = dice_situations()[2].cases
    assert (case.arguments, case.expected) == ((3, 10001), ["J", "9", "9"])
