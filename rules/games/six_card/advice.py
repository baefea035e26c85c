"""Worths, advice and reasons for splits in Six Card Poker (README 5.5)."""

from __future__ import annotations

from typing import assert_never

from rules.game import Advice, share_by_two
from rules.games.six_card import equilibrium
from rules.games.six_card.cards import split_of
from rules.games.six_card.flow import result, split_by
from rules.games.six_card.state import SEATS, CardsShowdown, Dealing, Splitting, State
from rules.games.six_card.strategies import parts_against
from rules.screen import Action, Seat
from rules.text import Percent, Text, say


def worth(state: State, seat: Seat) -> float:
    """Return the seat's expected share of the win, given its own cards only.

    The other seat is assumed to play the equilibrium, whether it has decided or
    not. After the seat has decided, the worth is that of its split.
    """
    match state:
        case Dealing():
            return float(equilibrium.VALUE)
        case Splitting(hands, splits):
            hand, split = hands[seat.index], splits[seat.index]
            return float(
                equilibrium.worth(hand) if split is None else equilibrium.chances(hand)[split].score
            )
        case CardsShowdown((one, other)):
            return float(result(one, other).shares[seat.index])
        case _:
            assert_never(state)


def advise(state: State, seat: Seat) -> tuple[Advice, ...]:
    """Return the expected score of each split against the equilibrium, best first.

    Equally good splits have exactly equal worths. The result is empty before the
    deal and after the comparison.
    """
    if not isinstance(state, Splitting) or seat not in SEATS:
        return ()
    advice = (
        Advice(
            split_by(split),
            float(chances.score),
            (float(chances.win), float(chances.draw), float(chances.lose)),
        )
        for split, chances in equilibrium.chances(state.hands[seat.index]).items()
    )
    return share_by_two(advice, seat)


def reason(state: State, seat: Seat, action: Action) -> Text | None:
    """Return how often each part of a split wins against the equilibrium."""
    if not isinstance(state, Splitting) or seat not in SEATS:
        return None
    high, middle, low = parts_against(equilibrium.EQUILIBRIUM, split_of(action.on))
    return say(
        "Chance to win: High card {low}, Pair {middle}, Sum {high}; a tie counts half.",
        low=Percent(float(low), 0),
        middle=Percent(float(middle), 0),
        high=Percent(float(high), 0),
    )
