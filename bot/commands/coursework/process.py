"""Runs one situation with a student's file, in a Python process of its own.

The process shares nothing with this one or with other situations: no modules, no
environment variables of Python, no standard streams. It is killed when it makes no
progress for `TIME_LIMIT`, and with it every process that it started.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Literal, TypeAlias, cast

from bot.commands.coursework.child import DONE, IMPORTED
from bot.commands.coursework.situations import Case, Situation
from rules.coursework import FACES

TIME_LIMIT = 5.0
"""How many seconds one case, or the import, may take before the process is stopped."""

TOTAL_LIMIT = 30.0
"""How many seconds all cases of a situation may take."""

MAX_OUTPUT = 100_000
"""How many bytes the process may write: one for each case, and the verdict."""

CHILD = Path(__file__).with_name("child.py")

Result: TypeAlias = Literal[
    "right", "wrong", "constant", "raised", "ended", "asked", "stopped", "missing", "no-function"
]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a situation went.

    `case` is the first case that failed, None while the file was imported or where
    none did, as when `varied` answers are all equal. `answer` is what the function
    returned, or the exception that it raised in `line` of `file`; `module` is the
    module that was not found. `printed` is the beginning of what the function printed,
    `printed_at_import` of what was printed before.
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


def run(path: Path, situation: Situation) -> Verdict:
    """Run a situation with the file `path`, which is absolute, and return its verdict."""
    question = {
        "path": str(path),
        "function": situation.function,
        "cases": [(case.arguments, case.expected, case.dice) for case in situation.cases],
        "faces": FACES,
        "varied": situation.varied,
    }
    output, stopped = _output(path, json.dumps(question).encode())
    imported = output.startswith(IMPORTED)
    progress, brace, verdict = output.partition(b"{")
    done = progress.count(DONE)
    cases = situation.cases
    case = cases[done] if imported and done < len(cases) else None
    if brace:
        # A file that has found the stream may have written anything to it.
        with suppress(ValueError, TypeError):
            return Verdict(**json.loads(brace + verdict), case=case, imported=imported)
    return Verdict("stopped" if stopped else "ended", case, imported=imported)


def _output(path: Path, question: bytes) -> tuple[bytes, bool]:
    """Return what the process wrote, and whether it had to be stopped."""
    process = subprocess.Popen(  # noqa: S603 — this interpreter runs a file of this package
        [sys.executable, "-I", "-B", str(CHILD)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=path.parent,
        start_new_session=True,
    )
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
    """Put what can be read from a stream into a queue, and b"" at its end."""
    with suppress(OSError):
        while chunk := os.read(stream, 65536):
            chunks.put(chunk)
    chunks.put(b"")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and, where there are process groups, those that it started."""
    with suppress(AttributeError, OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
