"""The levels of the computer, described in README.md (rules 5.5, 5.8)."""

from __future__ import annotations

from rules.cards import high_then_middle, low_then_middle
from rules.exact.split_play import EQUILIBRIUM
from rules.game import Weighted, certainly
from rules.games.six_card.flow import split_by
from rules.games.six_card.state import Splitting, State
from rules.screen import Seat


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Return what the computer does with its own six cards; it looks at nothing else."""
    match state:
        case Splitting(hands, _) if level == "perfect":
            weights = EQUILIBRIUM[hands[seat.index]]
            return tuple((split_by(split), weight) for split, weight in weights.items())
        case Splitting(hands, _):
            return certainly(split_by(SPLIT[level](hands[seat.index])))
        case _:
            raise AssertionError("nobody splits cards in this phase")


SPLIT = {"easy": high_then_middle, "house": low_then_middle}
"""`easy` fills High first (rule 5.7), `house` gives Low its best card, then Middle its best two."""
