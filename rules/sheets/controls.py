"""The controls of the acting seat in a game of sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import FaceSet, Roll
from rules.screen import Choice, Control, Menu, Press
from rules.sheets.computer import SheetComputer
from rules.sheets.ledger import RowEntry
from rules.sheets.rows import Rows, ScoreSheet
from rules.text import Text, say, say_count, say_in
from rules.turns import ENDING_ROW, TurnRolled, mark_reroll, press_reroll

DIRECT_ROWS = 3
"""The maximum number of rows with buttons after the last roll; before it the limit is one."""


@dataclass(frozen=True)
class SheetControls:
    """The controls of a game with these rows: dice, the pick, rows, the menu of all rows.

    For all players the pick and the rows with buttons follow the level `house`, never exact
    play (README 3.8 of Thirteen Rows, README 4.7 of Nine Categories); a menu offers all open rows.
    A button is `main` only if it is the only possible action.
    """

    rows: Rows
    face_set: FaceSet
    levels: SheetComputer

    def of(
        self, sheet: ScoreSheet, rolled: TurnRolled, *, explained: bool, large: bool
    ) -> tuple[Control, ...]:
        """Return the controls of the acting seat; its dice may be `explained` and `large`."""
        dice = rolled.dice
        if rolled.last:
            return self._writing(sheet, dice, last=True)
        mark = mark_reroll(dice, self.face_set, rolled.landed)
        mark = replace(mark, explained=explained, large=large)
        rerolled = self.levels.house(sheet, dice)
        pick = (press_reroll(dice, rerolled, self.face_set),) if rerolled else ()
        return (mark, *pick, *self._writing(sheet, dice, last=False))

    def _writing(self, sheet: ScoreSheet, dice: Roll, *, last: bool) -> tuple[Control, ...]:
        """Return buttons for some rows, with the most points first, and a menu of all rows.

        Before the `last` roll the only button is for the row in which this roll has most points,
        even 0. After it the buttons are the first rows in the order of `house`, without those after
        the first that score nothing, below the menu; a single open row has the green button. So no
        button that writes comes to stand where a button that rerolls was (README 3.8 of Thirteen
        Rows). The menu has the order of the sheet.
        """
        ranked, entries = self.levels.by_aims(sheet, dice), self.rows.entries(sheet, dice)
        best = max(ranked, key=lambda index: entries[index].gained)
        scoring = [index for index in ranked[1:DIRECT_ROWS] if entries[index].gained]
        direct = [ranked[0], *scoring] if last else [best]
        presses = [
            Press(
                self.rows[index].action,
                _write(self.rows[index].name, entries[index].gained),
                "main" if last and len(ranked) == 1 else "plain",
                ENDING_ROW,
            )
            for index in sorted(direct, key=lambda index: (-entries[index].gained, index))
        ]
        choices = [
            Choice(self.rows[index].action, self.rows[index].name, _detail(entries[index]))
            for index in sorted(ranked)
        ]
        menu = Menu(say("Write this roll into …"), tuple(choices))
        return (menu, *presses) if last else (*presses, menu)


def _write(row: Text, points: int) -> Text:
    return say_in("button", "Write {points} in {row}", row=row, points=points)


def _detail(entry: RowEntry) -> Text:
    if entry.gained == 0:
        return say("✗ scores 0 and fills the row")
    if entry.gained > entry.points:
        return say_count(
            "scores {n} point, {more} of them bonus",
            "scores {n} points, {more} of them bonus",
            entry.gained,
            more=entry.gained - entry.points,
        )
    return say_count("scores {n} point", "scores {n} points", entry.points)
