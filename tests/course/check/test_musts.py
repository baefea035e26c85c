"""What the assignment asks of the form of a file, read from its source."""

from __future__ import annotations

import os
import stat

import pytest

from course.check import musts
from course.check.musts import MUSTS, counted, musts_of
from plain_words import plain
from student_files import DICE, SCORE_DICE

DICE_PART, SCORE_PART, TESTS_PART = ("dice.py",), ("score_dice.py",), ("test_score_dice.py",)


@pytest.fixture(autouse=True)
def without_flake8(monkeypatch):
    monkeypatch.setattr(musts, "flake8", lambda: None)


@pytest.fixture
def broken(tmp_path):
    """Return a function that tells the broken musts of a source, with lines and faults."""

    def found(source, parts):
        path = tmp_path / parts[0]
        path.write_text(source, encoding="utf-8")
        return {
            plain(must.name): [
                (line, fault if isinstance(fault, str) else plain(fault))
                for line, fault in must.faults
            ]
            for must in musts_of(path, parts)
            if not must.kept
        }

    return found


def changed(source, old, new):
    assert source.count(old) == 1
    return source.replace(old, new)


def line_of(source, text):
    [line] = [n for n, line in enumerate(source.splitlines(), 1) if text in line]
    return line


def test_the_student_of_the_assignment_keeps_them_all(broken):
    assert broken(DICE, DICE_PART) == broken(SCORE_DICE, SCORE_PART) == {}


def test_count_is_found_with_its_line(broken):
    source = changed(DICE, "    found = 0\n", "    found = dice_list.count(wanted)\n")
    line = line_of(source, ".count(")
    assert broken(source, DICE_PART) == {"no .count()": [(line, "found = dice_list.count(wanted)")]}
    assert broken(source.replace(".count(wanted)", ".count"), DICE_PART), "without a call, too"
    assert not broken(DICE.replace("found", "count"), DICE_PART), "a name is no method"


def test_count_in_score_dice_is_left_open_and_told(tmp_path):
    path = tmp_path / "score_dice.py"
    path.write_text(changed(SCORE_DICE, "    longest = 0\n", "    longest = dice.count('9')\n"))
    counts, literals = [must for must in musts_of(path, SCORE_PART) if must.open and must.faults][
        :2
    ]
    assert counts.kept
    assert [fault for _, fault in counts.faults] == ["longest = dice.count('9')"]
    assert literals.faults == counts.faults, "'9' is a face, too"


@pytest.mark.parametrize(
    ("old", "new", "must", "faults"),
    [
        (
            "        score = score_two_pair(dice)",
            "        return score_two_pair(dice)",
            "exactly one return in calculate_score",
            ["return score_two_pair(dice)", "return score"],
        ),
        (
            "        score = add_values(dice)\n    return score\n",
            "        score = add_values(dice)\n    print(score)\n",
            "exactly one return in calculate_score",
            ["There is no return."],
        ),
        (
            "        score = FULL_HOUSE_BONUS + add_values(dice)",
            "        score = FULL_HOUSE_BONUS + sum(FACE_VALUES[face] for face in dice)",
            "the functions of dice.py are used",
            ["add_values is not used."],
        ),
        (
            "from dice import FACES, FACE_VALUES, add_values, num_faces",
            "from dice import FACE_VALUES, add_values, num_faces\nFACES = ['9', '10', 'J', 'Q', 'K', 'A']",
            "the constants of dice.py are used",
            ["FACES is not used."],
        ),
        (
            '"""Measure the longest row',
            '_ = """Measure the longest row',
            "docstrings",
            ["longest_run has none."],
        ),
        (
            '"""The score of a roll',
            '_ = """The score of a roll',
            "docstrings",
            ["The file has none."],
        ),
    ],
)
def test_each_must_that_is_broken_is_told(broken, old, new, must, faults):
    source = SCORE_DICE
    if "add_values is" in faults[0]:
        source = changed(source, "        score = add_values(dice)\n", "        score = sum([])\n")
    found = broken(changed(source, old, new), SCORE_PART)
    assert list(found) == [must]
    assert [fault for _, fault in found[must]] == faults


ALONE = '''"""Scores."""
from dice import FACES, FACE_VALUES, add_values, num_faces

NAMES = FACES, FACE_VALUES, add_values, num_faces


def one_pair(dice):
    """Score a pair."""
    return 2 * num_faces(dice, FACES[0])


def calculate_score(dice, category):
    """Score."""
'''


@pytest.mark.parametrize(
    ("body", "musts_broken"),
    [
        ("    return {1: one_pair}[category](dice)\n", {"a nested conditional for the categories"}),
        (
            "    score = 0\n    if category == 1:\n        score = 1\n    return score\n",
            {"a nested conditional for the categories", "helper functions"},
        ),
        (
            (
                "    score = 0\n    if category == 1:\n        score = one_pair(dice)\n"
                "    elif category == 2:\n        score = 2\n    return score\n"
            ),
            set(),
        ),
        (
            (
                "    score = 0\n    match category:\n        case 1:\n            if dice:\n"
                "                score = one_pair(dice)\n    return score\n"
            ),
            set(),
        ),
        (
            (
                "    def inner():\n        return 1\n    if dice:\n        if category:\n"
                "            pass\n    return one_pair(dice) + inner()\n"
            ),
            set(),
        ),
    ],
)
def test_conditionals_and_helpers(broken, body, musts_broken):
    assert set(broken(ALONE + body, SCORE_PART)) == musts_broken


