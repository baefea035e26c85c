"""The command `dice-poker check`: which situations a file is checked in, and the output."""

from __future__ import annotations

import ast
import os
import sys
import warnings
from collections.abc import Sequence
from io import TextIOWrapper
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from bot.commands.coursework.process import Verdict, run
from bot.commands.coursework.sentences import failure, prints, prints_at_import, summary
from bot.commands.coursework.situations import NAMES, PARTS, Situation
from bot.exit_codes import EXIT_FAILED, EXIT_OK, fail
from bot.language.render import PlainRenderer, render
from rules.text import Text, say

MAX_STOPPED = 2
"""After how many situations that had to be stopped the others of a function are left out."""


def check(files: Sequence[str], language: str = "en") -> int:
    """Check the files and print how each situation went; return the exit code.

    The code is `EXIT_OK` if all situations are right, `EXIT_FAILED` if one is not, and
    `EXIT_MISTAKE` if there is nothing to check.
    """
    faults = [fault for file in files if (fault := _fault(file)) is not None]
    if faults:
        return fail(*(_words(fault, language) for fault in faults))
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace", line_buffering=True)
    parts = {file: situations_of(Path(file).expanduser()) for file in files}
    if not any(parts.values()):
        names = ", ".join(name for part in NAMES.values() for name in part)
        return fail(
            _words(say("nothing to check: no file defines any of {names}", names=names), language)
        )
    try:
        right = [_check_file(file, situations, language) for file, situations in parts.items()]
    except BrokenPipeError:  # nobody reads on, as after `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    return EXIT_OK if all(right) else EXIT_FAILED


def _fault(file: str) -> Text | None:
    """Return why a file cannot be checked, None if it can."""
    path = Path(file).expanduser()
    if path.is_dir():
        return say("{file} is a folder: name the Python files in it", file=file)
    if not path.is_file():
        return say("there is no file {file}", file=file)
    if path.suffix != ".py":
        return say("{file} is no Python file: its name does not end in .py", file=file)
    try:
        path.read_bytes()
    except OSError as error:
        return say("{file} cannot be read: {reason}", file=file, reason=error.strerror or "")
    return None


def situations_of(path: Path) -> tuple[Situation, ...]:
    """Return the situations for a file: those of its name and of the names that it defines."""
    defined = _defined(path)
    return tuple(
        situation
        for part, situations in PARTS.items()
        if path.name == part or defined is None or defined.intersection(NAMES[part])
        for situation in situations()
    )


def _defined(path: Path) -> set[str] | None:
    """Return the names that a file defines, None if it is not Python; the file is not run."""
    try:
        with warnings.catch_warnings(action="ignore"):
            tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    names = set()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name):
                names.add(name)
            case ast.Assign(targets=targets):
                names.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
    return names


def _check_file(file: str, situations: Sequence[Situation], language: str) -> bool:
    """Check a file, print how each situation went, and return whether all are right."""
    path = Path(file).expanduser().resolve()
    print(file)
    if not situations:
        print(f"  {_words(say('It defines no function of the coursework.'), language)}")
        return True
    right, seen_at_import = 0, False
    for _, group in groupby(situations, key=attrgetter("function")):
        verdicts = _check_function(path, tuple(group), language)
        if not verdicts[-1].imported:
            return False
        right += sum(verdict.result == "right" for verdict in verdicts)
        if verdicts[0].printed_at_import and not seen_at_import:
            seen_at_import = True
            print(f"  {_words(prints_at_import(path, verdicts[0]), language)}")
    print(f"  {_words(summary(right, len(situations)), language)}")
    return right == len(situations)


def _check_function(
    path: Path, situations: Sequence[Situation], language: str
) -> tuple[Verdict, ...]:
    """Run the situations of one function until it is clear how they go, and print that."""
    right, wrong, left_out = _marks()
    verdicts: list[Verdict] = []
    for situation in situations:
        if sum(verdict.result == "stopped" for verdict in verdicts) >= MAX_STOPPED:
            sentence = say("{situation} (left out)", situation=situation.name)
            print(f"    {left_out} {_words(sentence, language)}")
            continue
        verdict = run(path, situation)
        told = any(earlier.printed for earlier in verdicts)
        verdicts.append(verdict)
        if not verdict.imported:
            print(f"  {wrong} {_words(failure(path, situation, verdict), language)}")
            break
        if situation is situations[0]:
            print(f"  {situation.function}")
        if verdict.result in ("missing", "no-function"):
            print(f"    {wrong} {_words(failure(path, situation, verdict), language)}")
            break
        good = verdict.result == "right"
        print(f"    {right if good else wrong} {_words(situation.name, language)}")
        if not good:
            print(f"      {_words(failure(path, situation, verdict), language)}")
        if verdict.printed and not told:
            print(f"      {_words(prints(situation, verdict), language)}")
    return tuple(verdicts)


def _marks() -> tuple[str, str, str]:
    """Return the marks of what is right, wrong and left out, as far as they can be written."""
    try:
        "✓✗–".encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return "+", "-", " "
    return "✓", "✗", "–"


def _words(text: Text, language: str) -> str:
    return render(text, language, PlainRenderer(language))
