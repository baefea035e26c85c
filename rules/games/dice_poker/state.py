"""The seven phases of a round of Dice Poker (README 1.4), one frozen class each.

States hold a finished hand together with its first roll and the rerolled positions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll
from rules.screen import Seat

DEALER, PLAYER = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Final:
    """A seat's finished dice: its first roll, the positions it rerolled, its hand."""

    first: Roll
    rerolled: tuple[int, ...]
    hand: Roll


@dataclass(frozen=True, slots=True)
class DealerRolls:
    """Phase 1: the dealer's first roll."""


@dataclass(frozen=True, slots=True)
class PlayerRolls:
    """Phase 2: the player's first roll."""

    dealer: Roll


@dataclass(frozen=True, slots=True)
class DealerSelects:
    """Phase 3: the dealer, seeing both rolls, selects positions."""

    dealer: Roll
    player: Roll


@dataclass(frozen=True, slots=True)
class DealerRerolls:
    """Phase 4: the dealer rerolls the selected dice."""

    dealer: Roll
    selected: tuple[int, ...]
    player: Roll


@dataclass(frozen=True, slots=True)
class PlayerSelects:
    """Phase 5: the player, seeing the dealer's hand, selects positions."""

    dealer: Final
    player: Roll


@dataclass(frozen=True, slots=True)
class PlayerRerolls:
    """Phase 6: the player rerolls the selected dice."""

    dealer: Final
    player: Roll
    selected: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DiceShowdown:
    """Phase 7: the hands are compared."""

    dealer: Final
    player: Final


State: TypeAlias = (
    DealerRolls
    | PlayerRolls
    | DealerSelects
    | DealerRerolls
    | PlayerSelects
    | PlayerRerolls
    | DiceShowdown
)
