"""The levels of the computer in Six Card Poker (README 5.5, 5.8)."""

from __future__ import annotations

from rules.game import Weighted, certainly
from rules.games.six_card.cards import high_then_middle, low_then_middle
from rules.games.six_card.equilibrium import EQUILIBRIUM
from rules.games.six_card.flow import split_by
from rules.games.six_card.state import Splitting, State
from rules.screen import Seat


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Return the computer's choice, which depends on its own six cards only."""
    match state:
        case Splitting(hands, _) if level == "perfect":
            weights = EQUILIBRIUM[hands[seat.index]]
            return tuple((split_by(split), weight) for split, weight in weights.items())
        case Splitting(hands, _):
            return certainly(split_by(SPLIT[level](hands[seat.index])))
        case _:
            raise AssertionError("no seat splits cards in this phase")


SPLIT = {"easy": high_then_middle, "house": low_then_middle}
"""The split chosen by the levels `easy` (README 5.7) and `house` (README 5.8)."""
