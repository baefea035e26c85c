"""The wrong versions: each is wrong in the situation that it is about, and the solution in none."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from course.check.situations import score_situations
from course.check.wrong_versions import WRONG_VERSIONS
from course.course_files import solution
from plain_words import assert_sound, plain


def loaded(files, monkeypatch):
    """Return the calculate_score of a version."""
    for name, source in files.items():
        module = ModuleType(name.removesuffix(".py"))
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(source, name, "exec"), vars(module))
    return module.calculate_score


def failing(score):
    """Return the numbers of the situations in which a function differs; rising rolls alone."""
    return {
        number
        for number, situation in enumerate(score_situations()[:17])
        if any(score(*case.arguments) != case.expected for case in situation.cases[:252])
    }


def test_the_solution_is_right_everywhere(monkeypatch):
    assert failing(loaded(solution(), monkeypatch)) == set()


@pytest.mark.parametrize("version", WRONG_VERSIONS, ids=lambda version: plain(version.name))
def test_each_version_fails_in_the_situation_it_is_about(version, monkeypatch):
    assert solution()[version.file].count(version.right) == 1
    score = loaded(version.files(), monkeypatch)
    about = 2 * (version.category - 1) + (not version.met)
    name = plain(score_situations()[about].name)
    assert (
        name.casefold().startswith(plain(version.name).partition(":")[0])
        or version.file == "dice.py"
    )
    found = failing(score)
    if "in order" in plain(version.name) or "neighbouring" in plain(version.name):
        cases = score_situations()[about].cases
        found |= (
            {about} if any(score(*case.arguments) != case.expected for case in cases) else set()
        )
    assert found == {about} if version.file == "score_dice.py" else about in found


def test_there_are_enough_and_no_two_are_alike():
    assert len(WRONG_VERSIONS) >= 20
    assert len({(version.file, version.wrong) for version in WRONG_VERSIONS}) == len(WRONG_VERSIONS)
    assert len({plain(version.name) for version in WRONG_VERSIONS}) == len(WRONG_VERSIONS)
    assert {version.category for version in WRONG_VERSIONS} == set(range(1, 10))
    for version in WRONG_VERSIONS:
        assert_sound(version.name)
