"""The game Nine Categories: fill a sheet with poker dice (README 4.1-4.8)."""

from __future__ import annotations

from rules.dice import POKER
from rules.games.nine.how_to_play import rules
from rules.games.nine.par import PAR
from rules.games.nine.rows import AIMS, AVERAGE, ROW_AVERAGES, ROWS
from rules.sheets.flow import SheetFlow
from rules.sheets.game import sheet_game
from rules.text import say

FLOW = SheetFlow(ROWS, POKER, AVERAGE)

GAME = sheet_game(
    key="nine",
    name=say("Nine Categories"),
    summary=say("A short sheet, dice from 9 to A"),
    goal=say("Fill a row. J, Q, K count 10, A 11."),
    flow=FLOW,
    aims=AIMS,
    row_averages=ROW_AVERAGES,
    rules=rules,
    par=PAR,
    weekdays=(2,),
    listed=1,
    colour="#a99bff",
)
