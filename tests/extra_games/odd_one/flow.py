"""How a round of Odd One goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import assert_never

from rules.dice import PIPS, Roll
from rules.game import Awaits, Outcome, Over, Shuffles, Turn, Weighted
from rules.games.odd_one.state import DECK, Choosing, Dealing, Shown, State
from rules.screen import Action, Seat
from rules.text import Text, say

SEATS = (Seat(0), Seat(1))


def first(seats: int, options: Mapping[str, str]) -> State:
    """Return the round before the deal."""
    return Dealing()


def turn(state: State) -> Turn:
    """Return what happens next."""
    match state:
        case Dealing():
            return Shuffles(DECK, "deal")
        case Choosing(_, chosen):
            owe = tuple(seat for seat in SEATS if chosen[seat.index] is None)
            return Awaits(owe, tuple(seat for seat in SEATS if seat not in owe), secret=True)
        case Shown((one, other)):
            share = Fraction(one > other)
            return Over(Outcome((share, 1 - share)))
        case _:
            assert_never(state)


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the two cards of a seat, while cards are chosen."""
    if isinstance(state, Choosing) and seat in SEATS:
        return tuple(Action("card", str(card)) for card in state.hands[seat.index])
    return ()


def name(state: State, seat: Seat, action: Action) -> Text:
    """Say a choice in words."""
    return say("put down {card}", card=PIPS.singular_of(int(action.on)))


def play(state: State, seat: Seat, action: Action) -> State:
    """Put a card down, and show both once both are down."""
    assert isinstance(state, Choosing)
    one, other = state.chosen
    card = int(action.on)
    one, other = (card, other) if seat == SEATS[0] else (one, card)
    if one is None or other is None:
        return replace(state, chosen=(one, other))
    return Shown((one, other))


def land(state: State, faces: Roll) -> State:
    """Deal the first four cards, two to each seat."""
    return Choosing((faces[0:2], faces[2:4]), (None, None))


def idle(state: State, seat: Seat) -> Action:
    """Put the first card down."""
    return legal(state, seat)[0]


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Take either card, each as often."""
    return tuple((action, Fraction(1, 2)) for action in legal(state, seat))
