"""The contest in Six Card Poker: a strategy against another one, deal after deal (RULES 5.6).

A contestant's function takes six cards, rising, and returns High (three), Middle
(two) and Low (one card, alone or in a sequence of its own).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import index
from random import Random
from typing import Any, TypeAlias

from bot.contest.strategies import Mistaken, load, written
from rules.cards import DECK, Split, compare, falling, split_of
from rules.dice import Roll
from rules.game import Game
from rules.registry import game
from rules.screen import Seat

Splitter: TypeAlias = Callable[[int, Roll], Split]
"""How a seat splits the cards, falling, that it holds in a deal with this number."""

KEY = "six-card"
RANDOM, HIGH = "random", "high"


def opponents() -> tuple[str, ...]:
    """Return the names that can be played against, without a file."""
    return (RANDOM, HIGH, *(level.key for level in game(KEY).info.levels))


def splitter(named: str, random: Random) -> tuple[str, Splitter]:
    """Return the name and the ways of `opponents()`, or of path.py:function. Raises Mistaken."""
    if named == RANDOM:
        return named, _at_random(random)
    if named in opponents():
        return named, _of_computer(game(KEY), named, random)
    strategy = load(named, opponents())

    def split(deal: int, hand: Roll) -> Split:
        cards = tuple(reversed(hand))
        shown = f"the cards {' '.join(map(str, cards))}"
        answer = strategy.answer(deal, shown, cards)
        answered = read(answer, hand)
        if answered is None:
            raise Mistaken(
                f"deal {deal}: {strategy.name} was given {shown} and did not answer High, Middle "
                f"and Low, three, two and one of them, but {written(answer)}"
            )
        return answered

    return strategy.name, split


def read(answer: Any, hand: Roll) -> Split | None:
    """Return the split that a function answered; None if it does not split `hand`, falling.

    >>> read(([4, 4, 3], [2, 2], 1), (4, 4, 3, 2, 2, 1))
    Split(high=(4, 4, 3), middle=(2, 2), low=(1,))
    >>> read(([4, 4, 4], [2, 2], 1), (4, 4, 3, 2, 2, 1)) is None
    True
    """
    try:
        high, middle, low = answer
        low = tuple(low) if isinstance(low, Sequence) or hasattr(low, "__len__") else (low,)
        split = Split(*(falling(map(index, part)) for part in (high, middle, low)))
    except Exception:  # noqa: BLE001 - contestants' objects may fail at anything
        return None
    if tuple(map(len, split.parts)) != (3, 2, 1) or split.hand != hand:
        return None
    return split


def _at_random(random: Random) -> Splitter:
    def split(_deal: int, hand: Roll) -> Split:
        cards = random.sample(hand, 6)
        return Split(falling(cards[:3]), falling(cards[3:5]), (cards[5],))

    return split


def _of_computer(table: Game[Any], level: str, random: Random) -> Splitter:
    """Let the computer split; what it does with a hand is asked once. `HIGH` is the idle way."""
    known: dict[Roll, tuple[list[Split], list[float]]] = {}

    def split(_deal: int, hand: Roll) -> Split:
        if hand not in known:
            rest = list(DECK)
            for card in hand:
                rest.remove(card)
            state = table.land(table.start(2, {}), (*hand, *rest))
            if level == HIGH:
                weighted = [(table.idle(state, Seat(0)), 1.0)]
            else:
                weighted = [(one, float(w)) for one, w in table.computer(state, Seat(0), level)]
            known[hand] = [split_of(one.on) for one, _ in weighted], [w for _, w in weighted]
        splits, weights = known[hand]
        return splits[0] if len(splits) == 1 else random.choices(splits, weights)[0]

    return split


def rounds(own: Splitter, other: Splitter, deals: int, random: Random) -> Iterator[float]:
    """Yield how each deal ends for `own`: 1 won, 0.5 drawn, 0 lost (RULES 5.4). Raises Mistaken."""
    deck = list(DECK)
    for deal in range(1, deals + 1):
        random.shuffle(deck)
        mine = own(deal, falling(deck[:6]))
        parts = sum(compare(mine, other(deal, falling(deck[6:12]))))
        yield ((parts > 0) - (parts < 0) + 1) / 2
