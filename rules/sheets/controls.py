"""What the acting seat of a game of sheets may press."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.dice import FaceSet, Roll
from rules.screen import Choice, Control, Menu, Press
from rules.sheets.keeping import usual_reroll
from rules.sheets.rows import FULL_HOUSE, Rows, ScoreSheet, is_full_house
from rules.text import Text, say, say_count, say_in
from rules.turns import TurnRolled, mark_reroll, reroll_of

DIRECT_ROWS = 3
"""How many rows have a button of their own at most; a menu offers all open ones."""

REROLL_ROW, WRITE_ROW = 0, 1
"""The rows in which the buttons stand."""

_Style = Literal["main", "plain"]


@dataclass(frozen=True)
class SheetControls:
    """The controls of a game with these rows: dice, rerolls, rows, the menu of all rows.

    Rows are ranked by the points of this roll alone and the usual reroll depends on the
    dice alone: no exact play enters a board (README 3.8 of Thirteen Rows, README 4.7 of
    Nine Categories).
    """

    rows: Rows
    face_set: FaceSet

    def of(self, sheet: ScoreSheet, rolled: TurnRolled) -> tuple[Control, ...]:
        """Return the controls of the acting seat."""
        rerolled = () if rolled.last else usual_reroll(rolled.dice)
        rerolls_next = bool(rerolled) and not self._completes(sheet, rolled.dice)
        controls = self._writing(sheet, rolled.dice, "plain" if rerolls_next else "main")
        if rerolled:
            label = self._keep(rolled.dice, rerolled)
            style: _Style = "main" if rerolls_next else "plain"
            controls = (Press(reroll_of(rerolled), label, style, REROLL_ROW), *controls)
        if rolled.last:
            return controls
        return (mark_reroll(rolled.dice, self.face_set, rolled.new), *controls)

    def _writing(self, sheet: ScoreSheet, dice: Roll, best: _Style) -> tuple[Control, ...]:
        """Return buttons for the rows with the most points, the first in the style `best`.

        Rows in which this roll scores nothing have one only where it scores in none.
        """
        ranked, points = self.rows.by_points(sheet, dice), self.rows.worths(dice)
        scoring = [index for index in ranked if points[index]] or ranked
        presses = [
            Press(
                self.rows[index].action,
                _write(self.rows[index].short, points[index]),
                "plain" if place else best,
                WRITE_ROW,
            )
            for place, index in enumerate(scoring[:DIRECT_ROWS])
        ]
        choices = [
            Choice(self.rows[index].action, self.rows[index].name, _detail(points[index]))
            for index in ranked
        ]
        return (*presses, Menu(say("Write this roll into …"), tuple(choices)))

    def _completes(self, sheet: ScoreSheet, dice: Roll) -> bool:
        """Return whether all dice make a full house that the sheet is waiting for."""
        return is_full_house(dice) and sheet[self.rows.index(FULL_HOUSE)] is None

    def _keep(self, dice: Roll, rerolled: tuple[int, ...]) -> Text:
        """Return the label of the button that rerolls these positions: "Keep 5 5 5, roll 2"."""
        kept = sorted(
            (face for position, face in enumerate(dice, 1) if position not in rerolled),
            reverse=True,
        )
        return say(
            "Keep {kept}, roll {number}",
            kept=" ".join(self.face_set.symbols[face - 1] for face in kept),
            number=len(rerolled),
        )


def _write(row: Text, points: int) -> Text:
    if points == 0:
        return say_in("button", "✗ {row} {points}", row=row, points=points)
    return say_in("button", "{row} {points}", row=row, points=points)


def _detail(points: int) -> Text:
    if points == 0:
        return say("✗ scores 0: the row is used up")
    return say_count("scores {n} point", "scores {n} points", points)
