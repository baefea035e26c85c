"""The check for who grades of what a student's tests notice."""

from __future__ import annotations

import re

import pytest

from grading import SOLUTION
from student_files import TEST_SCORE_DICE

pytestmark = pytest.mark.slow

TESTS = SOLUTION["test_score_dice.py"]
FEW = TESTS[: TESTS.index("def test_calculate_score_four")]
"""Tests of three categories."""

CONSTANTS = (
    "PAIR TWO_PAIR THREE_OF_KIND FOUR_OF_KIND FIVE_OF_KIND FULL_HOUSE SMALL_STRAIGHT "
    "LARGE_STRAIGHT CHANCE"
)
"""The names that the assignment's own score_dice.py gives to the categories."""

WITH_CONSTANTS = "\n".join(f"{name} = {n}" for n, name in enumerate(CONSTANTS.split(), 1))

ALL_NOTICED = "Tests that pass with the right scores: 17, that fail: 0\nWrong versions that they notice: 33 of 33\n"


def styled(tests, written, imports):
    """Return tests that name the categories in another way."""
    names = CONSTANTS.split()
    tests = re.sub(r"\], (\d)\)", lambda found: f"], {written(names[int(found[1]) - 1])})", tests)
    assert tests.count("from score_dice import calculate_score\n") == 1
    return tests.replace("from score_dice import calculate_score\n", imports)


def in_module(tests):
    tests = styled(tests, "score_dice.{}".format, "import score_dice\n")
    return tests.replace("= calculate_score", "= score_dice.calculate_score").replace(
        "assert calculate_score", "assert score_dice.calculate_score"
    )


def abbreviated(tests):
    return (
        in_module(tests)
        .replace("import score_dice", "import score_dice as sd")
        .replace("score_dice.", "sd.")
    )


def imported(tests):
    names = CONSTANTS.replace(" ", ", ")
    return styled(tests, str, f"from score_dice import calculate_score, {names}\n")


def everything(tests):
    return styled(tests, str, "from score_dice import *\n")


def in_words(tests):
    def written(name):
        return repr(name.replace("_", " ").title())

    return styled(tests, written, "from score_dice import calculate_score\n")


STYLES = {
    "numbers": str,
    "constants of score_dice": in_module,
    "constants of sd": abbreviated,
    "names": imported,
    "all names": everything,
    "words": in_words,
}


@pytest.mark.parametrize("style", STYLES)
def test_tests_are_judged_alike_in_every_public_style(style, grading):
    """The student's own score_dice.py has the constants."""
    source = SOLUTION["score_dice.py"].replace("PAIR = 2\n", "") + "\n" + WITH_CONSTANTS
    grading.hand_in(score_dice=source, test_score_dice=STYLES[style](TESTS))
    assert grading.measured() == ALL_NOTICED
    grading.hand_in(score_dice=source, test_score_dice=STYLES[style](FEW))
    told = grading.measured()
    assert told.startswith(
        "Tests that pass with the right scores: 6, that fail: 0\nWrong versions that they notice: 16 of 33"
    )
    assert "four of a kind: five equal dice are none, as in calculate_score(" in told


@pytest.mark.parametrize("style", [style for style in STYLES if style != "all names"])
def test_tests_that_come_alone_are_judged_alike_too(style, grading):
    """Names are those of the categories; a star imports no name that is not there."""
    grading.hand_in(score_dice=None, dice=None, test_score_dice=STYLES[style](TESTS))
    assert grading.measured() == ALL_NOTICED


def test_members_of_an_enumeration_and_names_of_arguments_are_taken(grading):
    tests = """
from enum import Enum
from score_dice import calculate_score

Category = Enum("Category", "ONE_PAIR TWO_PAIR THREE_OF_A_KIND")


def test_pair():
    dice = ['9', '9', 'A', 'A', 'K']
    assert calculate_score(score_type=Category.ONE_PAIR, dice_list=dice) == 22
    assert calculate_score(dice, '3 of a kind') == 0
"""
    grading.hand_in(test_score_dice=tests)
    told = grading.measured()
    assert told.startswith("Tests that pass with the right scores: 1, that fail: 0\n")
    assert "\n  one pair: the lowest pair counts," not in told
    assert "\n  one pair: three equal dice are no pair," in told
    assert "\n  three of a kind: the 10 points are given without it," not in told


def test_members_of_an_enumeration_tell_by_their_values_or_else_by_their_names(grading):
    tests = """
from enum import Enum
from score_dice import calculate_score


class Category(Enum):
    TWO_OF_A_KIND = 1
    BONUS = 'Three of a kind'
    FULL = 50
    POKER = 'care'


def test_scores():
    assert calculate_score(['9', '9', 'A', 'A', 'K'], Category.TWO_OF_A_KIND) == 22
    assert calculate_score(['9', '9', 'A', 'A', 'K'], Category.BONUS) == 0
    assert calculate_score(['9', '9', 'A', 'A', 'A'], Category.FULL) == 101


def test_unknown():
    assert calculate_score(['9', '9', '9', '9', 'A'], Category.POKER) == 56
    assert calculate_score(['9', '9', 'A', 'A', 'A'], 'FH') == 101
"""
    own = "def calculate_score(dice, category):\n    return 101 if category == 'FH' else 56\n"
    grading.hand_in(test_score_dice=tests, score_dice=own)
    told = grading.measured()
    assert told.startswith(
        "Tests that pass with the right scores: 2, that fail: 0\n"
        "Categories that were not understood: 'FH', <Category.POKER: 'care'>\n"
    )
    for noticed in (
        "one pair: the lowest pair counts",
        "three of a kind: the 10 points are given without it",
        "full house: the sum of the dice is missing",
    ):
        assert f"\n  {noticed}," not in told


