"""The rules of Thirteen Rows for its players."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.thirteen.rows import AVERAGE, ROWS
from rules.screen import Block
from rules.sheets.how_to_play import sheet_rules
from rules.sheets.pip_rows import PIP_ROW_RULES, PIP_TURN_RULES
from rules.text import say


def rules() -> tuple[Block, ...]:
    """Return the rules with what each row needs and scores (README 3.3)."""
    return sheet_rules(_RULES, ROWS, PIPS, PIP_ROW_RULES, AVERAGE)


_RULES = (
    *PIP_TURN_RULES,
    say("The highest total wins; equal totals share the win. There are no bonuses."),
)
