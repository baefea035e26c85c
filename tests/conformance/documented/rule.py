"""A rule of Discord's documentation: number, words, source and check."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeAlias, TypeVar


@dataclass(frozen=True, slots=True)
class Fault:
    """How something breaks a rule: why, and where in the body."""

    why: str
    where: tuple[str | int, ...] = ()


T_contra = TypeVar("T_contra", contravariant=True)

Check: TypeAlias = Callable[[T_contra], Iterable[Fault]]


@dataclass(frozen=True, slots=True)
class Rule(Generic[T_contra]):
    """A rule: its `source` is a part of openapi.json, or a page or issue of discord-api-docs."""

    number: int
    says: str
    source: str
    check: Check[T_contra]


RULES: Final[dict[int, Rule[Any]]] = {}
"""All rules by number: hundreds are those of the description, of commands, of messages."""


def rule(number: int, says: str, source: str) -> Callable[[Check[T_contra]], Check[T_contra]]:
    """Enter a check into the table. Raises ValueError for a number that is taken."""

    def enter(check: Check[T_contra]) -> Check[T_contra]:
        if number in RULES:
            raise ValueError(f"two rules {number}")
        RULES[number] = Rule(number, says, source, check)
        return check

    return enter


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that was broken, by number, and how."""

    rule: int
    fault: Fault

    def __str__(self) -> str:
        where = ".".join(map(str, self.fault.where))
        return f"rule {self.rule} ({RULES[self.rule].says}) {where}: {self.fault.why}"


def broken(subject: Any, hundreds: Iterable[int]) -> Iterator[Broken]:
    """Yield what breaks the rules of these hundreds, in the order of their numbers."""
    wanted = {*hundreds}
    for number in sorted(RULES):
        if number // 100 in wanted:
            for fault in RULES[number].check(subject):
                yield Broken(number, fault)
