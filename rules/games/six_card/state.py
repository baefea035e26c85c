"""The phases of a round (rules 5.1, 5.2), one frozen class each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.cards import Split
from rules.dice import Roll
from rules.screen import Seat

SEATS = (Seat(0), Seat(1))


@dataclass(frozen=True, slots=True)
class Dealing:
    """The deck is being shuffled."""


@dataclass(frozen=True, slots=True)
class Splitting:
    """Each seat holds six cards, falling; `splits` are the decisions made so far, in secret."""

    hands: tuple[Roll, Roll]
    splits: tuple[Split | None, Split | None]


@dataclass(frozen=True, slots=True)
class Compared:
    """Both splits lie open and are compared."""

    splits: tuple[Split, Split]


State: TypeAlias = Dealing | Splitting | Compared
