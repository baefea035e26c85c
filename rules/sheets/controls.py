"""The controls of the acting seat in a game of sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import FaceSet, Roll
from rules.screen import Choice, Control, Menu, Press
from rules.sheets.computer import SheetComputer
from rules.sheets.ledger import RowEntry
from rules.sheets.rows import Rows, ScoreSheet
from rules.text import Argument, Text, say, say_count, say_in
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

    def of(self, sheet: ScoreSheet, rolled: TurnRolled, *, explained: bool) -> tuple[Control, ...]:
        """Return the controls of the acting seat; its dice may be `explained`."""
        dice = rolled.dice
        if rolled.last:
            return self._writing(sheet, dice, last=True)
        mark = mark_reroll(dice, self.face_set, rolled.landed)
        mark = replace(mark, explained=explained)
        rerolled = self.levels.house(sheet, dice)
        pick = (press_reroll(dice, rerolled, self.face_set),) if rerolled else ()
        return (mark, *pick, *self._writing(sheet, dice, last=False))

    def _writing(self, sheet: ScoreSheet, dice: Roll, *, last: bool) -> tuple[Control, ...]:
        """Return buttons for some rows in the order of `house`, and a menu of all open ones.

        Before the `last` roll the only button is for the first row in which this roll scores, if
        there is one. After it the first row has a button, and each of the next two that scores;
        they stand below the menu, so that none stands where a button that rerolls was (README 3.8
        of Thirteen Rows). A single open row has the green button. The menu has the order of the
        sheet.
        """
        ranked, entries = self.levels.by_aims(sheet, dice), self.rows.entries(sheet, dice)
        if last:
            scoring = [row for row in ranked[1:DIRECT_ROWS] if entries[row].gained]
            direct = [ranked[0], *scoring]
        else:
            direct = [row for row in ranked if entries[row].gained][:1]
        presses = [
            Press(
                self.rows[row].action,
                _write(self.rows[row].name, entries[row]),
                "main" if last and len(ranked) == 1 else "plain",
                ENDING_ROW,
            )
            for row in direct
        ]
        choices = [
            Choice(self.rows[row].action, self.rows[row].name, _detail(entries[row]))
            for row in sorted(ranked)
        ]
        menu = Menu(say("Write this roll into …"), tuple(choices))
        return (menu, *presses) if last else (*presses, menu)


def _write(row: Text, entry: RowEntry) -> Text:
    said: dict[str, Argument] = {"row": row, "points": entry.points}
    if entry.more:
        return say_in("button", "Write {points} in {row} (+{more})", **said, more=entry.more)
    return say_in("button", "Write {points} in {row}", **said)


def _detail(entry: RowEntry) -> Text:
    if entry.gained == 0:
        return say("✗ scores 0 and fills the row")
    if entry.more:
        return say_count(
            "scores {n} point (+{more})",
            "scores {n} points (+{more})",
            entry.points,
            more=entry.more,
        )
    return say_count("scores {n} point", "scores {n} points", entry.points)
