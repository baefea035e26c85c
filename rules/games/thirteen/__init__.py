"""The game Thirteen Rows: fill a sheet with ordinary dice (README 3.1-3.9)."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.thirteen.how_to_play import rules
from rules.games.thirteen.par import PAR
from rules.games.thirteen.rows import AIMS, AVERAGE, ROW_AVERAGES, ROWS
from rules.sheets.flow import SheetFlow
from rules.sheets.game import sheet_game
from rules.text import say

FLOW = SheetFlow(ROWS, PIPS, AVERAGE)

GAME = sheet_game(
    key="thirteen",
    name=say("Thirteen Rows"),
    summary=say("Like Yams, without the bonus"),
    goal=say("Fill a row: + is what you get now."),
    flow=FLOW,
    aims=AIMS,
    row_averages=ROW_AVERAGES,
    rules=rules,
    par=PAR,
    weekdays=(6,),
    listed=2,
    colour="#56b4e9",
)
