"""The rules of Nine Categories for its players."""

from __future__ import annotations

from rules.games.nine.rows import AVERAGE
from rules.screen import Block, Line, Sheet
from rules.text import Points, say, say_in


def rules() -> tuple[Block, ...]:
    """Return the rules with the table of categories (README 4.2)."""
    return (*(Line(text) for text in _RULES), _TABLE, Line(_SOLO, "quiet"))


_RULES = (
    say("Nine turns each: roll five poker dice, then reroll any of them up to two times."),
    say("You may stop after any roll. Then write it into one open category, even for 0."),
    say("A 9 counts 9; a 10, Jack, Queen and King count 10; an Ace counts 11."),
    say("Two pair needs two different faces: a full house fits, four of a kind does not."),
    say("A small straight is four faces in a row, a large one all five: 9, 10, J, Q, K, A."),
    say("The highest total wins; equal totals share the win."),
)

_SOLO = say(
    "Alone, you play for a high total: perfect play averages {average}.", average=Points(AVERAGE)
)

_TABLE = Sheet(
    (say_in("head of a table", "score"),),
    (
        (say_in("row", "One pair"), say_in("worth of a row", "the pair")),
        (say_in("row", "Two pair"), say_in("worth of a row", "both pairs")),
        (say_in("row", "3 of a kind"), say_in("worth of a row", "three + 10")),
        (say_in("row", "4 of a kind"), say_in("worth of a row", "four + 20")),
        (say_in("row", "5 of a kind"), 100),
        (say_in("row", "Full house"), say_in("worth of a row", "all + 50")),
        (say_in("row", "Small straight"), 70),
        (say_in("row", "Large straight"), 95),
        (say_in("row", "Chance"), say_in("worth of a row", "all dice")),
    ),
)
