"""The cards, hands and splits of Six Card Poker (README 5.1-5.5, 5.7).

A card is a face from 1 to 4. A hand is six cards, a `Split` divides them into
three parts. Cards are in falling order, so equal hands are equal values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import comb, prod
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
    cards=True,
)
"""The faces of the cards (README 5.1)."""

VALUES: Roll = (4, 3, 2, 1)

DECK: Roll = tuple(card for card in VALUES for _ in range(4))
"""The sixteen cards: four each of 4, 3, 2, 1 (README 5.1)."""

HANDS: tuple[Roll, ...] = tuple(dict.fromkeys(combinations(DECK, 6)))
"""The 68 different hands, highest cards first (README 5.5)."""


Strengths: TypeAlias = tuple[int, tuple[bool, int, int], int]
"""The sum of Sum; whether Pair is a pair, and its two cards; the card of High card."""


@dataclass(frozen=True, slots=True, order=True)
class Split:
    """Six cards in parts, each falling: Sum (`high`, three), Pair (`middle`), High card (`low`)."""

    high: Roll
    middle: Roll
    low: Roll

    @property
    def code(self) -> str:
        """The split in the code of an action.

        >>> Split((4, 4, 3), (2, 2), (1,)).code
        '443-22-1'
        """
        return "-".join("".join(map(str, part)) for part in self.parts)

    @property
    def parts(self) -> tuple[Roll, Roll, Roll]:
        return self.high, self.middle, self.low

    @property
    def hand(self) -> Roll:
        """The six cards of the split in falling order."""
        return falling((*self.high, *self.middle, *self.low))

    @property
    def strengths(self) -> Strengths:
        """The values that compare Sum, Pair and High card; the greater one wins (README 5.3)."""
        one, other = self.middle
        return sum(self.high), (one == other, one, other), self.low[0]


def falling(cards: Iterable[int]) -> Roll:
    """Return the cards in falling order.

    >>> falling((1, 4, 2))
    (4, 2, 1)
    """
    return tuple(sorted(cards, reverse=True))


def split_of(code: str) -> Split:
    """Return the split with this code, which must be valid.

    >>> split_of("443-22-1").middle
    (2, 2)
    """
    high, middle, low = (tuple(map(int, part)) for part in code.split("-"))
    return Split(high, middle, low)


def splits_of(hand: Iterable[int]) -> tuple[Split, ...]:
    """Return the different splits of six cards, at most 24, highest Sum first (README 5.5).

    >>> [split.code for split in splits_of((1, 1, 1, 1, 2, 2))]
    ['221-11-1', '211-21-1', '211-11-2', '111-22-1', '111-21-2']
    """
    cards = falling(hand)
    splits = set()
    for low in set(cards):
        rest = _without(cards, (low,))
        for middle in set(combinations(rest, 2)):
            splits.add(Split(_without(rest, middle), middle, (low,)))
    return tuple(sorted(splits, reverse=True))


def _without(cards: Roll, taken: Roll) -> Roll:
    remaining = list(cards)
    for card in taken:
        remaining.remove(card)
    return tuple(remaining)


def compare(own: Split, other: Split) -> tuple[int, int, int]:
    """Return 1, 0 or -1 for Sum, Pair and High card: `own` wins, draws or loses it (README 5.3).

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
    """Return the split with Sum, then Pair, then High card as large as possible (README 5.7).

    >>> high_then_middle((1, 2, 2, 3, 4, 4)).code
    '443-22-1'
    """
    return max(splits_of(hand), key=lambda split: split.strengths)


def low_then_middle(hand: Iterable[int]) -> Split:
    """Return the split with High card, then Pair, then Sum as large as possible.

    >>> low_then_middle((1, 2, 2, 3, 4, 4)).code
    '431-22-4'
    """
    return max(splits_of(hand), key=lambda split: tuple(reversed(split.strengths)))


def deals(hand: Roll, seen: Roll = ()) -> int:
    """Return the number of ways to deal `hand` from the deck without the `seen` cards.

    >>> deals((4, 4, 4, 4, 3, 3), seen=(3, 2, 2, 2, 2, 1))
    3
    """
    return prod(comb(4 - seen.count(value), hand.count(value)) for value in VALUES)
