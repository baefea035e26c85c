"""The phases of a round of Six Card Poker (README 5.1, 5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll
from rules.games.six_card.cards import Split
from rules.screen import Seat

SEATS = (Seat(0), Seat(1))


@dataclass(frozen=True, slots=True)
class Dealing:
    """The shuffle of the deck is awaited."""


@dataclass(frozen=True, slots=True)
class Splitting:
    """The seats choose their splits; `hands` are in falling order.

    `splits` holds the secret decisions made so far, None for a missing one.
    """

    hands: tuple[Roll, Roll]
    splits: tuple[Split | None, Split | None]


@dataclass(frozen=True, slots=True)
class CardsShowdown:
    """Both splits are public and compared."""

    splits: tuple[Split, Split]


State: TypeAlias = Dealing | Splitting | CardsShowdown
