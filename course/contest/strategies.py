"""Strategies: Python functions in files, named as `path.py:function`.

Every exception of a strategy becomes a ContestError that names the line.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol, TypeAlias


class ContestError(Exception):
    """Raised when a contest cannot start or continue; the message is one sentence."""


class Answering(Protocol):
    """The interface of a strategy in this or another process."""

    @property
    def name(self) -> str:
        """The displayed name."""

    def luck(self) -> object:
        """Return the state of Python's generator, from which the function may draw."""

    def answer(self, where: str, shown: str, *arguments: tuple[int, ...]) -> Any:
        """Return the result of the function for `arguments`. Raises ContestError."""


Load: TypeAlias = Callable[[str, tuple[str, ...]], Answering]
"""Returns the strategy of a name; the second argument has other names to suggest."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """The function of a strategy, its displayed name and its file."""

    name: str
    function: Callable[..., Any]
    path: Path

    def luck(self) -> object:
        """Return the state of Python's generator, from which the function may draw."""
        return random.getstate()

    def answer(self, where: str, shown: str, *arguments: object) -> Any:
        """Return the result of the function for `arguments`.

        Raises ContestError for any exception; its message begins with `where` and quotes
        `shown`, the arguments in words.
        """
        try:
            return self.function(*arguments)
        except (Exception, SystemExit) as error:
            description = describe_error(error, self.path)
            raise ContestError(
                f"{where}{self.name} was given {shown} and raised {description}"
            ) from error


def describe_error(error: BaseException, path: Path) -> str:
    """Return class and message of an exception, and the line of the file `path` that raised it."""
    lines = [
        frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)
    ]
    if isinstance(error, SyntaxError) and error.filename == str(path):
        lines.append(error.lineno)
    where = f" (line {lines[-1]})" if lines else ""
    message = str(error.msg if isinstance(error, SyntaxError) else error)
    return f"{type(error).__name__}{': ' if message else ''}{message}{where}"


def short_repr(answer: object) -> str:
    """Return the repr of an answer, truncated to 200 characters.

    >>> short_repr([1, 1])
    '[1, 1]'
    """
    try:
        return repr(answer)[:200]
    except Exception:  # noqa: BLE001 - any __repr__ may raise
        return f"an object of the class {type(answer).__name__}"


def displayed(name: str) -> str:
    """Return the name of a strategy without the folder of its file.

    >>> displayed("folder/mine.py:play"), displayed("house")
    ('mine.py:play', 'house')
    """
    return Path(name).name


def load(name: str, others: tuple[str, ...]) -> Strategy:
    """Return the strategy `name`, written as path.py:function.

    Raises ContestError if there is no such file or function, or the file cannot be
    imported; its message suggests the names in `others`.
    """
    place, path, function = located(name, others)
    value = getattr(_module(path, place), function, None)
    if value is None:
        raise ContestError(f"{place} has no function called {function}")
    if not callable(value):
        raise ContestError(f"{function} in {place} is no function")
    return Strategy(displayed(name), value, path)


def located(name: str, others: tuple[str, ...]) -> tuple[str, Path, str]:
    """Return the file of a strategy as it was given, its path, and the name of the function.

    Raises ContestError, whose message suggests the names in `others`.
    """
    place, colon, function = name.rpartition(":")
    if not colon or not place.endswith(".py") or not function.isidentifier():
        raise ContestError(
            f"“{name}” is no strategy: give path.py:function, or one of {', '.join(others)}"
        )
    path = Path(place).expanduser().resolve()
    if not path.is_file():
        raise ContestError(f"there is no file {place}")
    return place, path, function


def _module(path: Path, place: str) -> object:
    name = f"strategy {path}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ContestError(f"{place} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)  # as in a script, the file can import its neighbours
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise ContestError(f"{place} cannot be read: {describe_error(error, path)}") from error
    return module
