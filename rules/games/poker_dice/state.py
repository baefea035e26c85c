"""The phases of a turn of Poker Dice (rule 2.5), one frozen class each, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from rules.dice import Roll
from rules.hands import POKER_DICE, POKER_DICE_STRAIGHTS_BUST, RankOrder
from rules.screen import Seat
from rules.turns import InAir, Lying


@dataclass(frozen=True, slots=True)
class Finished:
    """A seat's finished turn: all five dice as they lay after each of its rolls."""

    rolls: tuple[Roll, ...]

    @property
    def hand(self) -> Roll:
        """The five dice of the hand."""
        return self.rolls[-1]


@dataclass(frozen=True, slots=True)
class Table:
    """How many seats play, by which rule (2.4), and the turns that are finished, in order."""

    seats: int
    straights_bust: bool
    finished: tuple[Finished, ...] = ()

    @property
    def order(self) -> RankOrder:
        """The order that ranks the hands of this table (2.2, 2.4)."""
        return POKER_DICE_STRAIGHTS_BUST if self.straights_bust else POKER_DICE

    @property
    def next(self) -> Seat:
        """The seat that plays now: seats play one after the other."""
        return Seat(len(self.finished))

    @property
    def best(self) -> Seat:
        """The seat with the best finished hand, of equal ones the first. At least one is."""
        hands = [self.order.hand(turn.hand) for turn in self.finished]
        return Seat(hands.index(max(hands)))


@dataclass(frozen=True, slots=True)
class Rolling:
    """Dice of the playing seat are in the air."""

    table: Table
    air: InAir


@dataclass(frozen=True, slots=True)
class Choosing:
    """The playing seat rerolls some dice or keeps its hand; a reroll is left."""

    table: Table
    lying: Lying


@dataclass(frozen=True, slots=True)
class Compared:
    """Every seat has played, and the hands are compared."""

    table: Table


State: TypeAlias = Rolling | Choosing | Compared
