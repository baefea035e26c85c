"""The levels of the computer (README.md)."""

from __future__ import annotations

from rules.game import Weighted, certainly
from rules.games.thirteen.advice import ADVICE
from rules.games.thirteen.flow import FLOW
from rules.games.thirteen.state import State
from rules.screen import Seat
from rules.sheets.computer import SheetComputer

PAR = (2, 5, 8, 12, 15, 18, 21, 13, 21, 28, 28, 14, 22)
"""What `house` hopes to write in each row, in the order of the sheet."""

COMPUTER = SheetComputer(FLOW, PAR, of_face=("ones", "twos", "threes", "fours", "fives", "sixes"))


def computer(state: State, seat: Seat, level: str) -> Weighted:
    """Return what the computer does with the dice of the acting seat."""
    if level == "perfect":
        return certainly(ADVICE.advise(state, seat)[0].action)
    return COMPUTER.computer(state, seat, level)
