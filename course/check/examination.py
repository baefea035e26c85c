"""The examination of a student's files: situations, musts and tests, without output."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from course.check.judging import Verdict, run
from course.check.musts import MAX_BYTES, Must, defined, musts_of, parsed
from course.check.situations import NAMES, PARTS, TESTS, Situation
from course.check.student_tests import Strength, strength_of
from rules.text import Text, say


@dataclass(frozen=True, slots=True)
class Examined:
    """The results of a file.

    `name` is the file as it was given, `path` the absolute one. `situations` and `verdicts` go
    together; a file that cannot be imported has fewer verdicts. `strength` is None for a file
    without tests.
    """

    name: str
    path: Path
    parts: tuple[str, ...]
    situations: tuple[Situation, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    musts: tuple[Must, ...] = ()
    strength: Strength | None = None

    @property
    def imported(self) -> bool:
        """Whether every import of the file succeeded."""
        return all(verdict.imported for verdict in self.verdicts)

    @property
    def closed(self) -> tuple[tuple[Situation, Verdict | None], ...]:
        """The situations with a fixed answer, with their verdicts."""
        verdicts = [*self.verdicts, *[None] * len(self.situations)]
        pairs = zip(self.situations, verdicts, strict=False)
        return tuple((situation, verdict) for situation, verdict in pairs if not situation.open)

    @property
    def right(self) -> int:
        return sum(verdict is not None and verdict.result == "right" for _, verdict in self.closed)

    @property
    def stopped(self) -> int:
        """The number of processes that had to be stopped."""
        stopped = sum(verdict.result == "stopped" for verdict in self.verdicts)
        return stopped + (self.strength is not None and self.strength.stopped)

    @property
    def good(self) -> bool:
        return (
            self.right == len(self.closed)
            and all(must.kept for must in self.musts)
            and (self.strength is None or self.strength.sound)
        )


def fault_of(file: str) -> Text | None:
    """Return why a file cannot be checked, None if it can."""
    path = Path(file).expanduser()
    if path.is_dir():
        return say("{file} is a folder: name the Python files in it", file=file)
    if not path.is_file():
        return say("there is no file {file}", file=file)
    if path.suffix != ".py":
        return say("{file} is no Python file: its name does not end in .py", file=file)
    try:
        if path.stat().st_size > MAX_BYTES:
            return say("{file} is larger than a megabyte and is not read", file=file)
        path.read_bytes()
    except OSError as error:
        return say(
            "{file} cannot be read: {reason}", file=file, reason=error.strerror or str(error)
        )
    if path.name not in (*PARTS, TESTS) and parsed(path) is None:
        return say(
            "{file} cannot be read as Python, and its name does not tell what it is", file=file
        )
    return None


def parts_of(path: Path) -> tuple[str, ...]:
    """Return the part of the assignment with the name of a file, else the parts that it defines."""
    if path.name in (*PARTS, TESTS):
        return (path.name,)
    tree = parsed(path)
    names = set() if tree is None else defined(tree)
    parts = tuple(part for part in PARTS if names.intersection(NAMES[part]))
    tests = any(name.lower().startswith("test") for name in names)
    return (TESTS,) if tests and not parts else parts


def situations_of(path: Path) -> tuple[Situation, ...]:
    """Return the situations of the parts in a file."""
    parts = parts_of(path)
    return tuple(situation for part in PARTS if part in parts for situation in PARTS[part]())


def examined(files: Sequence[str]) -> Iterator[Examined]:
    """Examine files of one student, one by one; none of them may have a fault (`fault_of`).

    Tests also run on the student's own score_dice.py, if that is among the files.
    """
    paths = [Path(file).expanduser().resolve() for file in files]
    own = next((path.parent for path in paths if path.name == "score_dice.py"), None)
    for file, path in zip(files, paths, strict=True):
        yield _examined(file, path, own)


def _examined(file: str, path: Path, own: Path | None) -> Examined:
    parts = parts_of(path)
    situations = situations_of(path)
    return Examined(
        file,
        path,
        parts,
        situations,
        run(path, situations) if situations else (),
        musts_of(path, parts),
        strength_of(path, own) if TESTS in parts else None,
    )


def by_function(
    one: Examined,
) -> tuple[tuple[str, tuple[tuple[Situation, Verdict], ...]], ...]:
    """Return the situations with their verdicts, by the function that they are about."""
    pairs = tuple(zip(one.situations, one.verdicts, strict=False))
    groups = groupby(pairs, key=lambda pair: pair[0].function)
    return tuple((function, tuple(group)) for function, group in groups)
