"""What the assignment asks of the form of a file: read from its source, which is not run.

`dice.py` counts without `list.count`. `score_dice.py` uses the names of dice.py, and its
`calculate_score` has one return, a nested conditional and helpers. Both have docstrings,
and every file passes flake8, where that is installed.
"""

from __future__ import annotations

import ast
import importlib.util
import shutil
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

from rules.text import Text, say, say_count

MAX_BYTES = 1_000_000
"""The size of a file, in bytes, above which it is not read."""

MAX_LINE = 120
"""How many characters of a line are shown."""

STYLE_LIMIT = 20.0
"""How many seconds flake8 may take."""

USED_FUNCTIONS = ("add_values", "num_faces")
USED_CONSTANTS = ("FACES", "FACE_VALUES")
MAIN = "calculate_score"

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Must:
    """One of the musts: its name, and the faults that were found, each with its line.

    A fault about the file as a whole has line 0. What the assignment leaves `open`
    is told and not wrong.
    """

    name: Text
    faults: tuple[tuple[int, Text | str], ...]
    open: bool = False

    @property
    def kept(self) -> bool:
        """Whether nothing was found that is wrong."""
        return self.open or not self.faults


def parsed(path: Path) -> ast.Module | None:
    """Return the syntax tree of a file, None if it is no Python, or too large to be read."""
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


def musts_of(path: Path, parts: tuple[str, ...]) -> tuple[Must, ...]:
    """Return how a file keeps the musts of the parts of the assignment that it has."""
    tree = parsed(path)
    if tree is None or not parts:
        return ()
    lines = path.read_bytes().decode(errors="replace").splitlines()
    found = []
    if "dice.py" in parts:
        found.append(Must(say("no .count()"), tuple(_counts(tree, lines))))
    if "score_dice.py" in parts:
        found.extend(_of_score_dice(tree, lines, combined="dice.py" in parts))
    if found:
        found.append(Must(say("docstrings"), tuple(_without_docstring(tree))))
    if flake8() is not None:
        found.append(Must(say("flake8 finds nothing"), tuple(_style(path))))
    return tuple(found)


def _of_score_dice(tree: ast.Module, lines: list[str], *, combined: bool) -> Iterator[Must]:
    """Yield the musts of score_dice.py; `combined` with dice.py it defines its names itself."""
    functions = {node.name: node for node in tree.body if isinstance(node, Function)}
    main = functions.get(MAIN)
    if main is not None:
        returns = [node for node in _inside(main) if isinstance(node, ast.Return)]
        faults = tuple(sorted((node.lineno, _line(node, lines)) for node in returns))
        missing = ((main.lineno, say("There is no return.")),)
        name = say("exactly one return in {function}", function=MAIN)
        yield Must(name, () if len(returns) == 1 else faults or missing)
        distinguishing = [main, *_given_the_category(main, functions)]
        nested = any(_nests(node) for function in distinguishing for node in _inside(function))
        fault = (main.lineno, say("No conditional stands inside another one."))
        yield Must(say("a nested conditional for the categories"), () if nested else (fault,))
        own = {*functions} - {MAIN}
        helped = any(isinstance(node, ast.Name) and node.id in own for node in _inside(main))
        fault = (main.lineno, say("It calls no function of this file."))
        yield Must(say("helper functions"), () if helped else (fault,))
    elsewhere = set() if combined else defined(tree)
    used = _used(tree) - elsewhere
    for name, wanted in (
        (say("the functions of dice.py are used"), USED_FUNCTIONS),
        (say("the constants of dice.py are used"), USED_CONSTANTS),
    ):
        unused = [one for one in wanted if one not in used]
        yield Must(name, tuple((0, say("{name} is not used.", name=one)) for one in unused))
    counts = tuple(_counts(tree, lines))
    if counts and not combined:
        yield Must(say("no .count(), which dice.py must not use"), counts, open=True)


def _given_the_category(main: Function, functions: Mapping[str, Function]) -> Iterator[Function]:
    """Yield the functions to which `calculate_score` hands its second argument."""
    arguments = [*main.args.posonlyargs, *main.args.args]
    for node in _inside(main):
        match node:
            case ast.Call(func=ast.Name(id=name), args=given) if name in functions:
                handed = {one.id for one in given if isinstance(one, ast.Name)}
                if len(arguments) > 1 and arguments[1].arg in handed:
                    yield functions[name]


def _counts(tree: ast.Module, lines: list[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that use the method `count`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "count":
            yield node.lineno, _line(node, lines)


def _line(node: ast.expr | ast.stmt, lines: list[str]) -> str:
    """Return the line of the file in which a node begins."""
    return lines[node.lineno - 1].strip()[:MAX_LINE]


def _inside(function: Function) -> Iterator[ast.AST]:
    """Yield the nodes of a function, those of functions inside it left out."""
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


def _used(tree: ast.Module) -> set[str]:
    """Return the names that a module reads, as they are or as attributes."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name, ctx=ast.Load()):
                names.add(name)
    renamed = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname in names
    }
    return names | renamed


def _without_docstring(tree: ast.Module) -> Iterator[tuple[int, Text]]:
    if not ast.get_docstring(tree):
        yield 1, say("The file has none.")
    for node in tree.body:
        if isinstance(node, Function) and not ast.get_docstring(node):
            yield node.lineno, say("{name} has none.", name=node.name)


@cache
def flake8() -> tuple[str, ...] | None:
    """Return the command that runs flake8, None where it is not installed."""
    if importlib.util.find_spec("flake8") is not None:
        return sys.executable, "-I", "-m", "flake8"
    program = shutil.which("flake8")
    return None if program is None else (program,)


def _style(path: Path) -> Iterator[tuple[int, Text | str]]:
    """Yield what flake8 finds, with its own defaults: settings beside the file are not read."""
    command = flake8()
    if command is None:
        return
    try:
        done = subprocess.run(  # noqa: S603 — flake8 reads the file and does not run it
            [*command, "--isolated", "--jobs=1", "--format=%(row)d %(code)s %(text)s", path.name],
            cwd=path.parent,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=STYLE_LIMIT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        yield 0, say("flake8 did not end in time.")
        return
    for line in done.stdout.splitlines():
        row, _, told = line.partition(" ")
        if row.isdecimal():
            yield int(row), told[:MAX_LINE]


def kept(musts: tuple[Must, ...]) -> Text:
    """Return how many musts are kept, those left open not counted."""
    counted = [must for must in musts if not must.open]
    number = sum(must.kept for must in counted)
    if number == len(counted):
        return say_count("The only must is kept.", "All {n} musts are kept.", number)
    return say_count(
        "{kept} of {n} must is kept.", "{kept} of {n} musts are kept.", len(counted), kept=number
    )
