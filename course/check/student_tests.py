"""Runs a student's test_score_dice.py on the solution and on wrong versions of it.

On the solution every test has to pass. A wrong version is noticed if a test that
passes on the solution fails on it.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from course.check.musts import parsed
from course.check.process import answered
from course.check.wrong_versions import WRONG_VERSIONS, WrongVersion, all_versions

NAMED = (
    "one_pair_no_match",
    "one_pair_one_match",
    "two_pair_no_match",
    "two_pair_one_match",
    "three_of_a_kind_match",
    "three_of_a_kind_no_match",
    "four_of_a_kind_match",
    "four_of_a_kind_no_match",
    "five_of_a_kind_match",
    "five_of_a_kind_no_match",
    "small_straight_match",
    "small_straight_no_match",
    "large_straight_match",
    "large_straight_no_match",
    "chance_match",
)
"""The situations that the assignment names for tests, as they stand in names of functions."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A test that does not pass.

    `result` is raised, ended (Python) or asked (for input); `error`, `file`, `line` and
    `source` tell what was raised, and where. Without a `name` the file could not be
    imported, and `module` is the module that was not found.
    """

    name: str
    result: str
    error: str = ""
    file: str = ""
    line: int = 0
    source: str = ""
    module: str | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """What a student's tests are worth.

    `passed` and `failed` are the tests on the solution, `unsuited` those that take
    arguments and were not run. `missed` are the wrong versions that were not noticed,
    of `tried` ones. `own` are those that pass on the solution and fail on the student's
    own one, None if they were not run there. `unnamed` are the situations of the assignment
    that no test is named after. `stopped` and `ended` tell how the process ended early.
    """

    passed: tuple[str, ...] = ()
    failed: tuple[Failed, ...] = ()
    unsuited: tuple[str, ...] = ()
    missed: tuple[WrongVersion, ...] = ()
    tried: int = 0
    own: tuple[Failed, ...] | None = None
    unnamed: tuple[str, ...] = ()
    stopped: bool = False
    ended: bool = False

    @property
    def noticed(self) -> int:
        """The number of wrong versions that were noticed."""
        return self.tried - len(self.missed)

    @property
    def sound(self) -> bool:
        """Whether there are tests, and all of them pass on the solution."""
        return bool(self.passed) and not (self.failed or self.stopped or self.ended)


def strength_of(path: Path, own: Path | None = None) -> Strength:
    """Return what the tests in the file `path` are worth; `own` is the folder of a solution.

    Both are absolute.
    """
    versions = all_versions()
    with TemporaryDirectory(prefix="dice-poker-") as place:
        folders = [_written(Path(place, f"version-{n}"), files) for n, files in enumerate(versions)]
        if own is not None:
            folders.append(str(own))
        output, stopped = answered({"tests": str(path), "versions": folders})
    answers = list(_answers(output.splitlines()))
    early = len(answers) < len(versions) and not _not_imported(answers)
    if not answers:
        return Strength(stopped=stopped, ended=not stopped, unnamed=_unnamed(path))
    first, *others = answers
    tried = list(zip(WRONG_VERSIONS, others, strict=False))
    return Strength(
        passed=tuple(_name(name) for name in first["passed"]),
        failed=_failed(first),
        unsuited=tuple(first["unsuited"]),
        missed=tuple(version for version, answer in tried if not answer["failed"]),
        tried=len(tried) if first["passed"] else 0,
        own=_failed(others[-1]) if own is not None and len(answers) == len(folders) else None,
        unnamed=_unnamed(path),
        stopped=stopped and early,
        ended=early and not stopped,
    )


def _written(folder: Path, files: Mapping[str, str]) -> str:
    folder.mkdir()
    for name, source in files.items():
        (folder / name).write_text(source, encoding="utf-8")
    return str(folder)


def _answers(lines: Sequence[bytes]) -> Any:
    """Yield the verdicts that the process has written whole."""
    for line in lines:
        with suppress(ValueError):
            answer = json.loads(line)
            if isinstance(answer, dict) and {"passed", "failed", "unsuited"} <= answer.keys():
                yield answer


def _not_imported(answers: Sequence[Mapping[str, Any]]) -> bool:
    return bool(answers) and "" in answers[0]["failed"]


def _name(test: str) -> str:
    return test.rpartition(".")[2]


def _failed(answer: Mapping[str, Any]) -> tuple[Failed, ...]:
    return tuple(
        Failed(
            _name(name),
            str(told["result"]),
            str(told.get("answer", "")),
            str(told.get("file", "")),
            int(told.get("line", 0)),
            str(told.get("source", "")),
            told.get("module"),
        )
        for name, told in answer["failed"].items()
    )


def _unnamed(path: Path) -> tuple[str, ...]:
    """Return the situations of the assignment after which no function of the file is named."""
    tree = parsed(path)
    if tree is None:
        return ()
    names = [node.name.lower() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return tuple(named for named in NAMED if not any(named in name for name in names))
