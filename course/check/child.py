"""The program that runs students' files: `python -I child.py`, in an empty folder, within limits.

It reads a question from standard input and writes a line for each situation, or each
version that tests are run on, to standard output: `IMPORTED` after the import of the
file, `DONE` after each case, then a verdict as JSON. Files are imported anew each time.
They read from and write to nothing. Only the standard library is imported.

The limits of the system (`limit`) and the refusals of Python (`guard`) keep mistakes and
pranks from other students and from the machine. They are no prison: native code, and
whoever looks for the stream of verdicts, gets around them.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import io
import json
import linecache
import os
import reprlib
import sys
import traceback
import unittest
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

IMPORTED, DONE = b"i", b"."

MAX_PRINTED = 200
"""How many characters of what a file prints are kept."""

MAX_MEMORY = 2**29
"""How many bytes of address space the process may take, where the system can limit it."""

MAX_PROCESSOR_TIME = 60
"""How many seconds the process may compute: it ends even if nobody is left to stop it."""

MAX_FILE, MAX_FILES = 2**20, 20
"""How many bytes a file may have that is written, and how many such files there may be."""

MAX_OPEN = 64
"""How many files may be open at once."""

PROCESSES = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.killpg",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "pty.spawn",
    "subprocess.Popen",
}
NETWORK = {"socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendmsg", "socket.sendto"}
LIMITS = {"resource.prlimit", "resource.setrlimit"}
CHANGES = {
    "os.chflags",
    "os.chmod",
    "os.chown",
    "os.link",
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.truncate",
    "os.utime",
}
"""Events of Python's audit (PEP 578), refused anywhere; the last only outside of the folder."""


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
    limit()
    guard(os.path.realpath(os.curdir))
    if "tests" in question:
        verdicts = _tested_versions(question)
    else:
        verdicts = _situations(question, answers, printed)
    for verdict in verdicts:
        os.write(answers, json.dumps(verdict).encode() + b"\n")
    os._exit(0)


def limit() -> None:
    """Limit memory, processes, files and time of this process, as far as the system can."""
    with suppress(ImportError):
        import resource  # noqa: PLC0415 — only on POSIX

        for name, value in (
            ("RLIMIT_AS", MAX_MEMORY),
            ("RLIMIT_CPU", MAX_PROCESSOR_TIME),
            ("RLIMIT_FSIZE", MAX_FILE),
            ("RLIMIT_NOFILE", MAX_OPEN),
            ("RLIMIT_NPROC", 0),
            ("RLIMIT_CORE", 0),
        ):
            with suppress(AttributeError, ValueError, OSError):
                resource.setrlimit(getattr(resource, name), (value, value))


def guard(folder: str) -> None:
    """Refuse other processes, the network, and changes outside of `folder`, for good.

    It does so where the system does not: root has no limit of processes, for one.
    """
    opened = 0

    def within(path: object) -> bool:
        if not isinstance(path, (str, bytes)):
            return isinstance(path, int)  # a stream that is open already
        place = os.path.realpath(os.fsdecode(path))
        return place == os.devnull or place.startswith(folder + os.sep)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal opened
        if event == "open":
            path, _, flags = arguments
            if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
                opened += 1
                if not within(path) or opened > MAX_FILES:
                    raise PermissionError("files are not written here")
        elif event in PROCESSES:
            raise PermissionError("no processes are started or ended here")
        elif event in NETWORK:
            raise PermissionError("there is no network here")
        elif event in LIMITS:
            raise PermissionError("limits stay as they are")
        elif event in CHANGES and not all(
            within(argument) for argument in arguments if isinstance(argument, (str, bytes))
        ):
            raise PermissionError("files are not changed here")

    sys.addaudithook(hook)


def _situations(
    question: dict[str, Any], answers: int, printed: Printed
) -> Iterator[dict[str, Any]]:
    """Yield the verdict of each situation, each with the file imported anew."""
    path = Path(question["path"])
    usual = [*sys.path]
    for situation in question["situations"]:
        _forget(usual, path.parent)
        try:
            module = _imported(path)
        except BaseException as error:  # noqa: BLE001 — any file may raise anything
            yield failure(error, path.parent)
            return
        os.write(answers, IMPORTED)
        at_import = printed.taken()
        verdict = _called(situation, question["faces"], module, answers, path)
        yield {**verdict, "printed": printed.taken(), "printed_at_import": at_import}


