"""Strategies that contestants bring: plain Python functions, named as `path.py:function`.

They are other people's code: whatever goes wrong in them becomes one sentence
that says where.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from typing import Any


class Mistaken(Exception):
    """Raised for a contest that cannot be played or go on; its text is one sentence."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """A contestant's function and the name it was asked for by."""

    name: str
    function: Callable[..., Any]
    path: Path

    def answer(self, deal: int, shown: str, *arguments: object) -> Any:
        """Call the function in deal number `deal`; `shown` says what it was given.

        Raises Mistaken when the function raises anything.
        """
        try:
            return self.function(*arguments)
        except (Exception, SystemExit) as fault:
            raise Mistaken(
                f"deal {deal}: {self.name} was given {shown} and raised {told(fault, self.path)}"
            ) from fault


def told(fault: BaseException, path: Path) -> str:
    """Return what was raised, and the line of the contestant's file where it was."""
    lines = [
        frame.lineno for frame in extract_tb(fault.__traceback__) if frame.filename == str(path)
    ]
    if isinstance(fault, SyntaxError) and fault.filename == str(path):
        lines.append(fault.lineno)
    where = f" (line {lines[-1]})" if lines else ""
    said = str(fault.msg if isinstance(fault, SyntaxError) else fault)
    return f"{type(fault).__name__}{': ' if said else ''}{said}{where}"


def written(answer: object) -> str:
    """Return an answer as Python writes it, cut where it is long.

    >>> written([1, 1])
    '[1, 1]'
    """
    try:
        return repr(answer)[:200]
    except Exception:  # noqa: BLE001 - contestants' objects may fail at anything
        return f"an object of the class {type(answer).__name__}"


def load(named: str, others: tuple[str, ...]) -> Strategy:
    """Return the strategy that `named`, as path.py:function, stands for.

    `others` are the names that could have been asked for instead. Raises
    Mistaken when there is no such file or function, or the file cannot be read.
    """
    place, colon, function = named.rpartition(":")
    if not colon or not place.endswith(".py") or not function.isidentifier():
        raise Mistaken(
            f"“{named}” is no strategy: give path.py:function, or one of {', '.join(others)}"
        )
    path = Path(place).expanduser().resolve()
    if not path.is_file():
        raise Mistaken(f"there is no file {place}")
    found = getattr(_module(path, place), function, None)
    if found is None:
        raise Mistaken(f"{place} has no function called {function}")
    if not callable(found):
        raise Mistaken(f"{function} in {place} is no function")
    return Strategy(f"{path.name}:{function}", found, path)


def _module(path: Path, place: str) -> object:
    name = f"strategy {path}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Mistaken(f"{place} cannot be read as Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)  # what lies beside the file can be imported, as if it were run
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as fault:
        raise Mistaken(f"{place} cannot be read: {told(fault, path)}") from fault
    return module
