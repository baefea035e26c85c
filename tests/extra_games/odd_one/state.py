"""The phases of Odd One."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll

DECK: Roll = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deck is being shuffled."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """Each seat holds two cards; `chosen` is what each has put down, in secret."""

    hands: tuple[Roll, Roll]
    chosen: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class Shown:
    """Both cards are shown."""

    chosen: tuple[int, int]


State: TypeAlias = Dealing | Choosing | Shown
