"""The rules of Thirteen Rows for its players."""

from __future__ import annotations

from rules.dice import PIPS
from rules.games.thirteen.rows import AVERAGE, ROWS
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
from rules.text import Points, say, say_count


def rules() -> tuple[Block, ...]:
    """Return the rules with what each row needs and scores (README 3.3)."""
    return (
        *(Line(text) for text in _RULES),
        Divider(),
        *row_lines(ROWS, PIPS, ROW_RULES),
        Divider(),
        Line(_SOLO, "quiet"),
    )


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
    RowRule((SMALL_STRAIGHT,), FOUR_IN_A_ROW_SCORES, (2, 3, 4, 5, 5)),
    RowRule((LARGE_STRAIGHT,), FIVE_IN_A_ROW_SCORES, (2, 3, 4, 5, 6)),
    RowRule((FIVE,), FIVE_ALIKE_SCORES, (5, 5, 5, 5, 5)),
    RowRule((CHANCE,), say("Any dice: the sum of all."), (6, 5, 3, 3, 1)),
)
"""The rules of the rows, in the order of the sheet."""

_SOLO = say(
    "Alone, you play for a high total: perfect play averages {average}.", average=Points(AVERAGE)
)
