"""The transitions between the phases of a round of Six Card Poker (README 5.1-5.4, 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import assert_never

from rules.dice import Roll
from rules.game import Awaits, Outcome, Over, Shuffles, Turn
from rules.games.six_card.cards import (
    DECK,
    Split,
    compare,
    falling,
    high_then_middle,
    split_of,
    splits_of,
)
from rules.games.six_card.state import SEATS, CardsShowdown, Dealing, Splitting, State
from rules.screen import Action, Seat
from rules.text import Text, say

VERB = "split"


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the state before the deal. The game has two seats and no options."""
    return Dealing()


def turn(state: State) -> Turn:
    """Return the next event; both seats owe a split at the same time (README 5.2)."""
    match state:
        case Dealing():
            return Shuffles(DECK, "deal")
        case Splitting(_, splits):
            owe = tuple(seat for seat in SEATS if splits[seat.index] is None)
            return Awaits(owe, tuple(seat for seat in SEATS if seat not in owe), secret=True)
        case CardsShowdown((one, other)):
            return Over(result(one, other))
        case _:
            assert_never(state)


def points(own: Split, other: Split) -> Fraction:
    """Return the points of `own`: 1 for each part won, ½ for each equal part (README 5.4)."""
    return Fraction(3 + sum(compare(own, other)), 2)


@lru_cache(maxsize=1024)
def result(one: Split, other: Split) -> Outcome:
    """Return the outcome for these splits of both seats (README 5.4)."""
    taken = points(one, other)
    if taken == Fraction(3, 2):
        return Outcome((Fraction(1, 2), Fraction(1, 2)))
    share = Fraction(taken > Fraction(3, 2))
    return Outcome((share, 1 - share))


def in_halves(taken: Fraction) -> str:
    """Return points, a multiple of ½ from 0 to 3, as text.

    >>> in_halves(Fraction(5, 2)), in_halves(Fraction(1, 2)), in_halves(Fraction(0))
    ('2½', '½', '0')
    """
    whole, rest = divmod(taken, 1)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def split_by(split: Split) -> Action:
    return Action(VERB, split.code)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the splits of the seat's cards until both seats have decided (README 5.2)."""
    if isinstance(state, Splitting) and seat in SEATS:
        return tuple(split_by(split) for split in splits_of(state.hands[seat.index]))
    return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    split = split_of(action.on)
    return say(
        "High card {low} · Pair {middle} · Sum {high}",
        low=in_a_row(split.low),
        middle=in_a_row(split.middle),
        high=in_a_row(split.high),
    )


def in_a_row(cards: Roll) -> str:
    """Return the cards as text, separated by spaces.

    >>> in_a_row((4, 4, 3))
    '4 4 3'
    """
    return " ".join(map(str, cards))


def play(state: State, seat: Seat, action: Action) -> State:
    """Return the state with the seat's split set or replaced (README 5.2).

    The splits are compared when both seats have decided.
    """
    split = split_of(action.on)
    match state:
        case Splitting(hands, (one, other)):
            one, other = (split, other) if seat == SEATS[0] else (one, split)
        case _:
            raise AssertionError("no seat splits cards in this phase")
    return (
        Splitting(hands, (one, other))
        if one is None or other is None
        else CardsShowdown((one, other))
    )


def land(state: State, faces: Roll) -> State:
    """Deal the shuffled cards: the first six to seat 0, the next six to seat 1 (README 5.1)."""
    match state:
        case Dealing():
            return Splitting((falling(faces[:6]), falling(faces[6:12])), (None, None))
        case _:
            raise AssertionError("no cards are dealt in this phase")


def idle(state: State, seat: Seat) -> Action:
    """Return the seat's split if it has decided, else `high_then_middle` (README 5.7)."""
    match state:
        case Splitting(hands, splits):
            return split_by(splits[seat.index] or high_then_middle(hands[seat.index]))
        case _:
            raise AssertionError("no seat splits cards in this phase")
