"""How Nine Categories is played (rules 4.4): as every game of sheets, with its own rows."""

from __future__ import annotations

from rules.dice import POKER
from rules.games.nine.rows import AVERAGE, ROWS
from rules.sheets.flow import SheetFlow

FLOW = SheetFlow(ROWS, POKER, AVERAGE)
