"""The rules of Thirteen Rows for its players."""

from __future__ import annotations

from rules.games.thirteen.rows import AVERAGE
from rules.screen import Block, Line, Sheet
from rules.text import Points, say, say_in


def rules() -> tuple[Block, ...]:
    """Return the rules with the table of rows (README 3.3)."""
    return (*(Line(text) for text in _RULES), _TABLE, Line(_SOLO, "quiet"))


_RULES = (
    say("Thirteen turns each: roll five dice, then reroll any of them up to two times."),
    say("You may stop after any roll. Then write it into one open row, even for 0."),
    say("A written row cannot be changed. A row whose condition is not met scores 0."),
    say("A full house needs two different faces. A large straight also counts as a small one."),
    say("The highest total wins; equal totals share the win. There are no bonuses."),
)

_SOLO = say(
    "Alone, you play for a high total: perfect play averages {average}.", average=Points(AVERAGE)
)

_TABLE = Sheet(
    (say_in("head of a table", "score"),),
    (
        (say_in("row", "Ones … Sixes"), say_in("worth of a row", "that face")),
        (say_in("row", "3 of a kind"), say_in("worth of a row", "all dice")),
        (say_in("row", "4 of a kind"), say_in("worth of a row", "all dice")),
        (say_in("row", "Full house"), 25),
        (say_in("row", "Small straight"), 30),
        (say_in("row", "Large straight"), 40),
        (say_in("row", "5 of a kind"), 50),
        (say_in("row", "Chance"), say_in("worth of a row", "all dice")),
    ),
)
