"""Score sheets as tables of at most 24 characters a line, for phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import FaceSet, Roll
from rules.screen import Cell, Possible, Seat, Sheet
from rules.sheets.rows import Row, Rows, ScoreSheet, open_rows, total
from rules.text import Text, say_in

COLUMNS_PER_TABLE = 3
"""The maximum number of complete sheets side by side on a phone."""

_TOTAL = say_in("row", "Total")


@dataclass(frozen=True)
class SheetTables:
    """The tables of a game with these rows.

    `rolled` are the dice of the acting seat while it may write them: the open rows of its
    sheet then show their points.
    """

    rows: Rows
    face_set: FaceSet

    def one(self, sheet: ScoreSheet, rolled: Roll | None = None) -> Sheet:
        """Return one sheet in two halves; the total stands below the shorter one."""
        labels = [row.short for row in self.rows.rows]
        cells = zip(labels, self._cells(sheet, rolled), strict=True)
        left, right = self._halves(tuple(cells))
        whole = (_TOTAL, total(sheet))
        if len(left) < len(right):
            left = (*left, whole)
        else:
            right = (*right, whole)
        return Sheet(("",), (*left, *right), len(left))

    def two(
        self, sheets: Sequence[ScoreSheet], acting: Seat | None = None, rolled: Roll | None = None
    ) -> Sheet:
        """Return two sheets without totals: in two halves where faces name the rows of one half."""
        seats = [Seat(index) for index in range(len(sheets))]
        head = tuple(seat.letter for seat in seats)
        columns = [
            self._cells(sheet, rolled if seat == acting else None)
            for seat, sheet in zip(seats, sheets, strict=True)
        ]
        if not self.rows.faces:
            return Sheet(head, tuple(zip(self._labels, *columns, strict=True)))
        names = [self._narrow(row) for row in self.rows.rows]
        left, right = self._halves(tuple(zip(names, *columns, strict=True)))
        return Sheet(head, (*left, *right), len(left))

    def all(self, sheets: Sequence[ScoreSheet]) -> tuple[Sheet, ...]:
        """Return tables of up to three sheets with totals; four sheets make two tables of two."""
        columns = 2 if len(sheets) == COLUMNS_PER_TABLE + 1 else COLUMNS_PER_TABLE
        return tuple(
            self._table(sheets, range(first, min(first + columns, len(sheets))))
            for first in range(0, len(sheets), columns)
        )

    def _table(self, sheets: Sequence[ScoreSheet], seats: range) -> Sheet:
        columns = [(*sheets[seat], total(sheets[seat])) for seat in seats]
        rows = zip((*self._labels, _TOTAL), *columns, strict=True)
        return Sheet(tuple(Seat(seat).letter for seat in seats), tuple(rows))

    @property
    def _labels(self) -> tuple[Text, ...]:
        return tuple(row.label for row in self.rows.rows)

    def _cells(self, sheet: ScoreSheet, rolled: Roll | None) -> tuple[Cell, ...]:
        cells: list[Cell] = [*sheet]
        if rolled is not None:
            worths = self.rows.worths(rolled)
            for index in open_rows(sheet):
                cells[index] = Possible(worths[index])
        return tuple(cells)

    def _halves(
        self, rows: tuple[tuple[Cell, ...], ...]
    ) -> tuple[tuple[tuple[Cell, ...], ...], tuple[tuple[Cell, ...], ...]]:
        """Return the rows of single faces and the others; else two parts of equal length."""
        left = self.rows.faces or (len(rows) + 1) // 2
        return rows[:left], rows[left:]

    def _narrow(self, row: Row) -> Text | str:
        """Return the symbol of the face that a row counts, else its short label."""
        return row.short if row.face is None else self.face_set.symbols[row.face - 1]
