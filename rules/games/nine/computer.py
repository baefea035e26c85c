"""The levels of the computer (README.md)."""

from __future__ import annotations

from rules.game import Weighted, certainly
from rules.games.nine.advice import ADVICE
from rules.games.nine.flow import FLOW
from rules.games.nine.state import State
from rules.screen import Seat
from rules.sheets.computer import SheetComputer

PAR = (20, 40, 38, 45, 30, 85, 68, 70, 50)
"""What `house` hopes to write in each category, in their order."""

COMPUTER = SheetComputer(FLOW, PAR)


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Return what the computer does with the dice of the acting seat."""
    if level == "perfect":
        return certainly(ADVICE.advise(state, seat)[0].action)
    return COMPUTER.computer(state, seat, level)
