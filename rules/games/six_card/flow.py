"""How a round of Six Card Poker goes from phase to phase (rules 5.1-5.4, 5.7)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import assert_never

from rules.cards import DECK, Split, compare, falling, high_then_middle, split_of, splits_of
from rules.dice import Roll
from rules.game import Awaits, Outcome, Over, Shuffles, Turn
from rules.games.six_card.state import SEATS, Compared, Dealing, Splitting, State
from rules.screen import Action, Seat
from rules.text import Text, say

VERB = "split"


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the round before the deal. The game has two seats and no options."""
    return Dealing()


def turn(state: State) -> Turn:
    """Return what happens next: both seats owe a split at once (rule 5.2)."""
    match state:
        case Dealing():
            return Shuffles(DECK)
        case Splitting(_, splits):
            owe = tuple(seat for seat in SEATS if splits[seat.index] is None)
            return Awaits(owe, tuple(seat for seat in SEATS if seat not in owe))
        case Compared((one, other)):
            return Over(result(one, other))
        case _:
            assert_never(state)


def points(own: Split, other: Split) -> Fraction:
    """Return how much of the three parts `own` takes: 1 a part won, ½ a part equal (rule 5.4)."""
    return Fraction(3 + sum(compare(own, other)), 2)


def result(one: Split, other: Split) -> Outcome:
    """Return who wins with these splits, and the score as the reason (rule 5.4)."""
    taken = points(one, other)
    if taken == Fraction(3, 2):
        half = Fraction(1, 2)
        return Outcome((half, half), say("Both take 1½ of the three points."))
    winner = SEATS[0] if taken > Fraction(3, 2) else SEATS[1]
    share = Fraction(winner == SEATS[0])
    reason = say(
        "{seat} wins {better} to {worse}.",
        seat=winner,
        better=in_halves(max(taken, 3 - taken)),
        worse=in_halves(min(taken, 3 - taken)),
    )
    return Outcome((share, 1 - share), reason)


def in_halves(taken: Fraction) -> str:
    """Write a number of points, a multiple of ½ from 0 to 3.

    >>> in_halves(Fraction(5, 2)), in_halves(Fraction(1, 2)), in_halves(Fraction(0))
    ('2½', '½', '0')
    """
    whole, rest = divmod(taken, 1)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def split_by(split: Split) -> Action:
    """Return the action that lays the cards down like this."""
    return Action(VERB, split.code)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the splits of the seat's cards, as long as not both are in (rule 5.2)."""
    if isinstance(state, Splitting) and seat in SEATS:
        return tuple(split_by(split) for split in splits_of(state.hands[seat.index]))
    return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    """Say a split in words."""
    split = split_of(action.on)
    return say(
        "High {high} · Middle {middle} · Low {low}",
        high=in_a_row(split.high),
        middle=in_a_row(split.middle),
        low=in_a_row(split.low),
    )


def in_a_row(cards: Roll) -> str:
    """Write cards in letters that fit into a menu.

    >>> in_a_row((4, 4, 3))
    '4 4 3'
    """
    return " ".join(map(str, cards))


def play(state: State, seat: Seat, action: Action) -> State:
    """Take in a split, or a new one instead; show both once both are in (rule 5.2)."""
    split = split_of(action.on)
    match state:
        case Splitting(hands, (one, other)):
            one, other = (split, other) if seat == SEATS[0] else (one, split)
        case _:
            raise AssertionError("nobody splits cards in this phase")
    return (
        Splitting(hands, (one, other)) if one is None or other is None else Compared((one, other))
    )


def land(state: State, faces: Roll) -> State:
    """Deal the shuffled cards: the first six to seat 0, the next six to seat 1 (rule 5.1)."""
    match state:
        case Dealing():
            return Splitting((falling(faces[:6]), falling(faces[6:12])), (None, None))
        case _:
            raise AssertionError("no cards are dealt in this phase")


def idle(state: State, seat: Seat) -> Action:
    """Keep a decision that was made; else High, Middle, Low as large as possible (rule 5.7)."""
    match state:
        case Splitting(hands, splits):
            return split_by(splits[seat.index] or high_then_middle(hands[seat.index]))
        case _:
            raise AssertionError("nobody splits cards in this phase")
