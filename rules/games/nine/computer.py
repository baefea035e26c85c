"""The levels of the computer that need no exact play (README.md)."""

from __future__ import annotations

from rules.games.nine.flow import FLOW
from rules.sheets.computer import SheetComputer

PAR = (20, 40, 38, 45, 30, 85, 68, 70, 50)
"""What `house` hopes to write in each category, in their order."""

COMPUTER = SheetComputer(FLOW, PAR)

computer = COMPUTER.computer
