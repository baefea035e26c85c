"""The levels of the computer that need no exact play (README.md)."""

from __future__ import annotations

from rules.games.thirteen.flow import FLOW
from rules.sheets.computer import SheetComputer

PAR = (2, 5, 8, 12, 15, 18, 21, 13, 21, 28, 28, 14, 22)
"""What `house` hopes to write in each row, in the order of the sheet."""

COMPUTER = SheetComputer(FLOW, PAR, of_face=("ones", "twos", "threes", "fours", "fives", "sixes"))

computer = COMPUTER.computer
