"""The wrong versions: each is wrong in the situation that it is about, and the solution in none."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import ModuleType

import pytest

from course.check.judging import run
from course.check.situations import score_situations
from course.check.versions import caught
from course.check.wrong_versions import WRONG_VERSIONS
from course.course_files import solution
from plain_words import assert_sound, plain

pytestmark = pytest.mark.slow


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


IN_ORDER = ("in order", "neighbouring")
"""What rolls in rising order do not tell."""

ONE_EACH = {
    version.category: version
    for version in WRONG_VERSIONS
    if version.file == "score_dice.py" and not any(one in plain(version.name) for one in IN_ORDER)
}


@pytest.mark.parametrize("version", ONE_EACH.values(), ids=lambda version: plain(version.name))
def test_a_wrong_work_is_told_in_the_right_situation(version, tmp_path):
    for name, source in version.files().items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    situations = [replace(one, cases=one.cases[:252]) for one in score_situations()[:17]]
    verdicts = run(tmp_path / "score_dice.py", situations)
    wrong = [number for number, verdict in enumerate(verdicts) if verdict.result != "right"]
    assert wrong == [2 * (version.category - 1) + (not version.met)]
    _, case, answer = caught(version)
    assert (verdicts[wrong[0]].case, verdicts[wrong[0]].answer) == (case, repr(answer))
