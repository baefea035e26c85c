"""The rules of a game of sheets for its players.

The points in the sentences are computed by the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.dice import Faces, FaceSet, Roll
from rules.screen import Block, Divider, Line
from rules.sheets.rows import CHANCE, FIVE, LARGE_STRAIGHT, SMALL_STRAIGHT, Rows
from rules.text import Points, Text, say, say_count, say_in


@dataclass(frozen=True, slots=True)
class RowRule:
    """The condition and the points of a row, or of several similar rows, with example dice.

    `keys` are the keys of the rows. A `text` that counts is a sentence about the
    points of the example.
    """

    keys: tuple[str, ...]
    text: Text
    example: Roll


WHAT_A_PLUS_MEANS = say("+18 = the points this roll would bring you now.")

SMALL_STRAIGHT_RULE = RowRule(
    (SMALL_STRAIGHT,),
    say_count("A run of four or five: {n} point.", "A run of four or five: {n} points.", 0),
    (2, 3, 4, 5, 5),
)
LARGE_STRAIGHT_RULE = RowRule(
    (LARGE_STRAIGHT,),
    say_count("A run of five: {n} point.", "A run of five: {n} points.", 0),
    (2, 3, 4, 5, 6),
)


def five_alike(example: Roll) -> RowRule:
    """Return the rule of the row for five of one face."""
    text = say_count("All five alike: {n} point.", "All five alike: {n} points.", 0)
    return RowRule((FIVE,), text, example)


def chance(example: Roll) -> RowRule:
    """Return the rule of the row that takes any dice."""
    return RowRule((CHANCE,), say("Any dice: the sum of all."), example)


def sheet_rules(
    introduction: Iterable[Text],
    rows: Rows,
    face_set: FaceSet,
    rules: Iterable[RowRule],
    average: float,
) -> tuple[Block, ...]:
    """Return the rules of a game: its `introduction`, its rows, the average of perfect play."""
    alone = say(
        "Alone, you play for a high total: perfect play averages {average}.",
        average=Points(average),
    )
    return (
        *map(Line, introduction),
        Divider(),
        *row_lines(rows, face_set, rules),
        Divider(),
        Line(alone, "quiet"),
    )


def row_lines(rows: Rows, face_set: FaceSet, rules: Iterable[RowRule]) -> tuple[Line, ...]:
    """Return three lines for each rule: name of the row, condition and points, example."""
    lines = [Line(say("Each row, with an example:"), "quiet")]
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
