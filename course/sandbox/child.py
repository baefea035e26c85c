"""The program that runs students' files in an empty folder, within limits.

It is started as `python -I -S child.py`, reads a question from standard input and writes
lines of JSON to standard output: what the functions of the file return (`encoded`), and
events, objects with the key `event`. It holds no answer that is expected: a file that takes
this process over can only say what other functions would have returned. Files are imported
anew each time; they read from and write to no stream. Only the standard library can be
imported, and pytest by tests.

The limits of the system (`limit`) and the refusals of Python (`guard`) keep mistakes and
pranks from other students and from the machine. They are no prison for native code.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import inspect
import io
import json
import linecache
import math
import os
import random
import reprlib
import sys
import traceback
import unittest
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, TypeAlias

MAX_PRINTED = 200
"""How many characters of what a file prints are kept."""

MAX_ANSWER = 250
"""How many bytes an answer may have that is sent as a value; the right ones are shorter."""

MAX_ITEMS, MAX_DEPTH, MAX_BITS = 40, 4, 256
"""The size of lists, their depth, and the size of numbers, that are sent as values."""

MAX_MEMORY = 2**29
"""How many bytes of address space the process may take, where the system can limit it."""

MAX_FILE, MAX_FILES = 2**20, 20
"""How many bytes a file may have that is written, and how many such files there may be."""

MAX_OPEN = 64
"""How many files may be open at once."""

PROCESSES = frozenset(
    {
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
)
NETWORK = frozenset(
    {"socket.bind", "socket.connect", "socket.getaddrinfo", "socket.sendmsg", "socket.sendto"}
)
LIMITS = frozenset({"resource.prlimit", "resource.setrlimit"})
INSIDE = frozenset({"gc.get_objects", "gc.get_referents", "gc.get_referrers"})
CHANGES = frozenset(
    {
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
)
"""Events of Python's audit (PEP 578), refused anywhere; the last only outside of the folder."""

Tell: TypeAlias = Callable[[Any], None]
"""Writes a line of JSON to the process that asks."""


class Other:
    """Stands for a value of another type than those that are sent; its repr is that value's."""

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def __repr__(self) -> str:
        return self.shown


def encoded(value: object, depth: int = MAX_DEPTH) -> Any:
    """Return a value as JSON with its type, exactly; of other types, and of long ones, the repr.

    >>> encoded((1, True, "9")), encoded({4})
    ({'tuple': [1, True, '9']}, {'set': [4]})
    """
    kind = type(value)
    if value is None or (isinstance(value, bool) and kind is bool):
        return value
    if kind is str and len(value) <= MAX_ANSWER:  # type: ignore[arg-type]
        return value
    if isinstance(value, int) and kind is int and value.bit_length() <= MAX_BITS:
        return value
    if isinstance(value, float) and kind is float and math.isfinite(value):
        return value
    if depth:
        if isinstance(value, (list, tuple, set)) and len(value) <= MAX_ITEMS:
            if kind is list:
                return [encoded(one, depth - 1) for one in value]
            if kind is tuple or kind is set:
                return {kind.__name__: [encoded(one, depth - 1) for one in value]}
        if isinstance(value, dict) and kind is dict and len(value) <= MAX_ITEMS:
            pairs = [*value.items()]
            return {"dict": [[encoded(one, depth - 1) for one in pair] for pair in pairs]}
        if isinstance(value, range) and len(value) <= MAX_ITEMS:
            return {"tuple": [*value]}
    return {"other": shown(value)}


def decoded(value: Any) -> Any:
    """Return the value that was encoded. Raises ValueError or TypeError for anything else.

    >>> decoded(encoded({"9": [9, None]}))
    {'9': [9, None]}
    """
    if isinstance(value, list):
        return [decoded(one) for one in value]
    if not isinstance(value, dict):
        return value
    ((kind, inside),) = value.items()
    if kind == "other":
        return Other(str(inside))
    if kind == "tuple":
        return tuple(map(decoded, inside))
    if kind == "set":
        return set(map(decoded, inside))
    if kind == "dict":
        return {decoded(key): decoded(one) for key, one in inside}
    raise ValueError(f"{kind} is no kind of value")


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
    asked = os.fdopen(os.dup(0), "rb")
    question = json.loads(asked.readline())
    answers = os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    printed = Printed()
    sys.stdout = printed
    builtins.exit = builtins.quit = sys.exit  # type: ignore[assignment]  # `-S` leaves them out
    limit(question["seconds"])
    guard(os.path.realpath(os.curdir), question["closed"], question["beside"])
    sys.path.extend(question["libraries"])

    def tell(message: Any) -> None:
        os.write(answers, json.dumps(message).encode() + b"\n")

    if "tests" in question:
        _tests(question, asked, tell)
    elif "strategy" in question:
        _strategy(question, asked, tell)
    else:
        _situations(question, tell, answers, printed)
    os._exit(0)


