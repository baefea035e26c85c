"""A student's tests: they have to pass on the solution, and should fail on wrong versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import cli
from course.check import process
from course.check.student_tests import NAMED, strength_of
from course.check.wrong_versions import WRONG_VERSIONS
from course.course_files import FILES
from plain_words import plain
from rendered_sentences import sentences_recorded
from student_files import DICE, SCORE_DICE, TEST_SCORE_DICE

ALL = len(WRONG_VERSIONS)
HEAD = "from score_dice import calculate_score\n\n\n"
PAIR = "def test_one_pair():\n    assert calculate_score(['9', '9', 'J', 'K', 'A'], 1) == 18\n"


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)


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
    assert (len(found.passed), found.failed, found.noticed, found.tried) == (17, (), ALL, ALL)
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
    assert (
        "  – test_calculate_score_five_of_a_kind_match fails on your own solution: "
        "AssertionError: 99 != 100"
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
    assert not strength(HEAD + wrong).tried


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
    Path("test_score_dice.py").write_text("def test_it():\n    while True: pass\n")
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
