"""Splits of six cards found and compared the slow way, without `rules.games.six_card.cards`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from typing import TypeAlias

from rules.dice import Roll

Parts: TypeAlias = tuple[Roll, ...]
"""Sum, Pair and High card, each falling."""


def slow_splits(cards: Roll) -> set[Parts]:
    """Lay the cards down in all 720 orders; return the different (Sum, Pair, High card), falling."""
    return {
        tuple(tuple(sorted(part, reverse=True)) for part in (order[:3], order[3:5], order[5:]))
        for order in permutations(cards)
    }


def slow_points(one: Parts, other: Parts) -> float:
    """Return how many of the three points `one` takes from `other` (README 5.3, 5.4)."""
    return _high(one[0], other[0]) + _middle(one[1], other[1]) + _larger(one[2][0], other[2][0])


def slow_score(one: Parts, other: Parts) -> float:
    """Return 1 for a round won, 0.5 for a draw, 0 for a round lost."""
    return _larger(slow_points(one, other), 1.5)


def _larger(one: float, other: float) -> float:
    return 1.0 if one > other else 0.0 if one < other else 0.5


def _high(one: Roll, other: Roll) -> float:
    return _larger(sum(one), sum(other))


def _middle(one: Roll, other: Roll) -> float:
    pairs = (len(set(one)) == 1, len(set(other)) == 1)
    if pairs == (True, False):
        return 1.0
    if pairs == (False, True):
        return 0.0
    if max(one) != max(other):
        return _larger(max(one), max(other))
    return _larger(min(one), min(other))


def slow_deals() -> Counter[Roll]:
    """Return how often each hand is dealt, out of the 8,008 ways to take six of sixteen cards."""
    return Counter(map(_falling, combinations([1, 2, 3, 4] * 4, 6)))


def slow_others(hand: Roll) -> Counter[Roll]:
    """Return how often each hand is the other seat's, out of 210 ways to take six of the rest."""
    rest = Counter([1, 2, 3, 4] * 4) - Counter(hand)
    return Counter(map(_falling, combinations(sorted(rest.elements()), 6)))


def _falling(cards: Roll) -> Roll:
    return tuple(sorted(cards, reverse=True))
