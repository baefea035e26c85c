"""Runs situations and tests with a student's file, in a Python process of its own.

The process shares nothing with this one: no modules, no environment variables of
Python, no standard streams. Its folder is empty and goes with it. It is killed when it
makes no progress for `TIME_LIMIT`, and with it every process of its group.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import IO, Any, Literal, TypeAlias, cast

from course.check.child import DONE, IMPORTED
from course.check.situations import Case, Situation
from course.coursework import FACES

TIME_LIMIT = 5.0
"""How many seconds one case, or the import, may take before the process is stopped."""

TOTAL_LIMIT = 30.0
"""How many seconds a process may take for all that it is asked."""

MAX_STOPPED = 2
"""After how many situations that had to be stopped the others of a function are left out."""

MAX_STOPPED_IN_ALL = 3
"""After how many such situations all others of a file are left out."""

MAX_OUTPUT = 1_000_000
"""How many bytes the process may write: one for each case, and the verdicts."""

PAUSE = 0.01
"""How many seconds pass between two looks at what the process has written."""

CHILD = Path(__file__).with_name("child.py")

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
    """How a situation went.

    `case` is the first case that failed, None while the file was imported or where
    none did, as when `varied` answers are all equal. `answer` is what the function
    returned or raised, `file` and `line` where the student's files raised it, `module`
    the module that was not found. `printed` is the beginning of what the function
    wrote to standard output.
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


def run(path: Path, situations: Sequence[Situation]) -> tuple[Verdict, ...]:
    """Run situations with the file `path`, which is absolute; return a verdict for each.

    A file that cannot be imported ends that: the last verdict says why.
    """
    verdicts: list[Verdict] = []
    stopped: Counter[str] = Counter()
    while len(verdicts) < len(situations):
        left = situations[len(verdicts) :]
        if stopped.total() >= MAX_STOPPED_IN_ALL or stopped[left[0].function] >= MAX_STOPPED:
            verdicts.append(Verdict("left-out"))
            continue
        for verdict in _run(path, left):
            stopped[situations[len(verdicts)].function] += verdict.result == "stopped"
            verdicts.append(verdict)
            if not verdict.imported:
                return tuple(verdicts)
    return tuple(verdicts)


def _run(path: Path, situations: Sequence[Situation]) -> list[Verdict]:
    """Run situations in one process, until it ends or is stopped; return at least one verdict."""
    question = {
        "path": str(path),
        "faces": FACES,
        "situations": [
            {
                "function": situation.function,
                "cases": [(case.arguments, case.expected, case.dice) for case in situation.cases],
                "varied": situation.varied,
            }
            for situation in situations
        ],
    }
    output, stopped = answered(question)
    verdicts = []
    for situation, line in zip(situations, output.splitlines() or [b""], strict=False):
        verdict = _verdict(situation, line, stopped=stopped)
        verdicts.append(verdict)
        if verdict.result in ("stopped", "ended"):
            return verdicts
    if len(verdicts) < len(situations) and verdicts[-1].imported:
        verdicts.append(_verdict(situations[len(verdicts)], b"", stopped=stopped))
    return verdicts


def _verdict(situation: Situation, line: bytes, *, stopped: bool) -> Verdict:
    """Return the verdict that a line says; if it is not whole, the process has ended there."""
    imported = line.startswith(IMPORTED)
    progress, brace, rest = line.partition(b"{")
    done = progress.count(DONE)
    case = situation.cases[done] if imported and done < len(situation.cases) else None
    if brace:
        # A file that has found the stream may have written anything to it.
        with suppress(ValueError, TypeError):
            return Verdict(**json.loads(brace + rest), case=case, imported=imported)
    return Verdict("stopped" if stopped else "ended", case, imported=imported)


def answered(question: dict[str, Any]) -> tuple[bytes, bool]:
    """Return what the process wrote, and whether it had to be stopped."""
    with TemporaryDirectory(prefix="dice-poker-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(  # noqa: S603 — this interpreter runs a file of this package
            [sys.executable, "-I", "-B", str(CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            start_new_session=True,
        )
        return _conversation(process, json.dumps(question).encode())


def _conversation(process: subprocess.Popen[bytes], question: bytes) -> tuple[bytes, bool]:
    stdin, stdout = cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout)
    with process:
        chunks: SimpleQueue[bytes] = SimpleQueue()
        reader = Thread(target=_read, args=(stdout.fileno(), chunks), daemon=True)
        reader.start()
        output = b""
        try:
            with suppress(OSError):  # the process has ended
                stdin.write(question)
                stdin.close()
            end = time.monotonic() + TOTAL_LIMIT
            while chunk := chunks.get(timeout=TIME_LIMIT):
                output += chunk
                if len(output) > MAX_OUTPUT or time.monotonic() > end:
                    return output, True
        except Empty:
            return output, True
        finally:
            _kill(process)
            reader.join(timeout=1)
    return output, False


def _read(stream: int, chunks: SimpleQueue[bytes]) -> None:
    """Put what can be read from a stream into a queue, and b"" at its end.

    A reader that is not woken for each byte lets the process compute.
    """
    with suppress(OSError):
        while chunk := os.read(stream, 65536):
            chunks.put(chunk)
            time.sleep(PAUSE)
    chunks.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and, where there are process groups, those that it started."""
    with suppress(AttributeError, OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
