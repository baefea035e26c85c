"""The command `dice-poker check`: examines the files of a student and prints the results."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path

from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from course.check.class_table import check_class
from course.check.examination import Examined, by_function, examined, fault_of, parts_of
from course.check.judging import Verdict
from course.check.musts import kept
from course.check.sentences import (
    changes,
    example,
    failed_on_own,
    failed_test,
    failure,
    kind_of,
    left_open,
    prints,
    prints_at_import,
    summary,
)
from course.check.situations import NAMES, Situation
from course.check.student_tests import Strength
from course.check.wrong_versions import WRONG_VERSIONS
from course.words import Commands, add_language, prepare_output, words
from rules.text import Text, say, say_count

SHOWN = 2
"""The number of equal details that are shown."""


def add_parser(commands: Commands) -> None:
    parser = commands.add_parser(
        "check",
        help="check the coursework of a student or of a class",
        description="Check a student's dice.py, score_dice.py and test_score_dice.py: what the "
        "functions return in many named situations, what the assignment asks of their form, and "
        "how many wrong versions the tests notice. The exit code is 0 if all is well, 1 if "
        "something is not, 2 if there is nothing to check.",
        epilog="Each file runs in a process of its own, in an empty folder, which says what its "
        "functions return and knows no answers: at most 5 seconds for a case and 30 for a file, "
        "512 MB of memory, no further processes, no network, no native code, files of 1 MB in "
        "that folder alone, which it reads beside its neighbours and the standard library. The "
        "limits of memory and processor time need Linux or another POSIX system. That is no "
        "prison: for files of strangers use a container or an account of its own.",
    )
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="dice.py, score_dice.py, test_score_dice.py"
    )
    parser.add_argument(
        "--class",
        dest="folder",
        metavar="FOLDER",
        help="check a whole class, a folder for each student in this one, and write the table "
        "into class.csv and class.md there",
    )
    add_language(parser)

    def func(args: Namespace) -> int:
        if args.folder is not None:
            if args.files:
                return fail("--class takes a folder alone: omit the files")
            return check_class(args.folder, args.language)
        if not args.files:
            return fail("name a student's files, or a class with --class FOLDER")
        return check(args.files, args.language)

    parser.set_defaults(func=func)


def check(files: Sequence[str], language: str = "en") -> int:
    """Check the files of a student and print the results; return the exit code.

    The code is `EXIT_OK` if all is as the assignment asks, `EXIT_FAILED` if something is
    not, and `EXIT_MISTAKE` if there is nothing to check.
    """
    faults = {file: fault for file in files if (fault := fault_of(file)) is not None}
    if faults:
        return fail(*(words(fault, language) for fault in faults.values()))
    prepare_output()
    if not any(parts_of(Path(file).expanduser()) for file in files):
        names = ", ".join(name for part in NAMES.values() for name in part)
        sentence = say("nothing to check: no file defines any of {names}", names=names)
        return fail(words(sentence, language))
    found = []
    for one in examined(files):
        found.append(one)
        for line in _lines(one, language):
            print(line)
    return EXIT_OK if all(one.good for one in found) else EXIT_FAILED


def _lines(one: Examined, language: str) -> Iterator[str]:
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
    right, wrong, neither = marks()
    told = False
    more = Collapsed()
    changed = next((text for pair in pairs if (text := changes(*pair)) is not None), None)
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
        if detail is not None and more.shows(None if situation.open else kind_of(verdict)):
            yield f"      {words(detail, language)}"
        if verdict.printed and not told:
            told = True
            yield f"      {words(prints(situation, verdict), language)}"
    yield from more.told("      ", language)
    if changed is not None:
        yield f"    {neither} {words(changed, language)}"


def _musts(one: Examined, language: str) -> Iterator[str]:
    right, wrong, neither = marks()
    yield f"  {words(say('musts: what the assignment asks of the form'), language)}"
    for must in one.musts:
        mark = neither if must.open else right if must.kept else wrong
        yield f"    {mark} {words(must.name, language)}"
        more = Collapsed()
        for line, fault in must.faults:
            if not more.shows(re.sub(r"\d+", "", words(fault, language))):
                continue
            if line:
                shown = say("line {line}: {fault}", line=line, fault=words(fault, language))
                yield f"      {words(shown, language)}"
            else:
                yield f"      {words(fault, language)}"
        yield from more.told("      ", language)


def _tests(path: Path, strength: Strength, language: str) -> Iterator[str]:
    right, wrong, neither = marks()
    more = Collapsed()
    for failed in strength.failed:
        if more.shows((failed.error, failed.file, failed.line)):
            yield f"  {wrong} {words(failed_test(path, failed), language)}"
    yield from more.told("  ", language)
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
    more = Collapsed()
    for failed in strength.own or ():
        if more.shows((failed.error, failed.file, failed.line)):
            yield f"  {neither} {words(failed_on_own(path, failed), language)}"
    yield from more.told("  ", language)
    if strength.own == () and strength.passed:
        yield f"  {right} {words(say('They pass on your own solution.'), language)}"
    if strength.passed:
        yield f"  {words(noticed(strength), language)}"
    for version in strength.missed if strength.passed else ():
        yield f"    {neither} {words(version.name, language)}"
    if strength.passed and strength.missed:
        yield f"    {words(example(strength.missed[0]), language)}"
    if strength.unnamed and strength.passed:
        names = ", ".join(strength.unnamed)
        sentence = say("The assignment also names tests for: {names}", names=names)
        yield f"  {words(sentence, language)}"


class Collapsed:
    """Counts equal details: the first two are shown, the others only as a number."""

    def __init__(self) -> None:
        self._seen = Counter[Hashable]()
        self._hidden = 0

    def shows(self, kind: Hashable) -> bool:
        """Return whether a detail is shown; the kind None is unique."""
        if kind is None:
            return True
        self._seen[kind] += 1
        self._hidden += self._seen[kind] > SHOWN
        return self._seen[kind] <= SHOWN

    def told(self, indent: str, language: str) -> Iterator[str]:
        """Yield the line about hidden details, if there are any."""
        if self._hidden:
            yield f"{indent}{words(say('and {n} more', n=self._hidden), language)}"


def noticed(strength: Strength) -> Text:
    if not strength.missed:
        return say_count(
            "Your tests notice the only wrong version.",
            "Your tests notice all {n} wrong versions.",
            len(WRONG_VERSIONS),
        )
    return say_count(
        "Your tests notice {noticed} of {n} wrong version. Not noticed:",
        "Your tests notice {noticed} of {n} wrong versions. Not noticed:",
        len(WRONG_VERSIONS),
        noticed=strength.noticed,
    )


def marks() -> tuple[str, str, str]:
    """Return the marks for right, wrong and open, in characters of the output's encoding."""
    try:
        "✓✗–".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "+", "-", " "
    return "✓", "✗", "–"
