"""A deal of Six Card Poker and two kinds of strategies, shared by its tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from itertools import permutations
from typing import Any

from rules import engine
from rules.dice import Roll
from rules.engine import Round
from rules.games.six_card import GAME
from rules.games.six_card.cards import HANDS, Split, falling
from rules.games.six_card.strategies import Strategy
from rules.screen import Action, Screen
from simulated_luck import WrittenLuck

MINE, THEIRS = (4, 4, 3, 2, 2, 1), (4, 3, 3, 1, 1, 1)
"""The cards of the two seats in `DEAL`, falling."""

DEAL = (*(4, 1, 2, 3, 2, 4), *(1, 3, 4, 1, 1, 3), *(2, 2, 3, 4))
"""The shuffled deck."""


def dealt(cards: tuple[int, ...] = DEAL) -> Round[Any]:
    """Begin a round in which the deck lies in this order."""
    return engine.begin(GAME, 2, {}, WrittenLuck([cards]))


def split(code: str) -> Action:
    """Return the action that splits the cards like this, for example "443-22-1"."""
    return Action("split", code)


def read(screen: Screen) -> str:
    """Return everything that a screen shows and offers, as text."""
    return repr(asdict(screen))


def always(choose: Callable[[Roll], Split]) -> Strategy:
    """Return the strategy that plays the split `choose(hand)` of each hand."""
    return {hand: {choose(hand): Fraction(1)} for hand in HANDS}


def arranged_at_random() -> Strategy:
    """Return the strategy that lays six cards down in a random order (README 5.8).

    The first three are Sum, the next two Pair, the last one High card.
    """
    strategy = {}
    for hand in HANDS:
        ways = Counter(
            Split(falling(order[:3]), falling(order[3:5]), order[5:])
            for order in permutations(hand)
        )
        strategy[hand] = {made: Fraction(count, 720) for made, count in ways.items()}
    return strategy
