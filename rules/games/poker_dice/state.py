"""The states of a round of Poker Dice (README 2.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST, RankOrder
from rules.screen import Seat
from rules.turns import TurnRolled, TurnRolling

SEATS = range(2, 9)
"""The numbers of seats (README 2.1)."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The finished turn of a seat: all five dice after each of its rolls."""

    rolls: tuple[Roll, ...]

    @property
    def hand(self) -> Roll:
        return self.rolls[-1]


@dataclass(frozen=True, slots=True)
class PokerTable:
    """The number of seats, the rule for straights (README 2.4), and the finished turns in order."""

    seats: int
    straights_bust: bool
    finished: tuple[Finished, ...] = ()

    @property
    def order(self) -> RankOrder:
        """The order that ranks the hands of this table (README 2.2, 2.4)."""
        return POKER_DICE_STRAIGHTS_BUST if self.straights_bust else POKER_DICE

    @property
    def next(self) -> Seat:
        """The acting seat: seats play one after the other (README 2.5)."""
        return Seat(len(self.finished))

    @property
    def best(self) -> Seat:
        """The first seat with the best finished hand. Requires at least one finished turn."""
        hands = [self.order.hand(turn.hand) for turn in self.finished]
        return Seat(hands.index(max(hands)))


@dataclass(frozen=True, slots=True)
class HandRoll:
    """A roll of the acting seat is awaited."""

    table: PokerTable
    rolling: TurnRolling


@dataclass(frozen=True, slots=True)
class HandChoice:
    """The acting seat rerolls some dice or keeps its hand; a reroll is left."""

    table: PokerTable
    rolled: TurnRolled


@dataclass(frozen=True, slots=True)
class HandsShowdown:
    """All seats have played and the hands are compared."""

    table: PokerTable


State: TypeAlias = HandRoll | HandChoice | HandsShowdown