def limit(seconds: int) -> None:
    """Limit memory, processes, files and processor time of this process, as far as possible."""
    with suppress(ImportError):
        import resource  # noqa: PLC0415 — only on POSIX

        for name, value in (
            ("RLIMIT_AS", MAX_MEMORY),
            ("RLIMIT_CPU", seconds),
            ("RLIMIT_FSIZE", MAX_FILE),
            ("RLIMIT_NOFILE", MAX_OPEN),
            ("RLIMIT_NPROC", 0),
            ("RLIMIT_CORE", 0),
        ):
            with suppress(AttributeError, ValueError, OSError):
                resource.setrlimit(getattr(resource, name), (value, value))


def guard(folder: str, closed: list[str], beside: list[str]) -> None:
    """Refuse other processes, the network, native code and changes outside of `folder`, for good.

    What stands in the folders `closed` is not read either, but for files that stand in one
    of the folders `beside` themselves. It does so where the system does not: root has no
    limit of processes, for one.
    """
    opened: set[str | None] = set()
    realpath, fsdecode = os.path.realpath, os.fsdecode
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    null, own = os.devnull, folder + os.sep
    hidden = tuple(realpath(one) + os.sep for one in closed)
    own_files = frozenset(map(realpath, beside))
    native = tuple(realpath(one) + os.sep for one in sys.path)
    events = {
        **dict.fromkeys(PROCESSES, "no processes are started or ended here"),
        **dict.fromkeys(NETWORK, "there is no network here"),
        **dict.fromkeys(LIMITS, "limits stay as they are"),
        **dict.fromkeys(INSIDE, "objects are not searched here"),
    }.get

    def place(path: object) -> str | None:
        return realpath(fsdecode(path)) if isinstance(path, (str, bytes)) else None

    def within(path: object) -> bool:
        found = place(path)  # without a path it is a stream that is open already
        return isinstance(path, int) if found is None else found == null or found.startswith(own)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if flags & writing:
                opened.add(place(path))
                if not within(path) or len(opened) > MAX_FILES:
                    raise PermissionError("files are not written here")
            elif (found := place(path) or "").startswith(hidden) and (
                found.rpartition(os.sep)[0] not in own_files
            ):
                raise PermissionError("the files of Dice Poker are not read here")
        elif event == "import":
            module, file, *_ = arguments
            if module in ("ctypes", "_ctypes") or (
                file is not None and not realpath(file).startswith(native)
            ):
                raise PermissionError("native code is not loaded here")
        elif event.startswith("ctypes."):
            raise PermissionError("native code is not loaded here")
        elif (refusal := events(event)) is not None:
            raise PermissionError(refusal)
        elif event in CHANGES and not all(
            within(argument) for argument in arguments if isinstance(argument, (str, bytes))
        ):
            raise PermissionError("files are not changed here")

    sys.addaudithook(hook)


# Situations: what functions return


def _situations(question: dict[str, Any], tell: Tell, answers: int, printed: Printed) -> None:
    """Tell what the functions return in each situation, each with the file imported anew."""
    path = Path(question["path"])
    usual = [*sys.path]
    for situation in question["situations"]:
        forget(usual, path.parent)
        try:
            module = imported(path)
        except BaseException as error:  # noqa: BLE001 — any file may raise anything
            tell({"event": "failed", **failure(error, path.parent)})
            return
        tell({"event": "imported", "printed": printed.taken()})
        _called(situation, module, tell, answers, path)
        tell({"event": "end", "printed": printed.taken()})


def _called(
    situation: dict[str, Any], module: object, tell: Tell, answers: int, path: Path
) -> None:
    """Call the function for each case, and tell what it returns until it raises anything."""
    name = situation["function"]
    if not hasattr(module, name):
        tell({"event": "missing"})
        return
    value = getattr(module, name)
    for arguments in situation["cases"]:
        if arguments is not None and not callable(value):
            tell({"event": "no-function"})
            return
        given = [[*one] if isinstance(one, list) else one for one in arguments or ()]
        try:
            line = _line(value if arguments is None else value(*given))
        except BaseException as error:  # noqa: BLE001 — any function may raise anything
            tell({"event": "failed", **failure(error, path.parent)})
            return
        os.write(answers, line)
        if given != (arguments or []):
            tell({"event": "changed", "answer": shown(given[0])})


