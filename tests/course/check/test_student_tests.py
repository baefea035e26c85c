"""A student's tests: they have to pass on the solution, and should fail on wrong versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import cli
from course.check import musts
from course.check.sentences import example
from course.check.student_tests import NAMED, strength_of
from course.check.versions import caught, loaded
from course.check.wrong_versions import WRONG_VERSIONS
from course.course_files import FILES, solution
from course.sandbox import process
from plain_words import plain
from rendered_sentences import sentences_recorded
from student_files import DICE, SCORE_DICE, TEST_SCORE_DICE

pytestmark = pytest.mark.slow

ALL = len(WRONG_VERSIONS)
HEAD = "from score_dice import calculate_score\n\n\n"
PAIR = "def test_one_pair():\n    assert calculate_score(['9', '9', 'J', 'K', 'A'], 1) == 18\n"


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(musts, "flake8", lambda: None)


def strength(source, **own):
    path = Path("test_score_dice.py").resolve()
    path.write_text(source, encoding="utf-8")
    return strength_of(path, **own)


def checked(capsys, *argv, code):
    assert cli.main(["check", *argv]) == code
    output = capsys.readouterr()
    assert output.err == ""
    return output.out.splitlines()


def test_the_solution_has_tests_that_notice_everything():
    found = strength_of((FILES / "solution" / "test_score_dice.py").resolve())
    assert (len(found.passed), found.failed, found.noticed) == (17, (), ALL)
    assert not found.unnamed
    assert {f"test_calculate_score_{name}" for name in NAMED} <= set(found.passed)


def test_a_student_is_told_what_the_tests_notice_and_what_not(capsys):
    Path("test_score_dice.py").write_text(TEST_SCORE_DICE, encoding="utf-8")
    assert checked(capsys, "test_score_dice.py", code=0)[:4] == [
        "test_score_dice.py",
        "  ✓ All 16 tests pass on our solution.",
        f"  Your tests notice {ALL - 1} of {ALL} wrong versions. Not noticed:",
        "    – chance: equal dice count once",
    ]
    with sentences_recorded() as recorded:
        lines = checked(capsys, "test_score_dice.py", "--language", "ro", code=0)
    assert not recorded.missing
    assert "    – șansă: zarurile egale contează o singură dată" in lines


def test_the_own_solution_is_tried_where_it_is_named(capsys, few_rolls):
    Path("test_score_dice.py").write_text(TEST_SCORE_DICE, encoding="utf-8")
    Path("dice.py").write_text(DICE, encoding="utf-8")
    Path("score_dice.py").write_text(SCORE_DICE, encoding="utf-8")
    lines = checked(capsys, "score_dice.py", "test_score_dice.py", code=0)
    assert "  ✓ They pass on your own solution." in lines
    Path("score_dice.py").write_text(SCORE_DICE.replace("FIVE_SCORE = 100", "FIVE_SCORE = 99"))
    lines = checked(capsys, "score_dice.py", "test_score_dice.py", code=1)
    line = 1 + TEST_SCORE_DICE.splitlines().index(
        " " * 8 + "self.assertEqual(calculate_score(['Q', 'Q', 'Q', 'Q', 'Q'], 5), 100)"
    )
    assert (
        "  – test_calculate_score_five_of_a_kind_match fails on your own solution, "
        f"line {line} of test_score_dice.py: "
        "self.assertEqual(calculate_score(['Q', 'Q', 'Q', 'Q', 'Q'], 5), 100) "
        "(AssertionError: 99 != 100)"
    ) in lines
    assert "  ✓ All 16 tests pass on our solution." in lines


def test_plain_functions_and_classes_are_tests():
    found = strength(
        f"import unittest\n{HEAD}{PAIR}\n\nclass Other(unittest.TestCase):\n"
        "    def test_chance(self):\n"
        "        self.assertEqual(calculate_score(['9', '9', 'J', 'K', 'A'], 9), 49)\n"
    )
    assert set(found.passed) == {"test_one_pair", "test_chance"}
    missed = {plain(version.name) for version in found.missed}
    assert "one pair: one die of the pair counts" not in missed
    assert "chance: equal dice count once" not in missed
    assert "two pair: one pair is enough" in missed


def test_a_test_that_is_wrong_is_told_with_its_line_and_notices_nothing(capsys):
    wrong = PAIR.replace("== 18", "== 19").replace("one_pair", "wrong")
    Path("test_score_dice.py").write_text(HEAD + PAIR + wrong, encoding="utf-8")
    lines = checked(capsys, "test_score_dice.py", code=1)
    assert lines[1] == (
        "  ✗ test_wrong fails on our solution, line 7: "
        "assert calculate_score(['9', '9', 'J', 'K', 'A'], 1) == 19 (AssertionError)"
    )
    right = strength(HEAD + PAIR)
    assert strength(HEAD + PAIR + wrong).missed == right.missed
    assert not strength(HEAD + wrong).noticed


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("", "  ✗ There are no tests. A test is a function whose name begins with test_."),
        (
            f"{HEAD}import nowhere\n",
            (
                "  ✗ test_score_dice.py cannot be imported: line 4 of test_score_dice.py raises "
                "ModuleNotFoundError: No module named 'nowhere'."
            ),
        ),
        (
            "from score_dice import helper\n",
            (
                "  ✗ test_score_dice.py cannot be imported: line 1 of test_score_dice.py raises "
                "ImportError: cannot import name 'helper' from 'score_dice'"
            ),
        ),
        (
            "def test_it():\n    input()\n",
            "  ✗ test_it asks for input or ends Python: a test does neither.",
        ),
        (
            "import os\ndef test_it():\n    os._exit(0)\n",
            "  ✗ The tests end Python: a test does not.",
        ),
        (
            f"{HEAD}{PAIR}def test_it(n): pass\n",
            "  – test_it takes arguments and is not run: a test takes none.",
        ),
    ],
)
def test_tests_that_cannot_be_run_are_told(capsys, source, says):
    Path("test_score_dice.py").write_text(source, encoding="utf-8")
    code = 0 if "takes arguments" in says else 1
    assert any(line.startswith(says) for line in checked(capsys, "test_score_dice.py", code=code))


def test_tests_that_do_not_end_are_stopped(capsys, monkeypatch):
    monkeypatch.setattr(process, "TIME_LIMIT", 1.5)
    Path("test_score_dice.py").write_text(
        "import time\ndef test_it():\n    while True: time.sleep(9)\n"
    )
    lines = checked(capsys, "test_score_dice.py", code=1)
    assert lines[1] == "  ✗ The tests do not end in time. Is there a loop without an end?"


def test_what_a_test_changes_is_gone_at_the_next_version():
    found = strength(
        "import score_dice\n"
        "def test_first():\n    assert score_dice.calculate_score(['9'] * 5, 5) == 100\n"
        "    score_dice.calculate_score = None\n"
    )
    assert found.passed == ("test_first",)
    assert found.noticed == 1, "5 of a kind: the sum of the dice instead of 100"


def test_situations_without_a_test_of_their_name_are_told():
    found = strength(HEAD + PAIR.replace("one_pair", "calculate_score_one_pair_one_match"))
    assert found.unnamed == tuple(name for name in NAMED if name != "one_pair_one_match")


def test_constants_of_dice_are_those_of_the_version():
    found = strength(
        "import dice\nfrom score_dice import *\n"
        "def test_values():\n    assert dice.FACE_VALUES['A'] == 11\n"
        "def test_faces():\n    assert FACES == ['9', '10', 'J', 'Q', 'K', 'A']\n"
        "def test_nothing_else():\n    assert not hasattr(dice, 'MOST')\n"
    )
    assert set(found.passed) == {"test_values", "test_faces", "test_nothing_else"}
    assert found.noticed == 1
    assert "the values of the faces: A is worth 10" not in map(
        plain, (version.name for version in found.missed)
    )


def test_functions_of_both_files_answer_by_position_and_by_name():
    found = strength(
        "import pytest\nfrom dice import add_values, are_valid, num_faces, roll_dice\n"
        "from score_dice import calculate_score\n"
        "def test_all():\n"
        "    assert calculate_score(category=9, dice=['9'] * 5) == 45\n"
        "    assert (add_values(['A']), are_valid(None), num_faces(['Q'], 'Q')) == (11, False, 1)\n"
        "    assert roll_dice(3, 10001) == ['J', '9', '9']\n"
        "    assert not are_valid(['9'] * 11)\n"
        "    with pytest.raises(TypeError):\n        calculate_score(['9'] * 5)\n"
    )
    assert found.passed == ("test_all",)


def test_tests_may_use_what_pytest_offers():
    found = strength(
        "import pytest\nfrom pytest import approx\n"
        f"{HEAD}"
        "@pytest.mark.parametrize('dice, score', [\n"
        "    (['9', '9', 'J', 'K', 'A'], 18),\n"
        "    pytest.param(['9', '9', 'A', 'A', 'K'], 22, id='higher'),\n"
        "    (['9', '10', 'J', 'Q', 'K'], 1),\n"
        "])\n"
        "@pytest.mark.parametrize('category', [1])\n"
        "def test_pairs(dice, score, category):\n"
        "    assert calculate_score(dice, category) == approx(score)\n"
        "def test_error():\n"
        "    with pytest.raises(ZeroDivisionError):\n        1 / 0\n"
        "def test_fixture(tmp_path):\n    pass\n"
    )
    assert set(found.passed) == {"test_pairs[1]", "test_pairs[2]", "test_error"}
    assert [failed.name for failed in found.failed] == ["test_pairs[3]"]
    assert found.unsuited == ("test_fixture",)
    assert "one pair: the lowest pair counts" not in map(
        plain, (version.name for version in found.missed)
    )


def test_one_example_tells_how_to_catch_a_wrong_version(capsys):
    Path("test_score_dice.py").write_text(TEST_SCORE_DICE, encoding="utf-8")
    lines = checked(capsys, "test_score_dice.py", code=0)
    [line] = [line for line in lines if "For example" in line]
    assert line == (
        "    For example, to catch “chance: equal dice count once”: "
        "calculate_score(['9', '9', '9', '9', '9'], 9) should be 45, and is 9 there."
    )


@pytest.mark.parametrize("version", WRONG_VERSIONS, ids=lambda version: plain(version.name))
def test_the_example_of_each_wrong_version_catches_it(version):
    _, case, answer = caught(version)
    arguments = ", ".join(map(repr, case.arguments))
    assert answer != case.expected
    score = loaded(version.files()).names["calculate_score"]
    assert score(*case.arguments) == answer
    assert loaded(solution()).names["calculate_score"](*case.arguments) == case.expected
    assert arguments in plain(example(version))


def test_a_file_that_cannot_be_imported_with_the_own_solution_is_named(capsys, few_rolls):
    Path("dice.py").write_text(DICE, encoding="utf-8")
    Path("score_dice.py").write_text("def calculate_scor(dice, category): ...\n")
    Path("test_score_dice.py").write_text(HEAD + PAIR, encoding="utf-8")
    lines = checked(capsys, "score_dice.py", "test_score_dice.py", code=1)
    [line] = [line for line in lines if "your own solution" in line]
    assert line.startswith(
        "  – test_score_dice.py cannot be imported with your own solution: ImportError: "
    )


def test_the_third_equal_failure_is_a_number(capsys):
    bad = "".join(f"def test_{n}():\n    check({n})\n" for n in range(16))
    source = f"{HEAD}def check(n):\n    assert calculate_score(['9'] * 5, 9) == 0\n{bad}"
    Path("test_score_dice.py").write_text(source, encoding="utf-8")
    lines = checked(capsys, "test_score_dice.py", code=1)
    assert sum("fails on our solution" in line for line in lines) == 2
    assert "  and 14 more" in lines
