"""The sixteen cards of Six Card Poker, and how six of them are split (RULES 5.1-5.4).

A card is a face from 1 to 4. A hand is six cards, a `Split` lays them down in
three parts; both are written falling, so that equal ones are equal values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial, prod
from typing import TypeAlias

from rules.dice import FaceSet, Roll
from rules.text import say_in

CARDS = FaceSet(
    "cards",
    ("1", "2", "3", "4"),
    (
        say_in("a card", "1"),
        say_in("a card", "2"),
        say_in("a card", "3"),
        say_in("a card", "4"),
    ),
    (
        say_in("cards", "1s"),
        say_in("cards", "2s"),
        say_in("cards", "3s"),
        say_in("cards", "4s"),
    ),
)
"""What is drawn on the cards (RULES 5.1)."""

VALUES: Roll = (4, 3, 2, 1)

DECK: Roll = tuple(card for card in VALUES for _ in range(4))
"""The sixteen cards: four each of 4, 3, 2, 1 (RULES 5.1)."""

HANDS: tuple[Roll, ...] = tuple(dict.fromkeys(combinations(DECK, 6)))
"""The 68 different hands, best cards first (RULES 5.5)."""


Strengths: TypeAlias = tuple[int, tuple[bool, int, int], int]
"""The sum of High, whether Middle is a pair and its cards, the card of Low."""


@dataclass(frozen=True, slots=True, order=True)
class Split:
    """Six cards in three parts, each falling: High (three), Middle (two), Low (one)."""

    high: Roll
    middle: Roll
    low: Roll

    @property
    def code(self) -> str:
        """The split as actions name it.

        >>> Split((4, 4, 3), (2, 2), (1,)).code
        '443-22-1'
        """
        return "-".join("".join(map(str, part)) for part in self.parts)

    @property
    def parts(self) -> tuple[Roll, Roll, Roll]:
        """High, Middle and Low."""
        return self.high, self.middle, self.low

    @property
    def hand(self) -> Roll:
        """The six cards that were split."""
        return falling((*self.high, *self.middle, *self.low))

    @property
    def strengths(self) -> Strengths:
        """What High, Middle and Low are compared by; in each the greater wins (RULES 5.3)."""
        one, other = self.middle
        return sum(self.high), (one == other, one, other), self.low[0]


def falling(cards: Iterable[int]) -> Roll:
    """Return cards in falling order.

    >>> falling((1, 4, 2))
    (4, 2, 1)
    """
    return tuple(sorted(cards, reverse=True))


def split_of(code: str) -> Split:
    """Read the code of a split, which must be one.

    >>> split_of("443-22-1").middle
    (2, 2)
    """
    high, middle, low = (tuple(map(int, part)) for part in code.split("-"))
    return Split(high, middle, low)


def splits_of(hand: Iterable[int]) -> tuple[Split, ...]:
    """Return the different splits of six cards, at most 24, the highest High first (RULES 5.5).

    >>> [split.code for split in splits_of((1, 1, 1, 1, 2, 2))]
    ['221-11-1', '211-21-1', '211-11-2', '111-22-1', '111-21-2']
    """
    cards = falling(hand)
    found = set()
    for low in set(cards):
        rest = _without(cards, (low,))
        for middle in set(combinations(rest, 2)):
            found.add(Split(_without(rest, middle), middle, (low,)))
    return tuple(sorted(found, reverse=True))


def _without(cards: Roll, taken: Roll) -> Roll:
    left = list(cards)
    for card in taken:
        left.remove(card)
    return tuple(left)


def compare(own: Split, other: Split) -> tuple[int, int, int]:
    """Compare High, Middle and Low: 1 where `own` wins the part, 0 where equal, else -1 (5.3).

    >>> compare(split_of("443-22-1"), split_of("431-11-4"))
    (1, 1, -1)
    """
    high, middle, low = own.strengths
    their_high, their_middle, their_low = other.strengths
    return (
        (high > their_high) - (high < their_high),
        (middle > their_middle) - (middle < their_middle),
        (low > their_low) - (low < their_low),
    )


def high_then_middle(hand: Iterable[int]) -> Split:
    """Return the split with High, then Middle, then Low as large as possible (RULES 5.7).

    >>> high_then_middle((1, 2, 2, 3, 4, 4)).code
    '443-22-1'
    """
    return max(splits_of(hand), key=lambda split: split.strengths)


def low_then_middle(hand: Iterable[int]) -> Split:
    """Return the split with Low, then Middle, then High as large as possible.

    >>> low_then_middle((1, 2, 2, 3, 4, 4)).code
    '431-22-4'
    """
    return max(splits_of(hand), key=lambda split: tuple(reversed(split.strengths)))


def arrangements(split: Split) -> int:
    """Return how many of the 720 orders of the six cards lay them down like this.

    Cards of the same value count as different; the first three are High, the next two Middle.

    >>> arrangements(split_of("443-22-1"))
    12
    """
    same = prod(factorial(split.hand.count(value)) for value in VALUES)
    return same * prod(
        factorial(len(part)) // prod(factorial(part.count(value)) for value in VALUES)
        for part in split.parts
    )


def deals(hand: Roll, seen: Roll = ()) -> int:
    """Return how many ways there are to deal `hand` from the deck without the `seen` cards.

    >>> deals((4, 4, 4, 4, 3, 3), seen=(3, 2, 2, 2, 2, 1))
    3
    """
    return prod(comb(4 - seen.count(value), hand.count(value)) for value in VALUES)
