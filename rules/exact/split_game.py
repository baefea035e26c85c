"""The split game in exact numbers: strategies for Six Card Poker and what answers them best.

A strategy says how often each split of each hand is played. All that another
seat holds is known only by its chances: its six cards come from the ten that
one does not hold oneself, every six of them equally likely (RULES 5.1). Numbers
are whole or fractions throughout, nothing is rounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm
from typing import TypeAlias

from rules.cards import HANDS, Split, Strengths, arrangements, deals, splits_of
from rules.dice import Roll

Strategy: TypeAlias = Mapping[Roll, Mapping[Split, Fraction]]
"""For each of the 68 hands the weights of its splits, which sum to 1."""

_ALL_DEALS = comb(16, 6)
_ALL_ANSWERS = comb(10, 6)


@dataclass(frozen=True, slots=True)
class Chances:
    """The exact chances to win, draw and lose a round (RULES 5.4)."""

    win: Fraction
    draw: Fraction
    lose: Fraction

    @property
    def score(self) -> Fraction:
        """The expected score: a win is 1, a draw ½."""
        return self.win + self.draw / 2


def always(choose: Callable[[Roll], Split]) -> Strategy:
    """Return the strategy that plays one split of each hand."""
    return {hand: {choose(hand): Fraction(1)} for hand in HANDS}


def arranged_at_random() -> Strategy:
    """Return the strategy that lays the six cards down in a random order (RULES 5.5)."""
    return {
        hand: {split: Fraction(arrangements(split), 720) for split in splits_of(hand)}
        for hand in HANDS
    }


def chance_of(hand: Roll) -> Fraction:
    """Return how likely it is to be dealt these six of the sixteen cards, in falling order."""
    return Fraction(deals(hand), _ALL_DEALS)


def chances_against(strategy: Strategy, hand: Roll) -> dict[Split, Chances]:
    """Return what each split of `hand`, in falling order, achieves against a strategy."""
    whole, laid = _laid_against(strategy, hand)
    achieved = {}
    for split in splits_of(hand):
        win, lose = _won_and_lost(split.strengths, laid)
        achieved[split] = Chances(
            Fraction(win, whole), Fraction(whole - win - lose, whole), Fraction(lose, whole)
        )
    return achieved


def _laid_against(strategy: Strategy, hand: Roll) -> tuple[int, Mapping[Strengths, int]]:
    """Return how often the other seat lays down parts of these strengths, and out of how many."""
    faced = [(deals(other, seen=hand), strategy[other]) for other in HANDS]
    faced = [(ways, weights) for ways, weights in faced if ways]
    common = lcm(*(weight.denominator for _, weights in faced for weight in weights.values()))
    laid: Counter[Strengths] = Counter()
    for ways, weights in faced:
        for split, weight in weights.items():
            laid[split.strengths] += ways * int(weight * common)
    return _ALL_ANSWERS * common, laid


def _won_and_lost(own: Strengths, laid: Mapping[Strengths, int]) -> tuple[int, int]:
    high, middle, low = own
    win = lose = 0
    for (their_high, their_middle, their_low), often in laid.items():
        parts = (
            (high > their_high)
            - (high < their_high)
            + (middle > their_middle)
            - (middle < their_middle)
            + (low > their_low)
            - (low < their_low)
        )
        if parts > 0:
            win += often
        elif parts < 0:
            lose += often
    return win, lose


def best_answer(strategy: Strategy) -> Fraction:
    """Return the expected score of whoever knows the strategy and answers it best (RULES 5.5).

    They know what is played with each hand, not which hand is held.
    """
    return sum(
        (
            chance_of(hand)
            * max(chances.score for chances in chances_against(strategy, hand).values())
            for hand in HANDS
        ),
        Fraction(0),
    )


def exploitability(strategy: Strategy) -> Fraction:
    """Return how much more than the value ½ the best answer scores: 0 for an equilibrium."""
    return best_answer(strategy) - Fraction(1, 2)
