"""The program that runs students' files in an empty folder, within limits.

It is started as `python -I -S child.py`, reads a request from standard input and writes lines of
JSON to standard output: the values of the functions in the file (`encoded`), and events, objects
with the key `event`. It holds no expected answer, so a file that takes over the process can only
report the values of other functions. Files are imported anew each time and have no streams. Only
the standard library can be imported, and pytest by tests.

The limits of the system (`limit`) and of Python (`guard`, `silence`) protect other students and the
machine from mistakes, pranks and shortcuts. They do not stop a determined attacker.
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
"""The number of characters of printed output that are kept."""

MAX_ANSWER = 250
"""The maximum size in bytes of an answer sent as a value; right answers are shorter."""

MAX_ITEMS, MAX_DEPTH, MAX_BITS = 40, 4, 256
"""The maximum length and depth of lists, and size of numbers, sent as values."""

MAX_MEMORY = 2**29
"""The address space of the process in bytes, where the system can limit it."""

MAX_FILE, MAX_FILES = 2**20, 20
"""The maximum size in bytes and number of written files."""

MAX_OPEN = 64
"""The maximum number of open files."""

REFUSED: dict[str, str] = {
    **dict.fromkeys(
        (
            "_winapi.CreateProcess",
            "_winapi.OpenProcess",
            "_winapi.TerminateProcess",
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
        ),
        "no processes are started or ended here",
    ),
    **dict.fromkeys(
        (
            "socket.bind",
            "socket.connect",
            "socket.getaddrinfo",
            "socket.gethostbyaddr",
            "socket.gethostbyname",
            "socket.getnameinfo",
            "socket.sendmsg",
            "socket.sendto",
            "socket.sethostname",
        ),
        "there is no network here",
    ),
    **dict.fromkeys(("resource.prlimit", "resource.setrlimit"), "limits stay as they are"),
    **dict.fromkeys(
        (
            "gc.get_objects",
            "gc.get_referents",
            "gc.get_referrers",
            "sys._current_exceptions",
            "sys._current_frames",
        ),
        "objects are not searched here",
    ),
    **dict.fromkeys(
        (
            "os.chflags",
            "os.chown",
            "os.link",
            "os.rename",
            "os.removexattr",
            "os.setxattr",
            "os.symlink",
            "sqlite3.connect",
        ),
        "files are not changed here",
    ),
    "cpython.PyInterpreterState_New": "there is one interpreter here",
}
"""The audit events (PEP 578) that are refused, with the messages."""

CHANGES = frozenset({"os.chmod", "os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.utime"})
"""The audit events that are refused outside the folder of the process."""

NATIVE = frozenset(
    {
        "_ctypes",
        "_ctypes_test",
        "_curses",
        "_curses_panel",
        "_dbm",
        "_gdbm",
        "_interpreters",
        "_multiprocessing",
        "_posixshmem",
        "_posixsubprocess",
        "_ssl",
        "_testcapi",
        "_testinternalcapi",
        "_testlimitedcapi",
        "_tkinter",
        "_xxsubinterpreters",
        "ctypes",
        "readline",
    }
)
"""The modules with access to memory, files or processes without an event; imports fail."""

SILENT = {
    "_imp": ("create_builtin",),
    "_posixsubprocess": ("fork_exec",),
    "_signal": ("pidfd_send_signal",),
    "os": (
        "chroot",
        "mkfifo",
        "mknod",
        "sched_setaffinity",
        "sched_setparam",
        "sched_setscheduler",
        "setns",
        "setpriority",
        "unshare",
    ),
    "time": ("clock_settime",),
}
"""The functions with access to processes or files without an event; they are removed."""

Tell: TypeAlias = Callable[[Any], None]
"""Writes a line of JSON to the parent process."""


class Other:
    """A stand-in for a value that is not sent, with the repr of that value."""

    def __init__(self, shown: str) -> None:
        self.shown = shown

    def __repr__(self) -> str:
        return self.shown


def encoded(value: object, depth: int = MAX_DEPTH) -> Any:
    """Return a value as JSON with its type, or the repr of long values and other types.

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
    """A replacement of standard output that keeps the beginning of the output."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def write(self, text: str) -> int:
        """Keep the text up to `MAX_PRINTED` characters in all."""
        self.text += text[: MAX_PRINTED - len(self.text)]
        return len(text)

    def taken(self) -> str:
        """Return the kept output, and reset it."""
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
    silence()
    guard(
        os.path.realpath(os.curdir),
        question["closed"],
        question["beside"],
        question["libraries"],
    )
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


def silence() -> None:
    """Remove the functions without audit events (`SILENT`) for good.

    Built-in modules are imported before, since they cannot be imported later.
    """
    for name in sys.builtin_module_names:
        if name not in NATIVE:
            importlib.import_module(name)

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("that is not done here")

    for module, functions in SILENT.items():
        with suppress(ImportError):
            owner = importlib.import_module(module)
            for function in functions:
                for place in (owner, sys.modules.get("posix"), sys.modules.get("signal")):
                    found = vars(place).get(function) if place else None
                    if found is not None:
                        setattr(place, function, refused)
                        os.supports_dir_fd.discard(found)
                        os.supports_fd.discard(found)
                        os.supports_follow_symlinks.discard(found)


def guard(  # noqa: PLR0915 — the hook calls nothing that a file can change
    folder: str, closed: list[str], beside: list[str], libraries: list[str]
) -> None:
    """Refuse other processes, the network, native code and changes outside `folder` for good.

    Files can be read in `folder`, in the folders `beside`, in the standard library and in
    `libraries`; in the folders `closed` only files directly in one of the folders `beside`. The
    hook works where the system has no limit, as for the processes of root. It is a single function
    that looks up no global name and calls nothing written in Python, since a file could replace
    these; it uses its own constants and texts, which a file that sees its frame cannot change.
    """
    realpath = os.path.realpath
    native = tuple(realpath(one) + os.sep for one in sys.path)
    own = tuple(map(realpath, beside))
    refused = tuple(REFUSED.items())

    def hook(  # noqa: PLR0915
        event: str,
        arguments: tuple[Any, ...],
        *,
        refused: tuple[tuple[str, str], ...] = refused,
        changes: frozenset[str] = CHANGES,
        modules: frozenset[str] = NATIVE,
        folder: str = folder,
        within: str = folder + os.sep,
        hidden: tuple[str, ...] = tuple(realpath(one) + os.sep for one in closed),
        own: frozenset[str] = frozenset(own),
        native: tuple[str, ...] = native,
        read: tuple[str, ...] = (
            folder + os.sep,
            *(one.rstrip(os.sep) + os.sep for one in own),
            *native,
            *(realpath(one) + os.sep for one in libraries),
        ),
        streams: frozenset[str] = frozenset({os.devnull, "/dev/random", "/dev/urandom"}),
        writing: int = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND,
        most: int = MAX_FILES,
        sep: str = os.sep,
        resolved: Any = None if os.sep == "/" else realpath,
        at: Any = os.getcwd,
        link: Any = os.readlink,
        entries: Any = os.listdir,
        look: Any = os.stat,
        kind: Any = type,
        text: Any = str,
        octets: Any = bytes,
        number: Any = int,
        length: Any = len,
        Missing: Any = OSError,  # noqa: N803 — exceptions
        Refusal: Any = PermissionError,  # noqa: N803
        NoModule: Any = ImportError,  # noqa: N803
    ) -> None:
        for name, sentence in refused:
            if event == name:
                raise Refusal(sentence)
        if event.startswith("ctypes."):
            raise Refusal("native code is not loaded here")
        if event == "import":
            path = arguments[1]
            module = arguments[0].rpartition(".")[2] if path else arguments[0]
            if module in ("ctypes", "_ctypes"):
                raise Refusal("native code is not loaded here")
            if module in modules or (path and path.rpartition(sep)[2].partition(".")[0] in modules):
                raise NoModule("native code is not loaded here")
            if not path:
                return
        elif event == "open" or event in changes:
            path = arguments[0]
            if event == "open" and (kind(path) is number or path is None):
                return  # an open stream
        else:
            return
        # the path with links resolved
        if kind(path) is octets:
            path = octets.decode(path, "utf-8", "surrogateescape")
        if kind(path) is not text:
            raise Refusal("only files beside this one are read here")
        if resolved is not None:
            place = resolved(path)
        else:
            if not path.startswith("/"):
                if ".." in path.split("/"):
                    raise Refusal("only files beside this one are read here")
                path = at() + "/" + path
            place, links = "", 0
            while path:
                part, _, path = path.partition("/")
                if part in ("", "."):
                    continue
                if part == "..":
                    place = place.rpartition("/")[0]
                    continue
                try:
                    target = link(place + "/" + part)
                except Missing:
                    place += "/" + part
                    continue
                links += 1
                if links > 40:
                    raise Refusal("only files beside this one are read here")
                if target.startswith("/"):
                    place = ""
                path = target + "/" + path
        if event == "import":
            if not place.startswith(native):
                raise Refusal("native code is not loaded here")
            return
        if event == "open" and not arguments[2] & writing:
            if place.startswith(hidden) and place.rpartition(sep)[0] not in own:
                raise Refusal("the files of Dice Poker are not read here")
            is_folder = False
            try:  # noqa: SIM105 — suppress is written in Python
                is_folder = look(place).st_mode & 0o170000 == 0o040000
            except Missing:
                pass
            if place not in streams and (
                not (place + sep).startswith(read)
                or (is_folder and not (place + sep).startswith(within))
            ):
                raise Refusal("only files beside this one are read here")
            return
        if place in streams and event == "open":
            return
        if not place.startswith(within):
            raise Refusal(
                "files are not written here" if event == "open" else "files are not changed here"
            )
        if event in (
            "open",
            "os.mkdir",
        ):  # limited numbers of files in a folder, and of folders in one
            parent = place.rpartition(sep)[0]
            depth = 0 if parent == folder else 1 + parent[length(within) :].count(sep)
            known = entries(parent) if depth <= (event == "open") else None
            if known is None or (length(known) >= most and place.rpartition(sep)[2] not in known):
                raise Refusal("files are not written here")

    sys.addaudithook(hook)


# Situations: the values of functions


def _situations(question: dict[str, Any], tell: Tell, answers: int, printed: Printed) -> None:
    """Report the values of the functions in each situation, importing the file anew for each."""
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
    """Call the function for each case and report its values until it raises."""
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
    if type(answer) is int and -MAX_PRINTED < answer < MAX_PRINTED:
        return b"%d\n" % answer
    line = json.dumps(encoded(answer))
    if len(line) > MAX_ANSWER:
        line = json.dumps({"other": shown(answer)})
    return line.encode() + b"\n"


def forget(usual: list[str], *folders: Path) -> None:
    """Drop imports from the folders, and search them before anything else."""
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


# Strategies: the answers of a function, one decision after another


def _strategy(question: dict[str, Any], asked: BinaryIO, tell: Tell) -> None:
    """Answer requests with the function of a strategy until there are none.

    `begin` imports the file anew and seeds Python's generator, `luck` reports its state, `call` has
    the arguments of the function.
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


