"""The contest of Six Card Poker: one function plays many deals against another (README 5.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import factorial
from operator import index
from typing import Any

from course.contest.description import Contest, Exact, Plan, Side, Template
from rules.dice import Roll
from rules.game import Weighted, certainly
from rules.games.six_card.cards import (
    DECK,
    HANDS,
    Split,
    arrangements,
    falling,
    split_of,
    splits_of,
)
from rules.games.six_card.flow import idle, split_by
from rules.games.six_card.state import SEATS, Splitting, State
from rules.games.six_card.strategies import (
    Chances,
    Strategy,
    chance_of,
    chances_against,
    exploitability,
)
from rules.screen import Action, Seat


def _hand(state: State, seat: Seat) -> Roll:
    """Return the six cards of the seat, in falling order."""
    match state:
        case Splitting(hands, _):
            return hands[seat.index]
        case _:
            raise AssertionError("no seat splits cards in this phase")


def given(state: State, seat: Seat) -> tuple[Roll]:
    """Return the six cards of the seat in rising order."""
    return (tuple(reversed(_hand(state, seat))),)


def shown(cards: Roll) -> str:
    """Return the cards in words.

    >>> shown((1, 2, 2, 3, 4, 4))
    'the cards 1 2 2 3 4 4'
    """
    return f"the cards {' '.join(map(str, cards))}"


def read(state: State, seat: Seat, answer: Any) -> Action | None:
    """Return the action for the value that a function returned, None if it is invalid.

    >>> dealt = Splitting(((4, 4, 3, 2, 2, 1), (4, 4, 3, 3, 1, 1)), (None, None))
    >>> read(dealt, SEATS[0], ([4, 4, 3], [2, 2], 1)).code
    'split.443-22-1'
    >>> read(dealt, SEATS[0], ([4, 4, 4], [2, 2], 1)) is None
    True
    """
    try:
        high, middle, low = answer
        low = tuple(low) if isinstance(low, Sequence) or hasattr(low, "__len__") else (low,)
        split = Split(*(falling(map(index, part)) for part in (high, middle, low)))
    except Exception:  # noqa: BLE001 — objects of a contestant's function may raise anything
        return None
    if tuple(map(len, split.parts)) != (3, 2, 1) or split.hand != _hand(state, seat):
        return None
    return split_by(split)


def at_random(state: State, seat: Seat) -> Weighted:
    """Return the splits with the weights of a random order of the six cards (README 5.6)."""
    return tuple(
        (split_by(split), Fraction(arrangements(split), factorial(6)))
        for split in splits_of(_hand(state, seat))
    )


def high_first(state: State, seat: Seat) -> Weighted:
    """Return the split of a seat that misses its deadline (README 5.6, 5.7)."""
    return certainly(idle(state, seat))


def decisions(seat: Seat) -> tuple[State, ...]:
    """Return a state for each of the 68 hands of a seat, in the order of `HANDS`."""
    states = []
    for hand in HANDS:
        rest = list(DECK)
        for card in hand:
            rest.remove(card)
        other = falling(rest[: len(hand)])
        hands = (hand, other) if seat == SEATS[0] else (other, hand)
        states.append(Splitting(hands, (None, None)))
    return tuple(states)


def chances(own: Plan, other: Plan) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances of the first plan to win, draw and lose, over all deals."""
    answers = _answers(other)
    win = lose = Fraction(0)
    for hand, weighted in zip(HANDS, own, strict=True):
        for action, weight in weighted:
            found = answers[hand][split_of(action.on)]
            win += chance_of(hand) * weight * found.win
            lose += chance_of(hand) * weight * found.lose
    return win, 1 - win - lose, lose


def exploited(plan: Plan) -> Fraction:
    """Return the exploitability of a plan (README 5.5, 5.8)."""
    return exploitability(_strategy(plan))


@lru_cache(maxsize=64)
def _answers(plan: Plan) -> Mapping[Roll, Mapping[Split, Chances]]:
    """Return the chances of every split of every hand against a plan; cached for fields."""
    strategy = _strategy(plan)
    return {hand: chances_against(strategy, hand) for hand in HANDS}


def _strategy(plan: Plan) -> Strategy:
    return {
        hand: {split_of(action.on): weight for action, weight in weighted}
        for hand, weighted in zip(HANDS, plan, strict=True)
    }


TEMPLATE = Template(
    "split",
    '''"""A strategy for Six Card Poker: which cards go to Sum, Pair and High card?"""


def split(cards):
    """Return three cards for Sum, two for Pair and one for High card.

    `cards` are your six cards in rising order, each 1, 2, 3 or 4: (1, 2, 2, 3, 4, 4).
    Sum: the larger sum wins. Pair: a pair beats no pair, then the higher cards win.
    High card: the higher card wins. Each part is worth one point, half a point to each
    side where it is equal. More than 1½ points win the deal.
    """
    three = cards[3:]  # the three highest cards
    pair = cards[1:3]
    single = cards[0]
    return three, pair, single
''',
)


CONTEST: Contest[State] = Contest(
    summary="six cards, rising, to (three, pair, single)",
    description="A strategy takes six cards, rising, and returns three cards for Sum, two for "
    "Pair and one for High card.",
    sides=(Side("strategy", SEATS[0], None), Side("against", SEATS[1], "house")),
    scored=SEATS[0],
    given=given,
    shown=shown,
    read=read,
    expected="Sum, Pair and High card, three, two and one of them",
    template=TEMPLATE,
    exact=Exact(decisions, chances, exploited),
    strategies={"random": at_random, "high": high_first},
)