def _called(
    situation: dict[str, Any], faces: list[str], module: object, answers: int, path: Path
) -> dict[str, Any]:
    """Call the function for each case until one fails; return the verdict.

    Where the situation is left open, the verdict is the first answer that differs.
    """
    name = situation["function"]
    if not hasattr(module, name):
        return {"result": "missing"}
    value = getattr(module, name)
    seen = set()
    for arguments, expected, dice in situation["cases"]:
        if arguments is not None and not callable(value):
            return {"result": "no-function"}
        try:
            answer = value if arguments is None else value(*arguments)
            right = _are_dice(answer, dice, faces) if dice else same(answer, expected)
            if not right:
                return {"result": "wrong", "answer": _shown(answer)}
            if situation["varied"]:
                seen.add(_shown(answer))
        except BaseException as error:  # noqa: BLE001 — any function may raise anything
            return failure(error, path.parent)
        os.write(answers, DONE)
    if situation["varied"] and len(seen) == 1:
        return {"result": "constant", "answer": seen.pop()}
    return {"result": "right"}


def _forget(usual: list[str], *folders: Path) -> None:
    """Drop what was imported from the folders, and look into them before anything else."""
    places = {os.path.realpath(folder) for folder in folders}
    for name, module in [*sys.modules.items()]:
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and os.path.realpath(os.path.dirname(file)) in places:  # noqa: PTH120
            del sys.modules[name]
    sys.path[:] = [*map(str, folders), *usual]
    importlib.invalidate_caches()
    linecache.clearcache()


def _imported(path: Path) -> ModuleType:
    """Import the file under its own name, as a neighbour would."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


class Recorded(unittest.TestResult):
    """The results of tests: the names of those that passed, and how others failed."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.passed: list[str] = []
        self.fell: dict[str, dict[str, Any]] = {}

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802 — a name of unittest
        """Note a test that passed."""
        if test.id() not in self.fell:
            self.passed.append(test.id())

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802
        """Note a test that failed."""
        error = err[1]
        told = failure(error, self.folder)
        told["source"] = linecache.getline(
            str(self.folder / told.get("file", "")), told.get("line", 0)
        ).strip()[:MAX_PRINTED]
        self.fell.setdefault(test.id(), told)

    addError = addFailure  # noqa: N815

    def addSubTest(self, test: unittest.TestCase, _: Any, err: Any) -> None:  # noqa: N802
        """Note a part of a test that failed."""
        if err is not None:
            self.addFailure(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        """Note a test that passed against its own word."""
        self.fell.setdefault(
            test.id(), {"result": "raised", "answer": "unexpected success", "source": ""}
        )


def _tested_versions(question: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Run tests on each version; the first has to be right.

    The first verdict tells what passed and how others failed, each further one whether
    any test that passed on the first version has failed, and which.
    """
    path = Path(question["tests"])
    usual = [*sys.path]
    passing: set[str] = set()
    for number, folder in enumerate(question["versions"]):
        _forget(usual, *map(Path, question["versions"]), path.parent)
        sys.path[:] = [folder, str(path.parent), *usual]
        try:
            suite, unsuited = _suite(_imported(path))
        except BaseException as error:  # noqa: BLE001 — any file may raise anything
            yield {"failed": {"": failure(error, path.parent)}, "passed": [], "unsuited": []}
            if not number:
                return
            continue
        if number:
            suite = [test for test in suite if test.id() in passing]
        results = Recorded(path.parent)
        unittest.TestSuite(suite).run(results)
        passing = passing if number else set(results.passed)
        yield {"passed": results.passed, "failed": results.fell, "unsuited": unsuited}


def _suite(module: ModuleType) -> tuple[list[unittest.TestCase], list[str]]:
    """Return the tests of a module, of unittest or plain functions, and those with arguments."""
    tests = [*_flat(unittest.defaultTestLoader.loadTestsFromModule(module))]
    unsuited = []
    for name, value in [*vars(module).items()]:
        if not name.startswith("test") or not inspect.isfunction(value):
            continue
        if value.__module__ != module.__name__:
            continue
        if any(
            argument.default is argument.empty
            and argument.kind not in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD)
            for argument in inspect.signature(value).parameters.values()
        ):
            unsuited.append(name)
        else:
            tests.append(_Plain(value))
    return tests, unsuited


class _Plain(unittest.FunctionTestCase):
    """A test that is a plain function, known by its name."""

    def id(self) -> str:
        """Return the name of the function."""
        return super().id().rpartition(".")[2]


def _flat(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test


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


def failure(error: BaseException, folder: Path) -> dict[str, Any]:
    """Return the verdict for an exception: what it is, and the line of the student's files."""
    if isinstance(error, SystemExit):
        return {"result": "ended"}
    if isinstance(error, EOFError):
        return {"result": "asked"}
    file, line = "", 0
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).parent == folder:
            file, line = Path(frame.filename).name, frame.lineno or 0
    if isinstance(error, SyntaxError) and error.filename:
        file, line = Path(error.filename).name, error.lineno or 0
    message = str(error.msg if isinstance(error, SyntaxError) else error)
    shown = f"{type(error).__name__}{': ' if message else ''}{message}"[: 5 * MAX_PRINTED]
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


if __name__ == "__main__":
    main()
