"""The run of a student's test_score_dice.py on the solution and on wrong versions of it.

On the solution every test has to pass. A wrong version is noticed if a test that
passes on the solution fails on it.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import SystemRandom
from typing import Any

from bot.exit_codes import one_line
from course.check.musts import parsed
from course.check.versions import Version, loaded_versions
from course.check.wrong_versions import WRONG_VERSIONS, WrongVersion
from course.sandbox.process import Process, ProcessEnd, event_of

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
"""The situations that the assignment names for tests, as parts of function names."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A test that does not pass.

    `result` is raised, ended (Python) or asked (for input); `error`, `file`, `line` and `source`
    have the exception and its place. Without a `name` the file could not be imported, and `module`
    is the missing module.
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
    """The strength of a student's tests.

    `passed` and `failed` are the tests on the solution, `unsuited` those that take arguments and
    were not run. `missed` are the wrong versions that were not noticed: all of them if no test
    passes. `own` are the tests that fail on the student's own solution, None if they were not run
    there. `unnamed` are the situations of the assignment without a test of their name. `stopped`
    and `ended` say how the process ended early.
    """

    passed: tuple[str, ...] = ()
    failed: tuple[Failed, ...] = ()
    unsuited: tuple[str, ...] = ()
    missed: tuple[WrongVersion, ...] = WRONG_VERSIONS
    own: tuple[Failed, ...] | None = None
    unnamed: tuple[str, ...] = ()
    stopped: bool = False
    ended: bool = False

    @property
    def noticed(self) -> int:
        """The number of wrong versions that were noticed."""
        return len(WRONG_VERSIONS) - len(self.missed)

    @property
    def sound(self) -> bool:
        """Whether there are tests and all pass on the solution."""
        return bool(self.passed) and not (self.failed or self.stopped or self.ended)


def strength_of(path: Path, own: Path | None = None) -> Strength:
    """Return the strength of the tests in the file `path`; `own` is the folder of a solution.

    Both are absolute. The solution and the wrong versions stay in this process, in an order that is
    unknown to the tests. A wrong version is noticed if a test that passes on the solution fails on
    it, in a run that called it with arguments for which it is wrong.
    """
    versions = [*enumerate(loaded_versions())]
    SystemRandom().shuffle(versions)
    question = {
        "tests": str(path),
        "versions": len(versions),
        "own": None if own is None else str(own),
    }
    beside = [path.parent] if own is None else [path.parent, own]
    found: dict[int, _Results] = {}
    own_results: _Results | None = None
    right = next(version for number, version in versions if not number)
    with Process(question, beside, libraries=pytest_folder()) as process:
        try:
            for number, version in versions:
                found[number] = _conversation(process, version, right)
            if own is not None:
                own_results = _results(process.message())
        except ProcessEnd:
            pass
        stopped = process.stopped
    if len(found) < len(versions):
        return Strength(stopped=stopped, ended=not stopped, unnamed=_unnamed(path))
    first = found[0]
    tried = [
        (version, found[number].differs and bool(first.passed & found[number].failed.keys()))
        for number, version in enumerate(WRONG_VERSIONS, 1)
    ]
    return Strength(
        passed=tuple(name for name in dict.fromkeys(first.order) if name in first.passed),
        failed=tuple(first.failed.values()),
        unsuited=first.unsuited,
        missed=tuple(version for version, noticed in tried if not noticed),
        own=None if own_results is None else tuple(own_results.failed.values()),
        unnamed=_unnamed(path),
    )


@dataclass(slots=True)
class _Results:
    """The results of tests with a version; `differs` says whether it gave a wrong answer."""

    order: tuple[str, ...]
    passed: set[str]
    failed: dict[str, Failed]
    unsuited: tuple[str, ...]
    differs: bool = False


def _conversation(process: Process, version: Version, right: Version) -> _Results:
    """Answer the tests with a version until their results arrive. Raises ProcessEnd."""
    if event_of(process.message()) != "version":
        raise ProcessEnd
    process.send(version.modules())
    differs = False
    while True:
        message = process.message()
        event = event_of(message)
        if event == "results":
            results = _results(message)
            results.differs = differs
            return results
        if event != "call":
            raise ProcessEnd
        reply = version.answer(message)
        differs = differs or reply != right.answer(message)
        process.send(reply)


def _results(message: Any) -> _Results:
    """Return the results in a message. Raises ProcessEnd for a message without results."""
    try:
        order = tuple(map(_named, message["passed"]))
        failed = {_named(name): _failed(name, told) for name, told in message["failed"].items()}
        return _Results(
            order, {*order} - failed.keys(), failed, tuple(map(_named, message["unsuited"]))
        )
    except (TypeError, KeyError, ValueError, AttributeError) as error:
        raise ProcessEnd from error


def _named(name: object) -> str:
    """Return a name from the process in printable form; it may be forged."""
    return one_line(str(name))


def _failed(name: str, told: Mapping[str, Any]) -> Failed:
    line, module = told.get("line", 0), told.get("module")
    if not isinstance(line, int):
        raise TypeError(f"{line} is no line")
    return Failed(
        _named(name),
        str(told["result"]),
        str(told.get("answer", "")),
        _named(told.get("file", "")),
        line,
        _named(told.get("source", "")),
        None if module is None else str(module),
    )


@cache
def pytest_folder() -> tuple[str, ...]:
    """Return the folder from which tests may import pytest, empty if it is not installed."""
    spec = importlib.util.find_spec("pytest")
    return () if spec is None or not spec.origin else (str(Path(spec.origin).parents[1]),)


def _unnamed(path: Path) -> tuple[str, ...]:
    """Return the situations of the assignment that occur in no function name of the file."""
    tree = parsed(path)
    if tree is None:
        return ()
    names = [node.name.lower() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return tuple(named for named in NAMED if not any(named in name for name in names))
