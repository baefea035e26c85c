"""The judgement of a student's functions in situations; the answers stay in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from bot.exit_codes import one_line
from course.check.situations import Case, Situation
from course.coursework import FACES
from course.sandbox.child import decoded, shown
from course.sandbox.process import PAUSE, Process, ProcessEnd, event_of

MAX_STOPPED = 2
"""The number of stopped situations after which the others of a function are left out."""

MAX_STOPPED_IN_ALL = 3
"""The number of stopped situations after which all others of a file are left out."""

Result: TypeAlias = Literal[
    "right",
    "wrong",
    "constant",
    "raised",
    "ended",
    "asked",
    "stopped",
    "missing",
    "no-function",
    "left-out",
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on a situation.

    `case` is the first case that failed, None for a fault during import or without a single failing
    case, as when `varied` answers are all equal. `answer` was returned or raised by the function,
    `file` and `line` are the place in the student's files that raised it, `module` is the missing
    module. `printed` is the beginning of the function's standard output. `changed` is a case whose
    dice the function changed to `changed_to`.
    """

    result: Result
    case: Case | None = None
    answer: str = ""
    file: str = ""
    line: int = 0
    module: str | None = None
    printed: str = ""
    printed_at_import: str = ""
    imported: bool = True
    changed: Case | None = None
    changed_to: str = ""


def run(path: Path, situations: Sequence[Situation]) -> tuple[Verdict, ...]:
    """Run situations with the file `path`, which is absolute; return a verdict for each.

    If the file cannot be imported, the last verdict says why.
    """
    verdicts: list[Verdict] = []
    stopped: Counter[str] = Counter()
    while len(verdicts) < len(situations):
        left = situations[len(verdicts) :]
        if stopped.total() >= MAX_STOPPED_IN_ALL or stopped[left[0].function] >= MAX_STOPPED:
            verdicts.append(Verdict("left-out"))
            continue
        found, was_stopped = _run(path, left)
        verdicts += found
        stopped[situations[len(verdicts) - 1].function] += was_stopped
        if not verdicts[-1].imported:
            break
    return tuple(verdicts)


def _run(path: Path, situations: Sequence[Situation]) -> tuple[list[Verdict], bool]:
    """Run situations in one process until it ends; return also whether it was stopped.

    There is at least one verdict.
    """
    question = {
        "path": str(path),
        "situations": [
            {"function": one.function, "cases": [case.arguments for case in one.cases]}
            for one in situations
        ],
    }
    verdicts = []
    with Process(question, [path.parent], pause=PAUSE) as process:
        for situation in situations:
            verdict, over = _judged(situation, process)
            verdicts.append(verdict)
            if over:
                break
        return verdicts, process.stopped


def _judged(situation: Situation, process: Process) -> tuple[Verdict, bool]:
    """Return the verdict on a situation, and whether the process is over."""
    heard = _Heard(situation)
    try:
        heard.listen(process)
    except ProcessEnd:
        return heard.verdict("stopped" if process.stopped else "ended"), True
    return heard.verdict(), False


@dataclass(slots=True)
class _Heard:
    """The messages of a process about a situation.

    `found` is the first mistake.
    """

    situation: Situation
    imported: bool = False
    printed: str = ""
    printed_at_import: str = ""
    answered: int = 0
    answers: set[str] = field(default_factory=set)
    found: Verdict | None = None
    changed: Case | None = None
    changed_to: str = ""

    def listen(self, process: Process) -> None:
        """Read all messages about the situation. Raises ProcessEnd if the process ends or lies."""
        begun = process.message()
        event = event_of(begun)
        if event == "failed":
            self.found = _failure(begun)
        if event != "imported":
            raise ProcessEnd
        self.imported = True
        self.printed_at_import = str(begun.get("printed", ""))
        while True:
            message = process.message()
            event = event_of(message)
            if event == "end":
                self.printed = str(message.get("printed", ""))
                return
            if event == "changed":
                if self.changed is None and self.answered:
                    self.changed = self.situation.cases[self.answered - 1]
                    self.changed_to = str(message.get("answer", ""))
            elif event in ("missing", "no-function"):
                self.found = self.found or Verdict(cast("Result", event))
            elif event == "failed":
                self.found = self.found or replace(_failure(message), case=self.case)
            else:
                self._compare(message)

    def _compare(self, message: object) -> None:
        """Compare the answer to the next case with the expected one."""
        case = self.case
        try:
            answer = decoded(message)
        except (ValueError, TypeError, RecursionError) as error:
            raise ProcessEnd from error
        if case is None:
            raise ProcessEnd
        self.answered += 1
        if self.situation.varied:
            self.answers.add(shown(answer))
        if self.found is None and not right(answer, case):
            self.found = Verdict("wrong", case, shown(answer))

    @property
    def case(self) -> Case | None:
        cases = self.situation.cases
        return cases[self.answered] if self.imported and self.answered < len(cases) else None

    def verdict(self, early: Result | None = None) -> Verdict:
        """Return the verdict; `early` says how the process ended too early."""
        found = self.found
        if found is None and (early is not None or self.case is not None):
            found = Verdict(early or "ended", self.case)
        if found is None and self.situation.varied and len(self.answers) == 1:
            found = Verdict("constant", answer=self.answers.pop())
        return replace(
            found or Verdict("right"),
            imported=self.imported,
            printed=self.printed,
            printed_at_import=self.printed_at_import,
            changed=self.changed,
            changed_to=self.changed_to,
        )


def _failure(told: Mapping[str, Any]) -> Verdict:
    """Return the verdict for an exception in a message. Raises ProcessEnd for a lie."""
    result, line, module = told.get("result"), told.get("line", 0), told.get("module")
    if result not in ("raised", "ended", "asked") or not isinstance(line, int):
        raise ProcessEnd
    return Verdict(
        cast("Result", result),
        answer=str(told.get("answer", "")),
        file=one_line(str(told.get("file", ""))),
        line=line,
        module=None if module is None else str(module),
    )


def right(answer: object, case: Case) -> bool:
    """Return whether an answer is the expected one of a case."""
    if not case.dice:
        return same(answer, case.expected)
    return (
        isinstance(answer, list)
        and len(answer) == case.dice
        and all(type(face) is str and face in FACES for face in answer)
    )


def same(answer: object, expected: object) -> bool:
    """Return whether an answer equals the expected value, with equal types throughout.

    >>> same(18, 18), same(True, 1), same(["9"], ["9"]), same(("9",), ["9"])
    (True, False, True, False)
    """
    if type(answer) is not type(expected):
        return False
    if isinstance(answer, list) and isinstance(expected, list):
        return len(answer) == len(expected) and all(map(same, answer, expected))
    if isinstance(answer, dict) and isinstance(expected, dict):
        return answer.keys() == expected.keys() and all(
            same(value, expected[key]) for key, value in answer.items()
        )
    return bool(answer == expected)