# Tests: their results with functions whose answers the parent process gives


class Recorded(unittest.TestResult):
    """The results of tests: the names of those that passed, and the failures."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.passed: list[str] = []
        self.fell: dict[str, dict[str, Any]] = {}

    def addSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802 — a name of unittest
        if _name(test) not in self.fell:
            self.passed.append(_name(test))

    def addFailure(self, test: unittest.TestCase, err: Any) -> None:  # noqa: N802
        self.fell.setdefault(_name(test), failure(err[1], self.folder))

    addError = addFailure  # noqa: N815

    def addSubTest(self, test: unittest.TestCase, _: Any, err: Any) -> None:  # noqa: N802
        if err is not None:
            self.addFailure(test, err)

    def addUnexpectedSuccess(self, test: unittest.TestCase) -> None:  # noqa: N802
        """Note a test that passed although a failure was expected."""
        told = {"result": "raised", "answer": "unexpected success", "source": ""}
        self.fell.setdefault(_name(test), told)


def _name(test: unittest.TestCase) -> str:
    """Return the name of the function of a test, or what fails around tests of a class.

    That is `setUpClass (module.Class)`, for one.
    """
    name = test.id()
    return name if " " in name else name.rpartition(".")[2]


def _tests(question: dict[str, Any], asked: BinaryIO, tell: Tell) -> None:
    """Report the results of tests with each version of the functions, then with the own solution.

    Versions are in the parent process, which answers each call.
    """
    path = Path(question["tests"])
    usual = [*sys.path]

    def ask(name: str, arguments: tuple[object, ...] | None, named: Mapping[str, object]) -> Any:
        """Return the value of a function or, without arguments, of a constant."""
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
    """Return a module whose functions and constants get their values from the parent process."""

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
    """Return the results of the tests of a file; a file that cannot be imported fails as “”."""
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
    """A test that is a plain function."""

    def __init__(self, function: Callable[[], Any], name: str) -> None:
        super().__init__(function)
        self.name = name

    def id(self) -> str:
        """Return the name of the function, with the number of its case."""
        return self.name

    def __str__(self) -> str:
        """Return the id, which Python 3.12 needs, since a partial has no name."""
        return self.name


def _flat(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from _flat(test)
        else:
            yield test


def failure(error: BaseException, folder: Path) -> dict[str, Any]:
    """Return the description of an exception, with the student's line that raised it."""
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
    short = reprlib.Repr()
    short.maxlist = short.maxtuple = short.maxdict = short.maxset = 12
    short.maxstring = short.maxother = 100
    try:
        return short.repr(answer)[:MAX_PRINTED]
    except Exception:  # noqa: BLE001 — any __repr__ may raise
        return f"<{type(answer).__name__}>"


if __name__ == "__main__":
    main()
