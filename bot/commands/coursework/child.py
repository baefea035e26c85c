"""The program that runs a student's file: `python -I child.py`, one process per situation.

It reads a question from standard input, imports the file, calls one function for
each case until an answer is wrong, and writes what happened to standard output:
`IMPORTED` after the import, `DONE` after each case, then a verdict as JSON. The
file itself reads from and writes to nothing. Only the standard library is imported.
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import reprlib
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any

IMPORTED, DONE = b"i", b"."

MAX_PRINTED = 200
"""How many characters of what a file prints are kept."""

MAX_MEMORY = 2**30
"""How many bytes of address space the process may take, where the system can limit it."""


class Printed(io.StringIO):
    """Stands in for standard output and keeps the beginning of what is printed."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def write(self, text: str) -> int:
        """Keep the text up to `MAX_PRINTED` characters in all."""
        self.text += text[: MAX_PRINTED - len(self.text)]
        return len(text)

    def taken(self) -> str:
        """Return what was kept, and begin anew."""
        text, self.text = self.text, ""
        return text


def main() -> None:
    """Answer the question on standard input, and end the process."""
    question = json.loads(sys.stdin.buffer.read())
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    printed = Printed()
    sys.stdout = printed
    _limit_memory()
    verdict = _verdict(question, answers, printed)
    os.write(answers, json.dumps(verdict).encode())
    os._exit(0)


def _verdict(question: dict[str, Any], answers: int, printed: Printed) -> dict[str, Any]:
    """Import the file and call the function for each case; return how that went."""
    path = Path(question["path"])
    try:
        module = _imported(path)
    except BaseException as error:  # noqa: BLE001 — any file may raise anything
        return _failure(error, path)
    os.write(answers, IMPORTED)
    at_import = printed.taken()
    verdict = _called(question, module, answers)
    return {**verdict, "printed": printed.taken(), "printed_at_import": at_import}


def _called(question: dict[str, Any], module: object, answers: int) -> dict[str, Any]:
    """Call the function for each case until one fails; return the verdict."""
    name = question["function"]
    if not hasattr(module, name):
        return {"result": "missing"}
    value = getattr(module, name)
    seen = set()
    for arguments, expected, dice in question["cases"]:
        if arguments is not None and not callable(value):
            return {"result": "no-function"}
        try:
            answer = value if arguments is None else value(*arguments)
            right = _are_dice(answer, dice, question["faces"]) if dice else same(answer, expected)
            if not right:
                return {"result": "wrong", "answer": _shown(answer)}
            if question["varied"]:
                seen.add(_shown(answer))
        except BaseException as error:  # noqa: BLE001 — any function may raise anything
            return _failure(error, Path(question["path"]))
        os.write(answers, DONE)
    if question["varied"] and len(seen) == 1:
        return {"result": "constant", "answer": seen.pop()}
    return {"result": "right"}


def _imported(path: Path) -> object:
    """Import the file, which finds its neighbours as a script does."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def same(answer: object, expected: object) -> bool:
    """Return whether an answer equals what is expected, with equal types throughout.

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


def _are_dice(answer: object, dice: int, faces: list[str]) -> bool:
    return (
        isinstance(answer, list) and len(answer) == dice and all(face in faces for face in answer)
    )


def _failure(error: BaseException, path: Path) -> dict[str, Any]:
    """Return the verdict for an exception: what it is, and the line of the student's files."""
    if isinstance(error, SystemExit):
        return {"result": "ended"}
    if isinstance(error, EOFError):
        return {"result": "asked"}
    file, line = "", 0
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent == path.parent:
            file, line = Path(frame.filename).name, frame.lineno or 0
    if isinstance(error, SyntaxError) and error.filename:
        file, line = Path(error.filename).name, error.lineno or 0
    message = str(error.msg if isinstance(error, SyntaxError) else error)
    shown = f"{type(error).__name__}{': ' if message else ''}{message}"
    module = error.name if isinstance(error, ModuleNotFoundError) else None
    return {"result": "raised", "answer": shown, "file": file, "line": line, "module": module}


def _shown(answer: object) -> str:
    """Return the repr of an answer, shortened."""
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = short.maxdict = short.maxset = 12
    short.maxstring = short.maxother = 100
    try:
        return short.repr(answer)[:MAX_PRINTED]
    except Exception:  # noqa: BLE001 — any __repr__ may raise
        return f"<{type(answer).__name__}>"


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 — only on POSIX

        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


if __name__ == "__main__":
    main()