def _line(answer: object) -> bytes:
    """Return the line that tells an answer."""
    if type(answer) is int and -MAX_PRINTED < answer < MAX_PRINTED:
        return b"%d\n" % answer
    line = json.dumps(encoded(answer))
    if len(line) > MAX_ANSWER:
        line = json.dumps({"other": shown(answer)})
    return line.encode() + b"\n"


def forget(usual: list[str], *folders: Path) -> None:
    """Drop what was imported from the folders, and look into them before anything else."""
    places = {os.path.realpath(folder) for folder in folders}
    for name, module in [*sys.modules.items()]:
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and os.path.realpath(os.path.dirname(file)) in places:  # noqa: PTH120
            del sys.modules[name]
    sys.path[:] = [*map(str, folders), *usual]
    importlib.invalidate_caches()
    linecache.clearcache()


def imported(path: Path) -> ModuleType:
    """Import the file under its own name, as a neighbour would."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} cannot be read as Python")
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


# Strategies: what a function answers, one decision after another


def _strategy(question: dict[str, Any], asked: BinaryIO, tell: Tell) -> None:
    """Answer requests with the function of a strategy until there are none.

    `begin` imports the file anew and seeds Python's generator, `luck` tells its state,
    `call` has the arguments of the function.
    """
    path = Path(question["strategy"])
    usual = [*sys.path]
    function: Any = None
    for line in iter(asked.readline, b""):
        request = json.loads(line)
        try:
            if "begin" in request:
                forget(usual, path.parent)
                function = getattr(imported(path), question["function"], None)
                random.seed(request["begin"])
                fault = (
                    "missing" if function is None else "" if callable(function) else "no-function"
                )
                tell({"event": fault or "imported"})
            elif "luck" in request:
                tell({"luck": hash(random.getstate())})
            else:
                tell({"answer": encoded(function(*map(decoded, request["call"])))})
        except BaseException as error:  # noqa: BLE001 — any function may raise anything
            tell({"event": "failed", **failure(error, path.parent)})


# Tests: how they end with functions that answer as the process that asks wants


class Recorded(unittest.TestResult):
    """The results of tests: the names of those that passed, and how others failed."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.passed: list[str] = []
        self.fell: dict[str, dict[str, Any]] = {}

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802 — a name of unittest
        """Note a test that passed."""
        if _name(test) not in self.fell:
            self.passed.append(_name(test))

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802
        """Note a test that failed."""
        self.fell.setdefault(_name(test), failure(err[1], self.folder))

    addError = addFailure  # noqa: N815

    def addSubTest(self, test: unittest.TestCase, _: Any, err: Any) -> None:  # noqa: N802
        """Note a part of a test that failed."""
        if err is not None:
            self.addFailure(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        """Note a test that passed against its own word."""
        told = {"result": "raised", "answer": "unexpected success", "source": ""}
        self.fell.setdefault(_name(test), told)


def _name(test: unittest.TestCase) -> str:
    """Return the name of the function of a test, or what fails around tests of a class.

    That is `setUpClass (module.Class)`, for one.
    """
    name = test.id()
    return name if " " in name else name.rpartition(".")[2]


def _tests(question: dict[str, Any], asked: BinaryIO, tell: Tell) -> None:
    """Tell how tests end with each version of the functions, then with the own solution.

    A version is in the other process: functions here ask it for each call.
    """
    path = Path(question["tests"])
    usual = [*sys.path]

    def ask(name: str, arguments: tuple[object, ...] | None, named: Mapping[str, object]) -> Any:
        """Return what a function returns; without arguments it is the value of a constant."""
        given = None if arguments is None else [encoded(one) for one in arguments]
        words = {one: encoded(value) for one, value in named.items()}
        tell({"event": "call", "name": name, "arguments": given, "named": words})
        reply = json.loads(asked.readline())
        if "raises" in reply:
            error, message = reply["raises"]
            raise getattr(builtins, error, Exception)(message)
        return decoded(reply["value"])

    for _ in range(question["versions"]):
        tell({"event": "version"})
        modules = json.loads(asked.readline())
        forget(usual, path.parent)
        for name, (functions, constants) in modules.items():
            sys.modules[name] = _module(name, functions, constants, ask)
        tell({"event": "results", **_results(path)})
        for name in modules:
            sys.modules.pop(name, None)
    if question["own"] is not None:
        own = Path(question["own"])
        forget(usual, path.parent, own)
        sys.path[:] = [str(own), str(path.parent), *usual]
        tell({"event": "results", **_results(path)})


def _module(
    name: str, functions: list[str], constants: list[str], ask: Callable[..., Any]
) -> ModuleType:
    """Return a module whose functions and constants ask the other process for their values."""

    def constant(wanted: str) -> Any:
        if wanted not in constants:
            raise AttributeError(f"module {name!r} has no attribute {wanted!r}")
        return ask(wanted, None, {})

    module = ModuleType(name)
    vars(module)["__getattr__"] = constant
    vars(module)["__all__"] = [*functions, *constants]
    for function in functions:
        vars(module)[function] = _asking(function, ask)
    return module


def _asking(function: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    def asking(*given: object, **named: object) -> Any:
        return ask(function, given, named)

    asking.__name__ = asking.__qualname__ = function
    return asking


def _results(path: Path) -> dict[str, Any]:
    """Return how the tests of a file end; a file that cannot be imported fails as “”."""
    try:
        suite, unsuited = _suite(imported(path))
    except BaseException as error:  # noqa: BLE001 — any file may raise anything
        return {"failed": {"": failure(error, path.parent)}, "passed": [], "unsuited": []}
    results = Recorded(path.parent)
    unittest.TestSuite(suite).run(results)
    return {"passed": results.passed, "failed": results.fell, "unsuited": unsuited}


def _suite(module: ModuleType) -> tuple[list[unittest.TestCase], list[str]]:
    """Return the tests of a module, of unittest or plain functions, and those with arguments."""
    tests = [*_flat(unittest.defaultTestLoader.loadTestsFromModule(module))]
    unsuited = []
    for name, value in [*vars(module).items()]:
        if not name.startswith("test") or not inspect.isfunction(value):
            continue
        if value.__module__ != module.__name__:
            continue
        needed = {
            argument.name
            for argument in inspect.signature(value).parameters.values()
            if argument.default is argument.empty
            and argument.kind not in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD)
        }
        cases = [*_parametrized(value)]
        if any(needed - case.keys() for case in cases):
            unsuited.append(name)
            continue
        for number, case in enumerate(cases, 1):
            shown_name = name if len(cases) == 1 else f"{name}[{number}]"
            tests.append(_Plain(partial(value, **case), shown_name))
    return tests, unsuited


def _parametrized(function: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments of each case that `pytest.mark.parametrize` gives a test."""
    tables: list[list[dict[str, Any]]] = []
    for mark in getattr(function, "pytestmark", ()):
        if getattr(mark, "name", "") != "parametrize":
            continue
        given: Mapping[str, Any] = dict(zip(("argnames", "argvalues"), mark.args, strict=False))
        given = {**given, **mark.kwargs}
        names = given["argnames"]
        if isinstance(names, str):
            names = [name.strip() for name in names.split(",") if name.strip()]
        rows = (
            row.values  # of pytest.param
            if type(row).__name__ == "ParameterSet"
            else row
            if len(names) > 1
            else (row,)
            for row in given["argvalues"]
        )
        tables.append([dict(zip(names, row, strict=True)) for row in rows])
    for rows_of_case in product(*tables):
        yield {name: value for row in rows_of_case for name, value in row.items()}


class _Plain(unittest.FunctionTestCase):
    """A test that is a plain function, known by its name."""

    def __init__(self, function: Callable[[], Any], name: str) -> None:
        super().__init__(function)
        self.name = name

    def id(self) -> str:
        """Return the name of the function, with the number of its case."""
        return self.name


def _flat(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test


def failure(error: BaseException, folder: Path) -> dict[str, Any]:
    """Return what an exception is, and the line of the student's files that raised it."""
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
    name = f"{type(error).__name__}{': ' if message else ''}{message}"[: 5 * MAX_PRINTED]
    module = error.name if isinstance(error, ModuleNotFoundError) else None
    source = linecache.getline(str(folder / file), line).strip()[:MAX_PRINTED] if line else ""
    return {
        "result": "raised",
        "answer": name,
        "file": file,
        "line": line,
        "source": source,
        "module": module,
    }


def shown(answer: object) -> str:
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
