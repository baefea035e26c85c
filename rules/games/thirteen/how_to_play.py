"""The rules of Thirteen Rows for its players."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.thirteen.rows import AVERAGE, ROWS
from rules.screen import Block
from rules.sheets.how_to_play import (
    LARGE_STRAIGHT_RULE,
    SMALL_STRAIGHT_RULE,
    WHAT_A_PLUS_MEANS,
    RowRule,
    chance,
    five_alike,
    sheet_rules,
)
from rules.sheets.rows import (
    FOUR,
    FULL_HOUSE,
    THREE,
)
from rules.text import say, say_count


def rules() -> tuple[Block, ...]:
    """Return the rules with what each row needs and scores (README 3.3)."""
    return sheet_rules(_RULES, ROWS, PIPS, ROW_RULES, AVERAGE)


_RULES = (
    say("Thirteen turns each: roll five dice, then reroll any of them up to two times."),
    say("You may stop after any roll. Then write it into one open row, even for 0."),
    WHAT_A_PLUS_MEANS,
    say("A written row cannot be changed. A row whose condition is not met scores 0."),
    say("The highest total wins; equal totals share the win. There are no bonuses."),
)

ROW_RULES = (
    RowRule(
        ("ones", "twos", "threes", "fours", "fives", "sixes"),
        say("The sum of the dice with this face."),
        (1, 3, 2, 4, 4),
    ),
    RowRule((THREE,), say("Three or more alike: the sum of all dice."), (5, 5, 5, 3, 2)),
    RowRule((FOUR,), say("Four or more alike: the sum of all dice."), (5, 5, 5, 5, 2)),
    RowRule(
        (FULL_HOUSE,),
        say_count(
            "Three of one face and two of another: {n} point.",
            "Three of one face and two of another: {n} points.",
            0,
        ),
        (5, 5, 5, 2, 2),
    ),
    SMALL_STRAIGHT_RULE,
    LARGE_STRAIGHT_RULE,
    five_alike((5, 5, 5, 5, 5)),
    chance((6, 5, 3, 3, 1)),
)
"""The rules of the rows, in the order of the sheet."""