def test_the_conditional_may_stand_in_a_function_that_is_given_the_category(broken):
    source = (
        ALONE.replace("def one_pair(dice):", "def one_pair(dice, number):").replace(
            "    return 2 *",
            "    if number == 1:\n        if dice:\n            pass\n    return 2 *",
        )
        + "    return one_pair(dice, category)\n"
    )
    assert not broken(source, SCORE_PART)
    assert set(
        broken(
            source.replace("(dice, category)\n", "(dice, 1)\n").replace(
                "calculate_score(dice, 1)", "calculate_score(dice, category)"
            ),
            SCORE_PART,
        )
    ) == {"a nested conditional for the categories"}


def test_the_names_may_be_attributes_of_dice(broken):
    source = changed(
        SCORE_DICE, "from dice import FACES, FACE_VALUES, add_values, num_faces", "import dice as d"
    )
    for name in ("FACES", "FACE_VALUES", "add_values", "num_faces"):
        source = source.replace(f"{name}[", f"d.{name}[").replace(f"{name}(", f"d.{name}(")
    source = source.replace("in FACES:", "in d.FACES:")
    assert not broken(source, SCORE_PART)


@pytest.mark.parametrize("source", ["def f(:\n", "\0", "x" * 1_000_001, "(" * 5000])
@pytest.mark.parametrize("part", [*MUSTS])
def test_what_cannot_be_read_keeps_none_of_the_musts_of_its_part(tmp_path, source, part):
    path = tmp_path / part
    path.write_text(source, encoding="utf-8")
    found = [must for must in musts_of(path, (part,)) if not must.open]
    assert [must.name for must in found] == [*MUSTS[part]]
    assert not any(must.kept for must in found)


def test_a_misspelt_name_drops_no_must(tmp_path, broken):
    source = SCORE_DICE.replace("def calculate_score", "def calculateScore")
    found = broken(source, SCORE_PART)
    assert [*found] == [
        "exactly one return in calculate_score",
        "a nested conditional for the categories",
        "helper functions",
    ]
    told = "There is no calculate_score. It defines calculateScore: is that it?"
    assert {fault for faults in found.values() for _, fault in faults} == {told}
    counted = [must for must in musts_of(tmp_path / "score_dice.py", SCORE_PART) if not must.open]
    assert len(counted) == len(MUSTS["score_dice.py"])
    found = broken("x = 1\n", SCORE_PART)
    assert found["helper functions"] == [(0, "There is no calculate_score.")]


@pytest.mark.parametrize(
    ("line", "parts", "allowed"),
    [
        ("import random, itertools", SCORE_PART, True),
        ("from collections.abc import Iterable", DICE_PART, True),
        ("from dice import FACES", SCORE_PART, True),
        ("from rules import coursework", SCORE_PART, False),
        ("import course.coursework as c", DICE_PART, False),
        ("def f():\n    import numpy", SCORE_PART, False),
        ("from . import dice", SCORE_PART, False),
        ("import pytest", SCORE_PART, False),
        ("import pytest", TESTS_PART, True),
        ("from unittest import TestCase", TESTS_PART, True),
        ("import rules", TESTS_PART, False),
    ],
)
def test_only_the_standard_library_and_the_files_of_the_course_are_imported(
    broken, line, parts, allowed
):
    found = broken(f'"""A file."""\n{line}\n', parts)
    [name] = [plain(name) for name in MUSTS[parts[0]] if plain(name).startswith("imports ")]
    assert (name in found) != allowed
    if not allowed:
        assert found[name][0][1] == line.splitlines()[-1].strip()


def test_what_is_to_be_avoided_is_told_and_not_wrong(tmp_path):
    path = tmp_path / "score_dice.py"
    source = SCORE_DICE.replace("= add_values(dice)", "= ADD(dice)").replace(
        "+ add_values(dice)", "+ ADD(dice)"
    )
    path.write_text(
        changed(source, "ONE_PAIR = 1\n", "ONE_PAIR = 1\nADD = add_values\nBEST = 'A'\n"),
        encoding="utf-8",
    )
    told = {plain(must.name): must for must in musts_of(path, SCORE_PART) if must.open}
    assert all(must.kept for must in told.values())
    assert told["no literals that are faces, which FACES has"].faults[0][1] == "BEST = 'A'"
    [(_, sentence)] = told["the functions of dice.py are called"].faults
    assert plain(sentence) == "add_values is named and never called."


def test_flake8_that_is_not_installed_is_told_and_not_counted(tmp_path):
    path = tmp_path / "dice.py"
    path.write_text(DICE, encoding="utf-8")
    [must] = [must for must in musts_of(path, DICE_PART) if must.open]
    assert "not installed" in plain(must.faults[0][1])
    assert counted("dice.py") == len(MUSTS["dice.py"])


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        ("", []),
        ("3 E302 expected 2 blank lines, got 1", [(3, "E302 expected 2 blank lines, got 1")]),
    ],
)
def test_flake8_is_asked_where_it_is_installed_and_settings_beside_the_file_are_not_read(
    tmp_path, monkeypatch, broken, lines, faults
):
    program = tmp_path / "flake8"
    program.write_text(
        f'#!/bin/sh\n[ "$1" = --isolated ] || echo "1 X given $1"\nprintf "%s" "{lines}"\n'
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(musts, "flake8", lambda: (str(program),))
    found = broken(DICE, DICE_PART)
    assert found == ({"flake8 finds nothing": faults} if faults else {})
