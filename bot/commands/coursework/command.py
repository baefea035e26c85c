"""The command `dice-poker check`: examines the files of a student, and prints what came of it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path

from bot.commands.coursework.examination import Examined, by_function, examined, fault_of, parts_of
from bot.commands.coursework.gradescope import write_results
from bot.commands.coursework.musts import kept
from bot.commands.coursework.process import Verdict
from bot.commands.coursework.sentences import (
    failed_test,
    failure,
    left_open,
    prints,
    prints_at_import,
    summary,
)
from bot.commands.coursework.situations import NAMES, Situation
from bot.commands.coursework.student_tests import Strength
from bot.commands.coursework.words import words
from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from rules.text import Text, say, say_count


def check(files: Sequence[str], language: str = "en", gradescope: str | None = None) -> int:
    """Check the files of a student and print what came of each; return the exit code.

    The code is `EXIT_OK` if all is as the assignment asks, `EXIT_FAILED` if something is
    not, and `EXIT_MISTAKE` if there is nothing to check. `gradescope` is the name of a
    file for the results in the format of Gradescope; with it, files that are missing have
    no points there, and the others are checked.
    """
    faults = {file: fault for file in files if (fault := fault_of(file)) is not None}
    if faults and gradescope is None:
        return fail(*(words(fault, language) for fault in faults.values()))
    prepare_output()
    files = [file for file in files if file not in faults]
    if not faults and not any(parts_of(Path(file).expanduser()) for file in files):
        names = ", ".join(name for part in NAMES.values() for name in part)
        sentence = say("nothing to check: no file defines any of {names}", names=names)
        return fail(words(sentence, language))
    found = []
    for one in examined(files):
        found.append(one)
        for line in _lines(one, language):
            print(line)
    if gradescope is not None:
        reason = write_results(found, faults, Path(gradescope).expanduser(), language)
        if reason is not None:
            return fail(words(reason, language))
    if faults:
        return fail(*(words(fault, language) for fault in faults.values()))
    return EXIT_OK if all(one.good for one in found) else EXIT_FAILED


def prepare_output() -> None:
    """Let standard output show each line at once, and replace what it cannot write."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace", line_buffering=True)


def _lines(one: Examined, language: str) -> Iterator[str]:
    """Yield the lines about a file."""
    yield one.name
    if not one.parts:
        yield f"  {words(say('It defines no function of the coursework.'), language)}"
        return
    if one.imported:
        yield from _situations(one, language)
    elif one.verdicts:
        told = failure(one.path, one.situations[len(one.verdicts) - 1], one.verdicts[-1])
        yield f"  {marks()[1]} {words(told, language)}"
    if one.strength is not None:
        yield from _tests(one.path, one.strength, language)
    if not one.imported:
        return
    if one.musts:
        yield from _musts(one, language)
    if one.situations:
        yield f"  {words(summary(one.right, len(one.closed)), language)}"
    if one.musts:
        yield f"  {words(kept(one.musts), language)}"


def _situations(one: Examined, language: str) -> Iterator[str]:
    """Yield the lines about the situations of each function."""
    seen_at_import = False
    for function, pairs in by_function(one):
        yield f"  {function}"
        yield from _function(one.path, pairs, language)
        if pairs[0][1].printed_at_import and not seen_at_import:
            seen_at_import = True
            yield f"  {words(prints_at_import(one.path, pairs[0][1]), language)}"


def _function(
    path: Path, pairs: Sequence[tuple[Situation, Verdict]], language: str
) -> Iterator[str]:
    """Yield the lines about the situations of one function."""
    right, wrong, neither = marks()
    told = False
    for situation, verdict in pairs:
        if verdict.result in ("missing", "no-function"):
            yield f"    {wrong} {words(failure(path, situation, verdict), language)}"
            return
        if verdict.result == "left-out":
            sentence = say("{situation} (left out)", situation=situation.name)
            yield f"    {neither} {words(sentence, language)}"
            continue
        detail: Text | None = None
        if situation.open:
            mark = neither
            name = say("{situation} (left open by the assignment)", situation=situation.name)
            detail = left_open(situation, verdict)
        else:
            mark, name = right if verdict.result == "right" else wrong, situation.name
            if verdict.result != "right":
                detail = failure(path, situation, verdict)
        yield f"    {mark} {words(name, language)}"
        if detail is not None:
            yield f"      {words(detail, language)}"
        if verdict.printed and not told:
            told = True
            yield f"      {words(prints(situation, verdict), language)}"


def _musts(one: Examined, language: str) -> Iterator[str]:
    """Yield the lines about the musts."""
    right, wrong, neither = marks()
    yield f"  {words(say('what the assignment asks of the form'), language)}"
    for must in one.musts:
        mark = neither if must.open else right if must.kept else wrong
        yield f"    {mark} {words(must.name, language)}"
        for line, fault in must.faults:
            if line:
                shown = say("line {line}: {fault}", line=line, fault=words(fault, language))
                yield f"      {words(shown, language)}"
            else:
                yield f"      {words(fault, language)}"


def _tests(path: Path, strength: Strength, language: str) -> Iterator[str]:
    """Yield the lines about tests."""
    right, wrong, neither = marks()
    for failed in strength.failed:
        yield f"  {wrong} {words(failed_test(path, failed), language)}"
    if strength.passed and not strength.failed:
        passed = say_count(
            "The only test passes on our solution.",
            "All {n} tests pass on our solution.",
            len(strength.passed),
        )
        yield f"  {right} {words(passed, language)}"
    early = None
    if strength.stopped:
        early = say("The tests do not end in time. Is there a loop without an end?")
    elif strength.ended:
        early = say("The tests end Python: a test does not.")
    elif not strength.passed and not strength.failed:
        early = say("There are no tests. A test is a function whose name begins with test_.")
    if early is not None:
        yield f"  {wrong} {words(early, language)}"
    for name in strength.unsuited:
        unsuited = say("{test} takes arguments and is not run: a test takes none.", test=name)
        yield f"  {neither} {words(unsuited, language)}"
    for failed in strength.own or ():
        on_own = say(
            "{test} fails on your own solution: {error}", test=failed.name, error=failed.error
        )
        yield f"  {neither} {words(on_own, language)}"
    if strength.own == () and strength.passed:
        yield f"  {right} {words(say('They pass on your own solution.'), language)}"
    if strength.tried:
        yield f"  {words(noticed(strength), language)}"
    for version in strength.missed if strength.tried else ():
        yield f"    {neither} {words(version.name, language)}"
    if strength.unnamed and strength.passed:
        names = ", ".join(strength.unnamed)
        sentence = say("The assignment also names tests for: {names}", names=names)
        yield f"  {words(sentence, language)}"


def noticed(strength: Strength) -> Text:
    """Return how many wrong versions the tests notice."""
    if not strength.missed:
        return say_count(
            "Your tests notice the only wrong version.",
            "Your tests notice all {n} wrong versions.",
            strength.tried,
        )
    return say_count(
        "Your tests notice {noticed} of {n} wrong version. Not noticed:",
        "Your tests notice {noticed} of {n} wrong versions. Not noticed:",
        strength.tried,
        noticed=strength.noticed,
    )


def marks() -> tuple[str, str, str]:
    """Return the marks of what is right, wrong and neither, as far as they can be written."""
    try:
        "✓✗–".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "+", "-", " "
    return "✓", "✗", "–"