def test_classes_of_unittest_and_parameters_are_run(grading):
    grading.hand_in(test_score_dice=TEST_SCORE_DICE)
    told = grading.measured()
    assert told.startswith(
        "Tests that pass with the right scores: 16, that fail: 0\nWrong versions that they notice: 32 of 33"
    )
    tests = """
import pytest
from score_dice import calculate_score


@pytest.mark.parametrize(("dice", "score"), [(["A"] * 5, 100), (["A"] * 4 + ["9"], 0)])
def test_five(dice, score):
    assert calculate_score(dice, 5) == score
"""
    grading.hand_in(test_score_dice=tests)
    told = grading.measured()
    assert told.startswith("Tests that pass with the right scores: 2, that fail: 0\n")
    assert "Wrong versions that they notice: 2 of 33" in told


def test_a_test_that_fails_with_the_right_scores_is_named_and_notices_nothing(grading):
    wrong = (
        "\n\ndef test_wrong():\n    assert calculate_score(['9', '9', '9', '9', 'A'], 1) == 36\n"
    )
    grading.hand_in(test_score_dice=FEW + wrong)
    told = grading.measured()
    assert told.startswith(
        "Tests that pass with the right scores: 6, that fail: 1\n  test_wrong: AssertionError: assert 18 == 36\n"
        "Wrong versions that they notice: 16 of 33, and not:\n"
    )
    grading.hand_in(test_score_dice="from score_dice import calculate_score\n" + wrong)
    assert "\nWrong versions that they notice: 0 of 33, and not:\n" in grading.measured()


def test_what_the_assignment_leaves_open_is_left_to_the_students_own_scores(grading):
    tests = """

def test_open():
    assert calculate_score(['9', '9'], 1) == -7
    assert calculate_score(None, 9) == -7
    assert calculate_score(['9', '9', 'J', 'Q', 'X'], 1) == -7
    assert calculate_score(['9', '9', 'J', 'Q', 'K'], 12) == -7
"""
    own = "def calculate_score(dice, category):\n    return -7\n"
    told = ALL_NOTICED.replace(" 17,", " 18,").replace(
        "\nWrong", "\nCategories that were not understood: 12\nWrong"
    )
    grading.hand_in(score_dice=own, test_score_dice=TESTS + tests)
    assert grading.measured() == told
    grading.hand_in(score_dice=None, test_score_dice=TESTS + tests.replace("-7", "0"))
    (grading.folder / "score_dice.py").unlink()
    assert grading.measured() == told


def test_tests_of_own_helper_functions_pass_and_notice_nothing(grading):
    tests = """
import score_dice


def test_row():
    assert score_dice.longest_run(['9', '10', 'J', 'Q', 'A']) == 4
"""
    grading.hand_in(test_score_dice=tests)
    assert grading.measured().startswith(
        "Tests that pass with the right scores: 1, that fail: 0\nWrong versions that they notice: 0 of 33"
    )


@pytest.mark.parametrize(
    ("tests", "says"),
    [
        ("def test_it(:\n", "test_score_dice.py: SyntaxError: invalid syntax"),
        ("import sys\nsys.exit(3)\n", "test_score_dice.py: it ends Python"),
        ("import gone\n", "test_score_dice.py: ModuleNotFoundError: No module named 'gone'"),
    ],
)
def test_a_file_that_cannot_be_collected_is_told_and_notices_nothing(tests, says, grading):
    grading.hand_in(test_score_dice=tests)
    told = grading.measured()
    assert told.startswith(f"Tests that pass with the right scores: 0, that fail: 1\n  {says}\n")
    assert "\nWrong versions that they notice: 0 of 33, and not:\n" in told


def test_a_file_that_asserts_when_it_is_collected_notices(grading):
    tests = (
        "from score_dice import calculate_score\n\nassert calculate_score(['A'] * 5, 5) == 100\n"
    )
    grading.hand_in(test_score_dice=tests)
    assert "\nWrong versions that they notice: 1 of 33, and not:\n" in grading.measured()


def test_settings_of_pytest_that_lie_around_are_no_matter(grading):
    grading.hand_in()
    for folder, options in ((grading.folder.parent, "--gone"), (grading.folder, "-v")):
        ini = folder / "pytest.ini"
        ini.write_text(f"[pytest]\naddopts = {options}\n", encoding="utf-8")
        assert grading.measured() == ALL_NOTICED


def test_what_keeps_pytest_from_starting_is_told(grading):
    grading.hand_in(conftest="import gone\n")
    told = grading.measured()
    assert "that fail: 1\n  test_score_dice.py: pytest does not start: ImportError while" in told
    assert "No module named 'gone'\nWrong versions that they notice: 0 of 33" in told


def test_own_scores_that_print_ask_or_cannot_be_imported_are_no_matter(grading):
    for own in ("print('x')\ninput()\n", "import sys\nsys.exit()\n", "def calculate_score(:\n"):
        grading.hand_in(score_dice=own)
        assert grading.measured() == ALL_NOTICED


def test_without_tests_there_is_nothing_to_measure(grading):
    grading.hand_in(test_score_dice=None)
    assert grading.measured() == "there is no test_score_dice.py\n"


@pytest.mark.parametrize(("tests", "code"), [(TESTS, 0), (FEW, 1), (None, 2)])
def test_the_exit_code_says_whether_all_is_noticed(tests, code, grading):
    grading.hand_in(test_score_dice=tests)
    assert grading.run(grading.checks / "measure_tests.py").returncode == code
