"""The rules of Nine Categories for its players."""

from __future__ import annotations

from rules.dice import POKER
from rules.games.nine.rows import AVERAGE, FOUR_BONUS, FULL_HOUSE_BONUS, ROWS, THREE_BONUS
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
from rules.text import say


def rules() -> tuple[Block, ...]:
    """Return the rules with what each category needs and scores (README 4.2)."""
    return sheet_rules(_RULES, ROWS, POKER, ROW_RULES, AVERAGE)


_RULES = (
    say("Nine turns each: roll five poker dice, then reroll any of them up to two times."),
    say("Stop after any roll, then fill one open category, even with 0."),
    WHAT_A_PLUS_MEANS,
    say("Only the faces count: suits and colours on the dice mean nothing."),
    say("A 9 counts 9; a 10, Jack, Queen and King count 10; an Ace counts 11."),
    say("Faces from low to high: 9, 10, J, Q, K, A."),
    say("The highest total wins; equal totals share the win."),
)

ROW_RULES = (
    RowRule(("one-pair",), say("Two or more alike: the highest pair."), (1, 1, 4, 3, 6)),
    RowRule(
        ("two-pair",),
        say("Two pairs of different faces: these four dice. A full house counts too."),
        (6, 6, 1, 1, 4),
    ),
    RowRule(
        (THREE,),
        say("Three or more alike: three of them + {bonus}.", bonus=THREE_BONUS),
        (6, 6, 6, 4, 2),
    ),
    RowRule(
        (FOUR,),
        say("Four or more alike: four of them + {bonus}.", bonus=FOUR_BONUS),
        (1, 1, 1, 1, 5),
    ),
    five_alike((4, 4, 4, 4, 4)),
    RowRule(
        (FULL_HOUSE,),
        say("Three of one face and two of another: all dice + {bonus}.", bonus=FULL_HOUSE_BONUS),
        (6, 6, 6, 5, 5),
    ),
    SMALL_STRAIGHT_RULE,
    LARGE_STRAIGHT_RULE,
    chance((1, 1, 4, 3, 6)),
)
"""The rules of the categories, in the order of the sheet."""
