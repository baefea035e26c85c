"""The results of one student in the format of Gradescope, `results.json`.

Gradescope reads a list of tests with score, greatest score, status and output. The points
of the assignment are 20 for dice.py, 60 for score_dice.py and 10 for the tests; each
file's points are shared equally among its situations and musts, and those of the tests
by the share of wrong versions that they notice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.atomic_file import written_beside
from bot.commands.coursework.examination import TESTS, Examined
from bot.commands.coursework.process import Verdict
from bot.commands.coursework.sentences import failed_test, failure
from bot.commands.coursework.situations import PARTS, Situation
from bot.commands.coursework.words import words
from rules.text import Text, say

POINTS = {"dice.py": 20, "score_dice.py": 60, TESTS: 10}
"""The points of each part of the assignment."""


def write_results(
    found: Sequence[Examined], faults: Mapping[str, Text], path: Path, language: str
) -> Text | None:
    """Write the results of a student into a file; return why that failed, None if it did not.

    `faults` tell why files could not be checked, by their names.
    """
    tests = [test for one in found for test in _tests(one, language)]
    for missing, fault in faults.items():
        name = Path(missing).name
        tests.append(_test(name, 0, POINTS.get(name, 0), words(fault, language), passed=False))
    try:
        with written_beside(path, mode=0o644) as file:
            content = json.dumps({"tests": tests}, indent=2, ensure_ascii=False)
            file.write_text(f"{content}\n", encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        return say("{file} cannot be written: {reason}", file=str(path), reason=reason)
    return None


def _tests(one: Examined, language: str) -> Iterator[dict[str, Any]]:
    """Yield a test of Gradescope for each situation and must of a file, and one for its tests."""
    counted = [must for must in one.musts if not must.open]
    shares = len(one.closed) + (len(counted) if one.closed else 0)
    points = sum(POINTS[part] for part in one.parts if part in PARTS)
    each = points / shares if shares else 0
    for situation, verdict in one.closed:
        good = verdict is not None and verdict.result == "right"
        name = f"{one.path.name}: {situation.function}: {words(situation.name, language)}"
        output = "" if good else words(_why(one, situation, verdict), language)
        yield _test(name, each if good else 0, each, output, passed=good)
    for must in counted:
        output = "\n".join(f"{line}: {words(fault, language)}" for line, fault in must.faults)
        name = f"{one.path.name}: {words(must.name, language)}"
        yield _test(name, each if must.kept else 0, each, output, passed=must.kept)
    if one.strength is not None:
        strength = one.strength
        lines = [words(failed_test(one.path, failed), language) for failed in strength.failed]
        missed = (words(version.name, language) for version in strength.missed)
        lines += [f"– {name}" for name in missed if strength.tried]
        share = strength.noticed / strength.tried if strength.tried and strength.sound else 0
        tried = f"{strength.noticed}/{strength.tried}"
        output = "\n".join((tried, *lines))
        name, most = one.path.name, POINTS[TESTS]
        yield _test(name, most * share, most, output, passed=strength.sound)


def _why(one: Examined, situation: Situation, verdict: Verdict | None) -> Text:
    """Return what is wrong in a situation, or before it, where it was not reached."""
    if verdict is None:
        return failure(one.path, situation, one.verdicts[-1])
    if verdict.result == "left-out":
        return say("Left out: too much before it did not end in time.")
    return failure(one.path, situation, verdict)


def _test(name: str, score: float, most: float, output: str, *, passed: bool) -> dict[str, Any]:
    return {
        "name": name,
        "score": round(score, 4),
        "max_score": round(most, 4),
        "status": "passed" if passed else "failed",
        "output": output,
    }
