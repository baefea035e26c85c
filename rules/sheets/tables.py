"""Score sheets as tables of at most 24 characters a line, for phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import FaceSet, Roll
from rules.screen import Cell, Possible, Seat, Sheet
from rules.sheets.rows import Row, Rows, ScoreSheet, total
from rules.text import Text, say_in

COLUMNS_PER_TABLE = 2
"""The maximum number of complete sheets side by side in a line of a phone."""

_TOTAL = say_in("row", "Total")

EXTRA = say_in("row", "Extra 5 alike")
"""The entry for further fives of a kind."""


@dataclass(frozen=True)
class SheetTables:
    """The tables of a game with these rows.

    `rolled` are the dice of the acting seat while it may write them: the open rows of its sheet
    then show the gain of the total.
    """

    rows: Rows
    face_set: FaceSet

    def single(self, sheet: ScoreSheet, rolled: Roll | None = None) -> Sheet:
        """Return one sheet with its total: rows of single faces on the left, the others beside.

        Extra points have a line once there are some.
        """
        left = self.rows.faces
        names: list[Text | str] = [self._symbol(row) for row in self.rows.rows]
        names += self._besides(sheet)
        cells = zip(names, self._cells(sheet, rolled), strict=True)
        lines = [cell for cell in cells if cell != (EXTRA, 0)]
        return Sheet(("",), (*lines, (_TOTAL, total(sheet))), left)

    def all(
        self, sheets: Sequence[ScoreSheet], acting: Seat | None = None, rolled: Roll | None = None
    ) -> tuple[Sheet, ...]:
        """Return tables of up to two sheets; `rolled` are dice of the seat `acting`.

        Their totals stand beside the names of the seats, below.
        """
        columns = [
            self._cells(sheet, rolled if acting == Seat(index) else None)
            for index, sheet in enumerate(sheets)
        ]
        return tuple(
            self._table(sheets, columns, range(len(sheets))[first : first + COLUMNS_PER_TABLE])
            for first in range(0, len(sheets), COLUMNS_PER_TABLE)
        )

    def _table(
        self, sheets: Sequence[ScoreSheet], columns: Sequence[tuple[Cell, ...]], seats: range
    ) -> Sheet:
        names = (self._symbol(row) for row in self.rows.rows)
        written = (columns[seat][: len(self.rows)] for seat in seats)
        foot = self._foot([sheets[seat] for seat in seats])
        return Sheet(
            tuple(Seat(seat).letter for seat in seats),
            (*zip(names, *written, strict=True), *foot),
            ruled=True,
            paired=self.rows.faces,
            foot=len(foot),
        )

    def _foot(self, sheets: Sequence[ScoreSheet]) -> tuple[tuple[Cell, ...], ...]:
        """Return the lines below the rows of several sheets: extra points and bonus progress."""
        bonuses = self.rows.bonuses
        if bonuses is None:
            return ()
        uppers = (total(sheet[: self.rows.faces]) for sheet in sheets)
        least = bonuses.least
        reached = (
            say_in("row", "{points}/{least}", points=points, least=least) for points in uppers
        )
        extra = tuple(sheet[len(self.rows)] for sheet in sheets)
        upper = (say_in("row", "Upper"), *reached)
        return ((EXTRA, *extra), upper) if any(extra) else (upper,)

    def _besides(self, sheet: ScoreSheet) -> tuple[Text, ...]:
        """Return the names of the entries after the rows of a sheet, with its progress."""
        bonuses = self.rows.bonuses
        if bonuses is None:
            return ()
        upper = total(sheet[: self.rows.faces])
        return (
            EXTRA,
            say_in("row", "Bonus: {points}/{least}", points=upper, least=bonuses.least),
        )

    def _cells(self, sheet: ScoreSheet, rolled: Roll | None) -> tuple[Cell, ...]:
        cells: list[Cell] = [*sheet]
        if rolled is not None:
            for row, entry in self.rows.entries(sheet, rolled).items():
                cells[row] = Possible(entry.gained)
        return tuple(cells)

    def _symbol(self, row: Row) -> Text | str:
        """Return the symbol of the face that a row counts, else its name."""
        return row.name if row.face is None else self.face_set.symbols[row.face - 1]
