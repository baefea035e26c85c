"""The game Yams: thirteen rows, upper bonus, further fives of a kind, jokers (README 6.1-6.8)."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.yams.how_to_play import rules
from rules.games.yams.par import PAR
from rules.games.yams.rows import AIMS, AVERAGE, ROW_AVERAGES, ROWS
from rules.sheets.flow import SheetFlow
from rules.sheets.game import sheet_game
from rules.text import say

FLOW = SheetFlow(ROWS, PIPS, AVERAGE)

GAME = sheet_game(
    key="yams",
    name=say("Yams"),
    summary=say("Like Yahtzee, with a bonus and jokers"),
    goal=say("Fill a row: + is what you get now."),
    flow=FLOW,
    aims=AIMS,
    row_averages=ROW_AVERAGES,
    rules=rules,
    par=PAR,
    weekdays=(0, 1, 3, 4, 5),
    listed=0,
    colour="#f0a63a",
)
