"""The musts: the demands of the assignment on the form of files.

`dice.py` counts without `list.count`. `score_dice.py` uses the names of dice.py, and its
`calculate_score` has one return, a nested conditional and helpers. Both have docstrings. Every file
has only allowed imports and passes flake8, if that is installed.
"""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import TypeAlias

from course.check.situations import TESTS
from course.coursework import FACES
from rules.text import Text, say, say_count

MAX_BYTES = 1_000_000
"""The size of a file, in bytes, above which it is not read."""

MAX_LINE = 120
"""The number of characters of a line that are shown."""

STYLE_LIMIT = 20.0
"""The seconds that flake8 may take."""

NEAR = 0.8
"""The similarity from which a name counts as a misspelling of another one, 0 to 1."""

USED_FUNCTIONS = ("add_values", "num_faces")
USED_CONSTANTS = ("FACES", "FACE_VALUES")
MAIN = "calculate_score"

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Must:
    """A must: its name and its faults, each with its line.

    A fault of the file as a whole has line 0. Faults of an `open` must are shown and not counted.
    """

    name: Text
    faults: tuple[tuple[int, Text | str], ...]
    open: bool = False

    @property
    def kept(self) -> bool:
        """Whether nothing was found that is wrong."""
        return self.open or not self.faults


def parsed(path: Path) -> ast.Module | None:
    """Return the syntax tree of a file, None if it is not valid Python or too large."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        with warnings.catch_warnings(action="ignore"):
            return ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defined(tree: ast.Module) -> set[str]:
    """Return the names that a module defines at its top level, imports left out."""
    names = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.Assign(targets=targets):
                names.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The parsed source of a file; a `combined` one has the functions of dice.py and the scores."""

    tree: ast.Module
    lines: tuple[str, ...]
    combined: bool = False

    @property
    def functions(self) -> dict[str, Function]:
        """The functions at the top level, by their names."""
        return {node.name: node for node in self.tree.body if isinstance(node, Function)}


Faults: TypeAlias = "Iterator[tuple[int, Text | str]]"
Check: TypeAlias = Callable[[SourceFile], Faults]


def musts_of(path: Path, parts: tuple[str, ...]) -> tuple[Must, ...]:
    """Return the musts of the parts of the assignment in a file.

    They are the same for every file of a part. A file that is not valid Python keeps none.
    """
    checks = {name: check for part in parts for name, check in MUSTS[part].items()}
    tree = parsed(path)
    if tree is None:
        fault = ((0, say("It cannot be read as Python.")),)
        found = [Must(name, fault) for name in checks]
    else:
        lines = tuple(path.read_bytes().decode(errors="replace").splitlines())
        source = SourceFile(tree, lines, combined=len(parts) > 1)
        found = [Must(name, tuple(check(source))) for name, check in checks.items()]
        told = {name: check for part in parts for name, check in TOLD.get(part, {}).items()}
        shown = (Must(name, tuple(check(source)), open=True) for name, check in told.items())
        found += [must for must in shown if must.faults]
    return (*found, _style(path)) if parts else ()


def counted(part: str) -> int:
    """Return the number of counted musts of a part."""
    return len(MUSTS[part]) + (flake8() is not None)


def near(tree: ast.Module, name: str) -> str | None:
    """Return the name in a module that is probably meant to be the given one.

    >>> near(ast.parse("def calculateScore(): pass"), "calculate_score")
    'calculateScore'
    """
    plain = {one.replace("_", "").casefold(): one for one in sorted(defined(tree))}
    found = get_close_matches(name.replace("_", "").casefold(), plain, 1, NEAR)
    return plain[found[0]] if found else None


def _in_main(check: Callable[[SourceFile, Function], Faults]) -> Check:
    """Return a check of `calculate_score` that fails for a file without it."""

    def checked(source: SourceFile) -> Faults:
        main = source.functions.get(MAIN)
        if main is not None:
            yield from check(source, main)
            return
        other = near(source.tree, MAIN)
        if other is None:
            yield 0, say("There is no {name}.", name=MAIN)
        else:
            yield (
                0,
                say("There is no {name}. It defines {other}: is that it?", name=MAIN, other=other),
            )

    return checked


