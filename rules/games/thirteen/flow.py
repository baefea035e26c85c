"""How Thirteen Rows is played (rules 3.2-3.6): as every game of sheets, with its own rows."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.thirteen.rows import AVERAGE, ROWS
from rules.sheets.flow import SheetFlow

FLOW = SheetFlow(ROWS, PIPS, AVERAGE)
