"""What a state of Six Card Poker is worth to a seat, and each split of its cards (rule 5.5)."""

from __future__ import annotations

from typing import assert_never

from rules.exact import split_play as exact
from rules.game import Advice
from rules.games.six_card.flow import result, split_by
from rules.games.six_card.state import SEATS, Compared, Dealing, Splitting, State
from rules.screen import Seat


def worth(state: State, seat: Seat) -> float:
    """Return the seat's expected share of the win from what it knows.

    The other seat is taken to play the equilibrium, whether it has decided or
    not. A seat that has decided is worth what its split is.
    """
    match state:
        case Dealing():
            return float(exact.VALUE)
        case Splitting(hands, splits):
            hand, split = hands[seat.index], splits[seat.index]
            return float(exact.worth(hand) if split is None else exact.chances(hand)[split].score)
        case Compared((one, other)):
            return float(result(one, other).shares[seat.index])
        case _:
            assert_never(state)


def advise(state: State, seat: Seat) -> tuple[Advice, ...]:
    """Return the expected score of each split against the equilibrium, best first.

    Equally good splits have exactly the same worth. Seats that are not awaited get none.
    """
    if not isinstance(state, Splitting) or seat not in SEATS:
        return ()
    return tuple(
        Advice(
            split_by(split),
            float(chances.score),
            (float(chances.win), float(chances.draw), float(chances.lose)),
        )
        for split, chances in exact.chances(state.hands[seat.index]).items()
    )