def _returns(source: SourceFile, main: Function) -> Faults:
    returns = sorted(node.lineno for node in _inside(main) if isinstance(node, ast.Return))
    if not returns:
        yield main.lineno, say("There is no return.")
    elif len(returns) > 1:
        for line in returns:
            yield line, source.lines[line - 1].strip()[:MAX_LINE]


def _conditional(source: SourceFile, main: Function) -> Faults:
    distinguishing = [main, *_given_the_category(main, source.functions)]
    if not any(_nests(node) for function in distinguishing for node in _inside(function)):
        yield main.lineno, say("No conditional stands inside another one.")


def _helpers(source: SourceFile, main: Function) -> Faults:
    own = {*source.functions} - {MAIN}
    if not any(isinstance(node, ast.Name) and node.id in own for node in _inside(main)):
        yield main.lineno, say("It calls no function of this file.")


def _uses_functions(source: SourceFile) -> Faults:
    return _unused(source, USED_FUNCTIONS)


def _uses_constants(source: SourceFile) -> Faults:
    return _unused(source, USED_CONSTANTS)


def _unused(source: SourceFile, names: tuple[str, ...]) -> Faults:
    used = _used(source.tree) - (set() if source.combined else defined(source.tree))
    for name in names:
        if name not in used:
            yield 0, say("{name} is not used.", name=name)


def _named_only(source: SourceFile) -> Faults:
    """Yield the functions of dice.py that are mentioned but not called."""
    tree = source.tree
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    called = {name for call in calls for one in (call.func, *call.args) for name in _names(one)}
    for name in USED_FUNCTIONS:
        if name in _used(tree) and not called & {name, *_renamed(tree, name)}:
            yield 0, say("{name} is named and never called.", name=name)


def _foreign(source: SourceFile, allowed: frozenset[str]) -> Faults:
    """Yield the lines that import anything besides the standard library and these modules."""
    for node in ast.walk(source.tree):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = ["." * node.level + (node.module or "")]
        for module in modules:
            if module.partition(".")[0] not in allowed:
                line = node.lineno  # type: ignore[attr-defined]  # of an import
                yield line, source.lines[line - 1].strip()[:MAX_LINE]


def _face_literals(source: SourceFile) -> Faults:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and type(node.value) is str and node.value in FACES:
            yield node.lineno, _line(node, source.lines)


def _given_the_category(main: Function, functions: Mapping[str, Function]) -> Iterator[Function]:
    """Yield the functions to which `calculate_score` hands its second argument."""
    arguments = [*main.args.posonlyargs, *main.args.args]
    for node in _inside(main):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given) if name in functions:
                handed = {one.id for one in given if isinstance(one, ast.Name)}
                if len(arguments) > 1 and arguments[1].arg in handed:
                    yield functions[name]


def _counts(source: SourceFile) -> Faults:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr == "count":
            yield node.lineno, _line(node, source.lines)


def _line(node: ast.expr | ast.stmt, lines: Sequence[str]) -> str:
    """Return the line of the file in which a node begins."""
    return lines[node.lineno - 1].strip()[:MAX_LINE]


