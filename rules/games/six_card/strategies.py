"""Strategies of Six Card Poker and the chances of splits against them, in exact numbers.

A strategy holds the weights of the splits of each hand. The cards of the other
seat are six of the ten cards that a seat does not hold, all combinations equally
likely (README 5.1). All numbers are integers or fractions without rounding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TypeAlias

from rules.dice import Roll
from rules.games.six_card.cards import HANDS, Split, Strengths, deals, splits_of

Strategy: TypeAlias = Mapping[Roll, Mapping[Split, Fraction]]
"""The weights of the splits of each of the 68 hands; those of a hand sum to 1."""

_ALL_DEALS = comb(16, 6)
"""The number of ways to deal the first hand."""

_ALL_OTHER_DEALS = comb(10, 6)
"""The number of ways to deal the other seat's hand after the first."""


@dataclass(frozen=True, slots=True)
class Chances:
    """The exact chances to win, draw and lose a round (README 5.4)."""

    win: Fraction
    draw: Fraction
    lose: Fraction

    @property
    def score(self) -> Fraction:
        """The expected score: 1 for a win, ½ for a draw."""
        return self.win + self.draw / 2


def chance_of(hand: Roll) -> Fraction:
    """Return the probability of being dealt `hand`, which is in falling order."""
    return Fraction(deals(hand), _ALL_DEALS)


def chances_against(strategy: Strategy, hand: Roll) -> dict[Split, Chances]:
    """Return the chances of each split of `hand` against a strategy.

    `hand` is in falling order.
    """
    whole, frequencies = _frequencies(strategy, hand)
    chances = {}
    for split in splits_of(hand):
        win, lose = _wins_and_losses(split.strengths, frequencies)
        chances[split] = Chances(
            Fraction(win, whole), Fraction(whole - win - lose, whole), Fraction(lose, whole)
        )
    return chances


def parts_against(strategy: Strategy, split: Split) -> tuple[Fraction, Fraction, Fraction]:
    """Return the expected points of Sum, Pair and High card against a strategy (README 5.4)."""
    whole, frequencies = _frequencies(strategy, split.hand)
    high, middle, low = split.strengths
    halves = [0, 0, 0]
    for (their_high, their_middle, their_low), cases in frequencies.items():
        halves[0] += cases * ((high > their_high) + (high >= their_high))
        halves[1] += cases * ((middle > their_middle) + (middle >= their_middle))
        halves[2] += cases * ((low > their_low) + (low >= their_low))
    of_high, of_middle, of_low = (Fraction(half, 2 * whole) for half in halves)
    return of_high, of_middle, of_low


def _frequencies(strategy: Strategy, hand: Roll) -> tuple[int, Mapping[Strengths, int]]:
    """Return the total number of cases and the number of cases with each strength.

    A case is a deal of the other seat's hand from the ten remaining cards with
    one split of it.
    """
    others = [(deals(other, seen=hand), strategy[other]) for other in HANDS]
    others = [(ways, weights) for ways, weights in others if ways]
    common = lcm(*(weight.denominator for _, weights in others for weight in weights.values()))
    frequencies: Counter[Strengths] = Counter()
    for ways, weights in others:
        for split, weight in weights.items():
            frequencies[split.strengths] += ways * int(weight * common)
    return _ALL_OTHER_DEALS * common, frequencies


def _wins_and_losses(own: Strengths, frequencies: Mapping[Strengths, int]) -> tuple[int, int]:
    """Return the numbers of cases in which `own` wins and loses the round."""
    high, middle, low = own
    win = lose = 0
    for (their_high, their_middle, their_low), cases in frequencies.items():
        parts = (
            (high > their_high)
            - (high < their_high)
            + (middle > their_middle)
            - (middle < their_middle)
            + (low > their_low)
            - (low < their_low)
        )
        if parts > 0:
            win += cases
        elif parts < 0:
            lose += cases
    return win, lose
