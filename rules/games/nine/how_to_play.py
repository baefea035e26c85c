"""The rules of Nine Categories for its players."""

from __future__ import annotations

from rules.dice import POKER
from rules.games.nine.rows import AVERAGE, FOUR_BONUS, FULL_HOUSE_BONUS, ROWS, THREE_BONUS
from rules.screen import Block, Divider, Line
from rules.sheets.how_to_play import (
    FIVE_ALIKE_SCORES,
    FIVE_IN_A_ROW_SCORES,
    FOUR_IN_A_ROW_SCORES,
    WHAT_A_PLUS_MEANS,
    RowRule,
    row_lines,
)
from rules.sheets.rows import (
    CHANCE,
    FIVE,
    FOUR,
    FULL_HOUSE,
    LARGE_STRAIGHT,
    SMALL_STRAIGHT,
    THREE,
)
from rules.text import Points, say


def rules() -> tuple[Block, ...]:
    """Return the rules with what each category needs and scores (README 4.2)."""
    return (
        *(Line(text) for text in _RULES),
        Divider(),
        *row_lines(ROWS, POKER, ROW_RULES),
        Divider(),
        Line(_SOLO, "quiet"),
    )


_RULES = (
    say("Nine turns each: roll five poker dice, then reroll any of them up to two times."),
    say("You may stop after any roll. Then write it into one open category, even for 0."),
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
    RowRule((FIVE,), FIVE_ALIKE_SCORES, (4, 4, 4, 4, 4)),
    RowRule(
        (FULL_HOUSE,),
        say("Three of one face and two of another: all dice + {bonus}.", bonus=FULL_HOUSE_BONUS),
        (6, 6, 6, 5, 5),
    ),
    RowRule((SMALL_STRAIGHT,), FOUR_IN_A_ROW_SCORES, (2, 3, 4, 5, 5)),
    RowRule((LARGE_STRAIGHT,), FIVE_IN_A_ROW_SCORES, (2, 3, 4, 5, 6)),
    RowRule((CHANCE,), say("Any dice: the sum of all."), (1, 1, 4, 3, 6)),
)
"""The rules of the categories, in the order of the sheet."""

_SOLO = say(
    "Alone, you play for a high total: perfect play averages {average}.", average=Points(AVERAGE)
)
