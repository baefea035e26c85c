"""`dice-poker check --class FOLDER`: the table of a class with a folder for each student."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bot.atomic_file import written_beside
from bot.exit_codes import EXIT_OK, fail
from course.check.examination import Examined, examined, fault_of
from course.check.musts import counted
from course.check.points import POINTS, points_of
from course.check.situations import PARTS, TESTS
from course.check.wrong_versions import WRONG_VERSIONS
from course.progress import with_progress
from course.words import prepare_output, words
from rules.text import Text, say

FILES = (*PARTS, TESTS)
"""The files that a student hands in."""

CSV, MARKDOWN = "class.csv", "class.md"
"""The files of the table in the folder of the class."""

WAITING = 1
"""The students examined at once in addition to one a processor, as some only wait for a limit."""


@dataclass(frozen=True, slots=True)
class StudentRow:
    """The results of a student: the numbers of right things and of all, and the points.

    The numbers of situations, musts and wrong versions are the same for all students. `tests` are
    those that pass on the solution, `time_outs` is the number of stopped processes, `wrong` has the
    mistakes in words.
    """

    student: str
    points: float
    situations: tuple[int, int]
    musts: tuple[int, int]
    tests: tuple[int, int]
    noticed: tuple[int, int]
    time_outs: int
    wrong: tuple[str, ...]


def check_class(folder: str, language: str = "en") -> int:
    """Examine all students of a class, print their table and write it; return the exit code.

    It is `EXIT_OK` whatever the students have done, and `EXIT_MISTAKE` where there is no
    class, or the table cannot be written.
    """
    place = Path(folder).expanduser()
    if not place.is_dir():
        return fail(words(say("there is no folder {folder}", folder=folder), language))
    students = sorted(
        each for each in place.iterdir() if each.is_dir() and not each.name.startswith((".", "__"))
    )
    if not students:
        sentence = say("{folder} has no folders: one for each student is needed", folder=folder)
        return fail(words(sentence, language))
    prepare_output()
    workers = (os.cpu_count() or 1) + WAITING
    with ThreadPoolExecutor(min(workers, len(students))) as pool:
        rows = pool.map(lambda student: _row(student, language), students)
        table = list(with_progress(rows, len(students)))
    lines = _markdown(table, language)
    print(*lines, sep="\n")
    try:
        _write(place, table, lines, language)
    except OSError as error:
        reason = error.strerror or str(error)
        sentence = say("{folder} cannot be written: {reason}", folder=folder, reason=reason)
        return fail(words(sentence, language))
    written = say(
        "The table stands in {csv} and {markdown}.",
        csv=str(place / CSV),
        markdown=str(place / MARKDOWN),
    )
    print(f"\n{words(written, language)}")
    return EXIT_OK


def _row(folder: Path, language: str) -> StudentRow:
    """Return the row of a student, also for files that cannot be read."""
    remarks: list[Text | str] = []
    files = []
    for name in FILES:
        path = folder / name
        if not path.exists():
            remarks.append(say("no {file}", file=name))
        elif (
            path.resolve().parent != folder.resolve()
        ):  # the file of another student, or of this project
            remarks.append(say("{file} is a link to another place and is not read", file=name))
        elif (fault := fault_of(str(path))) is not None:
            remarks.append(fault)
        else:
            files.append(str(path))
    found: tuple[Examined, ...] = ()
    try:
        found = tuple(examined(files))
    except Exception as error:  # noqa: BLE001 — one student's files must not end the others' checks
        remarks.append(f"{type(error).__name__}: {error}")
    for one in found:
        remarks.extend(_wrong(one))
    return StudentRow(
        student=words(folder.name, language),
        points=sum(points_of(one) for one in found),
        situations=(
            sum(one.right for one in found),
            sum(not one.open for part in PARTS.values() for one in part()),
        ),
        musts=(
            sum(must.kept for one in found for must in one.musts if not must.open),
            sum(map(counted, FILES)),
        ),
        tests=(
            sum(len(one.strength.passed) for one in found if one.strength),
            sum(
                len(one.strength.passed) + len(one.strength.failed) for one in found if one.strength
            ),
        ),
        noticed=(
            sum(one.strength.noticed for one in found if one.strength),
            len(WRONG_VERSIONS),
        ),
        time_outs=sum(one.stopped for one in found),
        wrong=tuple(words(remark, language) for remark in remarks),
    )


def _wrong(one: Examined) -> Iterator[Text]:
    if not one.imported:
        yield say("{file} cannot be imported", file=one.path.name)
    else:
        for situation, verdict in one.closed:
            if verdict is None or verdict.result != "right":
                name = situation.name
                yield say("{function}: {situation}", function=situation.function, situation=name)
    for must in one.musts:
        if not must.kept:
            yield say("not kept in {file}: {must}", file=one.path.name, must=must.name)
    if one.strength is not None and not one.strength.sound:
        yield say("the tests in {file} do not pass", file=one.path.name)


def _heads(language: str) -> tuple[str, ...]:
    return tuple(
        words(head, language)
        for head in (
            say("student"),
            say("points of {all}", all=sum(POINTS.values())),
            say("situations"),
            say("form"),
            say("tests"),
            say("wrong versions noticed"),
            say("time-outs"),
            say("not right"),
        )
    )


def _markdown(table: Sequence[StudentRow], language: str) -> list[str]:
    heads = _heads(language)
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for row in table:
        pairs = (row.situations, row.musts, row.tests, row.noticed)
        cells = [
            row.student,
            f"{row.points:.2f}",
            *(words(say("{n} of {all}", n=n, all=total), language) for n, total in pairs),
            str(row.time_outs),
            "; ".join(row.wrong),
        ]
        lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
    return lines


def _write(
    folder: Path, table: Sequence[StudentRow], markdown: Sequence[str], language: str
) -> None:
    """Write the table as CSV, a number to a cell, and as Markdown. Raises OSError."""
    student, points, situations, form, tests, noticed, time_outs, wrong = _heads(language)
    heads = [student, points]
    for head in (situations, form, tests, noticed):
        heads += [head, words(say("{what}, of", what=head), language)]
    with (
        written_beside(folder / CSV, mode=0o644) as path,
        path.open("w", encoding="utf-8", newline="") as file,
    ):
        writer = csv.writer(file)
        writer.writerow([*heads, time_outs, wrong])
        for row in table:
            points = f"{row.points:.2f}"
            numbers = (points, *row.situations, *row.musts, *row.tests, *row.noticed, row.time_outs)
            writer.writerow([_as_text(row.student), *numbers, _as_text("; ".join(row.wrong))])
    with written_beside(folder / MARKDOWN, mode=0o644) as path:
        path.write_text("\n".join(markdown) + "\n", encoding="utf-8")


def _as_text(cell: str) -> str:
    """Return the text of a cell, changed so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@")) else cell
