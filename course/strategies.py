"""Strategies of Six Card Poker: the levels of the computer, and Python functions in files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from operator import index
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, TypeAlias

from course.typed_paths import path_of
from rules.dice import Roll
from rules.games.six_card import GAME
from rules.games.six_card.cards import Split, falling, split_of
from rules.games.six_card.state import SEATS, Splitting

FUNCTION = "split"
"""The function of a file: it takes six cards and returns Sum, Pair and High card."""

NAMES = {level.name.template.lower(): level.key for level in GAME.info.levels}
"""The keys of the levels of the computer by the names that players see."""

LEVELS = {**NAMES, **{key: key for key in NAMES.values()}}
"""The keys of the levels by what may be typed."""

Splitter: TypeAlias = Callable[[Roll], Split]
"""Splits six cards in falling order. Raises ContestError, which lacks the contestant's name."""


class ContestError(Exception):
    """Raised when a contest cannot start or continue; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """One side of a contest: its displayed name and how it splits its cards."""

    name: str
    split: Splitter


def contestant(name: str, luck: Random) -> Contestant:
    """Return the contestant of a level, or of the file `name`; `luck` decides what a level mixes.

    Raises ContestError if there is no such level or file, or no function in the file.
    """
    if name in LEVELS:
        return Contestant(name, _of_level(LEVELS[name], luck))
    if Path(name).suffix != ".py":
        raise ContestError(
            f"“{name}” is no strategy: give a file that ends in .py, or one of {', '.join(NAMES)}"
        )
    try:
        path = path_of(name).absolute()
        found = path.is_file()
    except OSError as error:
        raise ContestError(f"{name} cannot be read: {error.strerror or error}") from error
    if not found:
        raise ContestError(f"there is no file {name}")
    function = getattr(_module(path, name), FUNCTION, None)
    if not callable(function):
        raise ContestError(f"{name} has no function {FUNCTION}")
    return Contestant(path.name, _of_file(path, function))


def _of_level(level: str, luck: Random) -> Splitter:
    @cache  # there are 68 hands
    def weighted(hand: Roll) -> tuple[list[Split], list[float]]:
        pairs = GAME.computer(Splitting((hand, hand), (None, None)), SEATS[0], level)
        return [split_of(action.on) for action, _ in pairs], [float(weight) for _, weight in pairs]

    def split(hand: Roll) -> Split:
        splits, weights = weighted(hand)
        return splits[0] if len(splits) == 1 else luck.choices(splits, weights)[0]

    return split


def _of_file(path: Path, function: Callable[[Roll], Any]) -> Splitter:
    def split(hand: Roll) -> Split:
        cards = tuple(reversed(hand))
        deal = f"was given the cards {' '.join(map(str, cards))}"
        try:
            answer = function(cards)
        except (Exception, SystemExit) as error:
            raise ContestError(f"{deal} and raised {_described(error, path)}") from error
        chosen = read(answer)
        if chosen is None or chosen.hand != hand:
            raise ContestError(
                f"{deal} and did not answer Sum, Pair and High card, three, two and one of them, "
                f"but {_short_repr(answer)}"
            )
        return chosen

    return split


def read(answer: Any) -> Split | None:
    """Return the split that a function answered, None for an invalid answer.

    >>> read(([4, 4, 3], [2, 2], 1)).code
    '443-22-1'
    >>> read(([4, 4], [3, 2, 2], 1)) is None
    True
    """
    try:
        high, middle, low = answer
        low = tuple(low) if isinstance(low, Sequence) or hasattr(low, "__len__") else (low,)
        chosen = Split(*(falling(map(index, part)) for part in (high, middle, low)))
    except Exception:  # noqa: BLE001 — objects of a student's function may raise anything
        return None
    return chosen if tuple(map(len, chosen.parts)) == (3, 2, 1) else None


def _module(path: Path, file_name: str) -> object:
    module_name = f"strategy {path}"
    spec = spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise ContestError(f"{file_name} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        with _neighbours(path.parent):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise ContestError(f"{file_name} cannot be read: {_described(error, path)}") from error
    return module


@contextmanager
def _neighbours(folder: Path) -> Iterator[None]:
    """Let imports find the modules of a folder first, and forget these modules at the end.

    The other contestant may have modules of the same names.
    """
    searched, before = sys.path[:], set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path[:] = searched
        for name in set(sys.modules) - before:
            top = folder / name.partition(".")[0]
            if top.is_dir() or top.with_name(f"{top.name}.py").is_file():
                del sys.modules[name]


def _described(error: BaseException, path: Path) -> str:
    """Return class and message of an exception, and the line of the file that raised it."""
    lines = [
        frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    if isinstance(error, SyntaxError) and error.filename == str(path):
        lines.append(error.lineno)
    where = f" (line {lines[-1]})" if lines else ""
    message = str(error.msg if isinstance(error, SyntaxError) else error)
    return f"{type(error).__name__}{': ' if message else ''}{message}{where}"


def _short_repr(answer: object) -> str:
    try:
        return repr(answer)[:200]
    except Exception:  # noqa: BLE001 — any __repr__ may raise
        return f"an object of the class {type(answer).__name__}"
