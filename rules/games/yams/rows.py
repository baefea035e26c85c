"""The thirteen rows, the bonuses, and the figures of their play (README 6.1-6.7)."""

from __future__ import annotations

from types import MappingProxyType

from rules.sheets.ledger import Bonuses
from rules.sheets.pip_rows import PIP_ROWS
from rules.sheets.rows import FULL_HOUSE, LARGE_STRAIGHT, SMALL_STRAIGHT, Rows

JOKERS = MappingProxyType({FULL_HOUSE: 25, SMALL_STRAIGHT: 30, LARGE_STRAIGHT: 40})
"""The points of a joker in rows whose condition it does not meet (README 6.4)."""

BONUSES = Bonuses(least=63, upper=35, further=100, full_scores=JOKERS)
"""The upper bonus, further fives of a kind and jokers (README 6.2-6.4)."""

ROWS = Rows(PIP_ROWS, BONUSES)
"""The rows in the order of the sheet, with the bonuses."""

AVERAGE = 254.5877287345
"""The average total of perfect play with one seat (README 6.6)."""

ROW_AVERAGES = (
    *(1.8817, 5.2828, 8.5698, 12.1595, 15.6886, 19.1903),
    *(21.6605, 13.0919, 22.5916, 29.4611, 32.7111, 16.8686, 22.0074),
)
"""The averages of the same play in each row, without bonuses, by `bench/exact/row_averages.py`."""

AIMS = (3, 6, 9, 12, 15, 18, 22, 13, 21, 28, 28, 8, 22)
"""The points that the computer's level `house` aims at in each row (README 6.7).

In the upper part these are three of each face, which together make the bonus.
"""
