"""What the acting seat of a game of sheets may press."""

from __future__ import annotations

from dataclasses import dataclass

from rules.dice import FaceSet, Roll
from rules.screen import Choice, Control, Menu, Press
from rules.sheets.computer import SheetComputer
from rules.sheets.ledger import Entry
from rules.sheets.rows import Rows, ScoreSheet
from rules.text import Text, say, say_count, say_in
from rules.turns import TurnRolled, mark_reroll, press_reroll

DIRECT_ROWS = 3
"""How many rows have a button of their own at most; a menu offers all open ones."""

WRITE_ROW = 1
"""The row in which the buttons that write stand."""


@dataclass(frozen=True)
class SheetControls:
    """The controls of a game with these rows: dice, the quick keep, rows, the menu of all rows.

    The quick keep and the rows with buttons of their own follow the level `house`, for everybody:
    no exact play enters them (README 3.8 of Thirteen Rows, README 4.7 of Nine Categories). A
    button is `main` only where nothing else can be done.
    """

    rows: Rows
    face_set: FaceSet
    levels: SheetComputer

    def of(self, sheet: ScoreSheet, rolled: TurnRolled) -> tuple[Control, ...]:
        """Return the controls of the acting seat."""
        dice = rolled.dice
        if rolled.last:
            return self._writing(sheet, dice, last=True)
        mark = mark_reroll(dice, self.face_set, rolled.new)
        rerolled = self.levels.house(sheet, dice)
        quick = (press_reroll(dice, rerolled, self.face_set),) if rerolled else ()
        return (mark, *quick, *self._writing(sheet, dice, last=False))

    def _writing(self, sheet: ScoreSheet, dice: Roll, *, last: bool) -> tuple[Control, ...]:
        """Return buttons for the first rows in the order of `house`, and a menu of all rows.

        A row in which this roll brings nothing has one after the `last` roll only. The only row
        that is open then is the green button. The menu is as the sheet.
        """
        ranked, entries = self.levels.by_par(sheet, dice), self.rows.entries(sheet, dice)
        direct = [index for index in ranked if entries[index].gained or last]
        presses = [
            Press(
                self.rows[index].action,
                _write(self.rows[index].name, entries[index].gained),
                "main" if last and len(ranked) == 1 else "plain",
                WRITE_ROW,
            )
            for index in direct[:DIRECT_ROWS]
        ]
        choices = [
            Choice(self.rows[index].action, self.rows[index].name, _detail(entries[index]))
            for index in sorted(ranked)
        ]
        return (*presses, Menu(say("Write this roll into …"), tuple(choices)))


def _write(row: Text, points: int) -> Text:
    return say_in("button", "Write {points} in {row}", row=row, points=points)


def _detail(entry: Entry) -> Text:
    if entry.gained == 0:
        return say("✗ scores 0 and uses the row up")
    if entry.gained > entry.points:
        return say_count(
            "scores {n} point, {more} of them bonus",
            "scores {n} points, {more} of them bonus",
            entry.gained,
            more=entry.gained - entry.points,
        )
    return say_count("scores {n} point", "scores {n} points", entry.points)
