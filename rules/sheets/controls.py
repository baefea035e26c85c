"""The controls of the acting seat in a game of sheets."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.dice import FaceSet
from rules.screen import Choice, Control, Menu, Press
from rules.sheets.computer import SheetComputer
from rules.sheets.ledger import RowEntry
from rules.sheets.rows import Rows, ScoreSheet
from rules.text import Argument, Text, say, say_count, say_in
from rules.turns import ENDING_ROW, TurnRolled, mark_reroll, press_reroll

DIRECT_ROWS = 2
"""The maximum number of rows with buttons after the last roll."""


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
        """Return the controls of the acting seat; its dice may be `explained`.

        While `house` would reroll, no row has a button; where it would write, the first row in its
        order that scores has one. After the last roll the first row has one, and the next that
        scores; they stand below the menu, so that none stands where a button that rerolls was. The
        menu has the order of the sheet.
        """
        dice = rolled.dice
        ranked, entries = self.levels.by_aims(sheet, dice), self.rows.entries(sheet, dice)
        choices = [
            Choice(self.rows[row].action, self.rows[row].name, _detail(entries[row]))
            for row in sorted(ranked)
        ]
        menu = Menu(say("Write this roll into …"), tuple(choices))
        if rolled.last:
            scoring = [row for row in ranked[1:] if entries[row].gained]
            direct = (ranked[0], *scoring[: DIRECT_ROWS - 1])
            only = len(ranked) == 1
            return (menu, *(self._press(row, entries[row], only=only) for row in direct))
        mark = mark_reroll(dice, self.face_set, rolled.landed)
        mark = replace(mark, explained=explained)
        if rerolled := self.levels.house(sheet, dice):
            return (mark, press_reroll(dice, rerolled, self.face_set), menu)
        scoring = [row for row in ranked if entries[row].gained]
        return (mark, *(self._press(row, entries[row]) for row in scoring[:1]), menu)

    def _press(self, row: int, entry: RowEntry, *, only: bool = False) -> Press:
        label = _write(self.rows[row].name, entry)
        return Press(self.rows[row].action, label, "main" if only else "plain", ENDING_ROW)


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