def _inside(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of inner functions."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(ast.iter_child_nodes(node))


_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_CONDITIONALS = (ast.If, ast.IfExp, ast.Match)


def _nests(node: ast.AST) -> bool:
    """Return whether a node is a conditional with another one inside; `elif` is one."""
    return isinstance(node, _CONDITIONALS) and any(
        isinstance(inner, _CONDITIONALS) for inner in ast.walk(node) if inner is not node
    )


def _names(node: ast.AST) -> set[str]:
    """Return the names in an expression that is a name or an attribute, else none."""
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
            return {name}
    return set()


def _renamed(tree: ast.Module, name: str) -> set[str]:
    """Return the names under which a module imports a name."""
    return {
        alias.asname
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname is not None and alias.name == name
    }


def _used(tree: ast.Module) -> set[str]:
    """Return the names that a module reads, also as attributes."""
    names = {name for node in ast.walk(tree) for name in _names(node)}
    return names | {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname in names
    }


def _without_docstring(source: SourceFile) -> Faults:
    if not ast.get_docstring(source.tree):
        yield 1, say("The file has none.")
    for name, node in source.functions.items():
        if not ast.get_docstring(node):
            yield node.lineno, say("{name} has none.", name=name)


_OWN = frozenset({*sys.stdlib_module_names, "dice", "score_dice", "poker_dice", "test_score_dice"})
_IMPORTS = say("imports nothing but the course's own files and the standard library")
_DOCSTRINGS = say("docstrings")


def _imports(source: SourceFile) -> Faults:
    return _foreign(source, _OWN)


MUSTS: Mapping[str, Mapping[Text, Check]] = {
    "dice.py": {
        say("no .count()"): _counts,
        _IMPORTS: _imports,
        _DOCSTRINGS: _without_docstring,
    },
    "score_dice.py": {
        say("exactly one return in {function}", function=MAIN): _in_main(_returns),
        say("a nested conditional for the categories"): _in_main(_conditional),
        say("helper functions"): _in_main(_helpers),
        say("the functions of dice.py are used"): _uses_functions,
        say("the constants of dice.py are used"): _uses_constants,
        _IMPORTS: _imports,
        _DOCSTRINGS: _without_docstring,
    },
    TESTS: {
        say("imports nothing but the course's own files, the standard library and pytest"): (
            lambda source: _foreign(source, _OWN | {"pytest"})
        ),
    },
}
"""The musts of each part of the assignment, besides flake8, which applies to all."""

TOLD: Mapping[str, Mapping[Text, Check]] = {
    "score_dice.py": {
        say("no .count(), which dice.py must not use"): _counts,
        say("the functions of dice.py are called"): _named_only,
        say("no literals that are faces, which FACES has"): _face_literals,
    },
}
"""The open musts, shown only if they have faults and not counted."""


@cache
def flake8() -> tuple[str, ...] | None:
    """Return the command that runs flake8, None where it is not installed."""
    if importlib.util.find_spec("flake8") is not None:
        return sys.executable, "-I", "-m", "flake8"
    program = shutil.which("flake8")
    return None if program is None else (program,)


def _style(path: Path) -> Must:
    """Return the faults that flake8 finds with its defaults.

    It ignores configuration files and `noqa` comments. If it is not installed, a message says so,
    and the must is not counted.
    """
    name = say("flake8 finds nothing")
    command = flake8()
    if command is None:
        sentence = say("flake8 is not installed here; the extra “course” brings it.")
        return Must(name, ((0, sentence),), open=True)
    try:
        done = subprocess.run(  # noqa: S603 — flake8 reads the file and does not run it
            [
                *command,
                "--isolated",
                "--disable-noqa",
                "--jobs=1",
                "--format=%(row)d %(code)s %(text)s",
                path.name,
            ],
            cwd=path.parent,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=STYLE_LIMIT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return Must(name, ((0, say("flake8 did not end in time.")),))
    lines = (line.partition(" ") for line in done.stdout.splitlines())
    return Must(
        name, tuple((int(row), told[:MAX_LINE]) for row, _, told in lines if row.isdecimal())
    )


def kept(musts: tuple[Must, ...]) -> Text:
    """Return the number of kept musts, without open ones."""
    counted = [must for must in musts if not must.open]
    number = sum(must.kept for must in counted)
    if number == len(counted):
        return say_count("The only must is kept.", "All {n} musts are kept.", number)
    return say_count(
        "{kept} of {n} must is kept.", "{kept} of {n} musts are kept.", len(counted), kept=number
    )
