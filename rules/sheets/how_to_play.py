"""What the rows of a sheet need and score, for the rules of a game.

The points in the sentences are those that the rows themselves give.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.dice import Faces, FaceSet, Roll
from rules.screen import Line
from rules.sheets.rows import Rows
from rules.text import Text, say, say_count, say_in


@dataclass(frozen=True, slots=True)
class RowRule:
    """What a row, or several rows alike, need and score, with dice as an example.

    `keys` are the keys of the rows. A `text` that counts is a sentence about the
    points of the example.
    """

    keys: tuple[str, ...]
    text: Text
    example: Roll


WHAT_A_PLUS_MEANS = say("A number with a plus, as +18, is what this roll would score there.")
FOUR_IN_A_ROW_SCORES = say_count(
    "A run of four or five: {n} point.", "A run of four or five: {n} points.", 0
)
FIVE_IN_A_ROW_SCORES = say_count("A run of five: {n} point.", "A run of five: {n} points.", 0)
FIVE_ALIKE_SCORES = say_count("All five alike: {n} point.", "All five alike: {n} points.", 0)


def row_lines(rows: Rows, face_set: FaceSet, rules: Iterable[RowRule]) -> tuple[Line, ...]:
    """Return three lines for each rule: name of the row, what it needs and scores, example."""
    lines = [Line(say("What each needs and scores, with an example:"), "quiet")]
    for rule in rules:
        concerned = [rows[rows.index(key)] for key in rule.keys]
        row = max(concerned, key=lambda each: each.worth(rule.example))
        points, dice = row.worth(rule.example), Faces(rule.example, face_set)
        if len(concerned) == 1:
            name = row.name
            example = say_in("dice and their points", "{dice} = {points}", dice=dice, points=points)
        else:
            first, last = concerned[0].name, concerned[-1].name
            name = say_in("rows", "{first} … {last}", first=first, last=last)
            example = say_in(
                "dice and their points in a row",
                "{row}: {dice} = {points}",
                row=row.name,
                dice=dice,
                points=points,
            )
        text = rule.text.with_count(points) if rule.text.plural else rule.text
        lines += [Line(name, "strong"), Line(text), Line(example, "quiet")]
    return tuple(lines)
