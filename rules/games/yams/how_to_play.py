"""The rules of Yams for its players."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.yams.rows import AVERAGE, BONUSES, ROWS
from rules.screen import Block
from rules.sheets.how_to_play import sheet_rules
from rules.sheets.pip_rows import PIP_ROW_RULES, PIP_TURN_RULES
from rules.text import say


def rules() -> tuple[Block, ...]:
    """Return the rules with what each row needs and scores (README 6.1-6.5)."""
    return sheet_rules(_RULES, ROWS, PIPS, PIP_ROW_RULES, AVERAGE)


_RULES = (
    *PIP_TURN_RULES,
    say(
        "The upper bonus: {bonus} points as soon as Ones to Sixes make {least} in all.",
        bonus=BONUSES.upper,
        least=BONUSES.least,
    ),
    say(
        "Once 50 stands in “5 of a kind”, each further five of a kind brings {bonus} points, "
        "wherever you write it.",
        bonus=BONUSES.further,
    ),
    say(
        "Once “5 of a kind” is written, with 50 or 0, another five of a kind is a joker: five 4s "
        "must go into Fours. If Fours is taken, choose any open lower row, which scores in full, "
        "such as 40 in Large straight. If no lower row is open, write 0 in an upper one."
    ),
    say("The highest total wins; equal totals share the win."),
)
