"""The thirteen rows and the figures of their play (README 3.3, 3.5, 3.7)."""

from __future__ import annotations

from rules.sheets.pip_rows import PIP_ROWS
from rules.sheets.rows import Rows

ROWS = Rows(PIP_ROWS)
"""The rows with the conditions and points of README 3.3, in the order of the sheet."""

AVERAGE = 229.6384995505
"""The average total of perfect play with one seat (README 3.5)."""

ROW_AVERAGES = (
    *(1.733, 4.6817, 7.7828, 10.7926, 13.6752, 16.7277),
    *(23.8716, 20.3769, 23.8361, 29.7609, 35.7611, 17.1407, 23.4982),
)
"""The averages of the same play in each row, without bonuses, by `bench/exact/row_averages.py`."""

AIMS = (2, 5, 8, 12, 15, 18, 21, 13, 21, 28, 28, 14, 22)
"""The points that the computer's level `house` aims at in each row (README 3.7)."""
