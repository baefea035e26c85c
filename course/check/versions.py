"""The solution and its wrong versions as functions that answer the calls of tests."""

from __future__ import annotations

import builtins
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from course.check.situations import NAMES, Case, Situation, score_situations
from course.check.wrong_versions import WrongVersion, all_versions
from course.sandbox.child import decoded, encoded


@dataclass(frozen=True, slots=True)
class Version:
    """The functions and constants of a dice.py and a score_dice.py, by their names."""

    names: Mapping[str, Any]

    def modules(self) -> dict[str, Any]:
        """Return the functions and the constants of the two modules, by their names."""
        functions = [name for name, value in self.names.items() if callable(value)]
        constants = [name for name in self.names if name not in functions]
        of_dice = [name for name in functions if name in NAMES["dice.py"]]
        return {"dice": [of_dice, constants], "score_dice": [functions, constants]}

    def answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Return the reply to a call: the value of a function or constant, or its exception."""
        try:
            function = self.names[message["name"]]
            if message["arguments"] is None:
                return {"value": encoded(function)}
            given = [decoded(one) for one in message["arguments"]]
            named = {name: decoded(one) for name, one in message["named"].items()}
            return {"value": encoded(function(*given, **named))}
        except Exception as error:  # noqa: BLE001 — a call may have any arguments
            return {"raises": [type(error).__name__, str(error)]}


@cache
def loaded_versions() -> tuple[Version, ...]:
    return tuple(loaded(files) for files in all_versions())


def loaded(files: Mapping[str, str]) -> Version:
    modules: dict[str, ModuleType] = {"random": random}

    def imported(name: str, *_: object) -> ModuleType:
        return modules[name]

    for file in NAMES:
        module = ModuleType(file.removesuffix(".py"))
        vars(module)["__builtins__"] = {**vars(builtins), "__import__": imported}
        exec(compile(files[file], file, "exec"), vars(module))  # noqa: S102 — our own sources
        modules[module.__name__] = module
    return Version(dict(_offered(modules)))


def caught(version: WrongVersion) -> tuple[Situation, Case, Any]:
    """Return the first case that a wrong version fails, its situation, and its value."""
    score = loaded(version.files()).names["calculate_score"]
    situation = score_situations()[2 * (version.category - 1) + (not version.met)]
    for case in situation.cases:
        answer = score(*case.arguments or ())
        if answer != case.expected:
            return situation, case, answer
    raise AssertionError(f"{version.name} is not wrong")


def _offered(modules: Mapping[str, ModuleType]) -> Iterator[tuple[str, Any]]:
    """Yield the functions and constants that the assignment names."""
    for file, names in NAMES.items():
        for name in names:
            yield name, getattr(modules[file.removesuffix(".py")], name)
