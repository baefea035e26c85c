"""Score sheets as tables of at most 24 characters a line, for phones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import FaceSet, Roll
from rules.screen import Cell, Possible, Seat, Sheet
from rules.sheets.rows import Row, Rows, ScoreSheet, total
from rules.text import Text, say_in

COLUMNS_PER_TABLE = 2
"""The maximum number of complete sheets side by side on a phone."""

_TOTAL = say_in("row", "Total")
_FURTHER, _UPPER = say_in("row", "5 alike again"), say_in("row", "Upper bonus")


@dataclass(frozen=True)
class SheetTables:
    """The tables of a game with these rows.

    `rolled` are the dice of the acting seat while it may write them: the open rows of its
    sheet then show their points.
    """

    rows: Rows
    face_set: FaceSet

    def one(self, sheet: ScoreSheet, rolled: Roll | None = None) -> Sheet:
        """Return one sheet with its total: rows of single faces on the left, the others beside."""
        left = self.rows.faces
        names: list[Text | str] = [self._symbol(row) for row in self.rows.rows]
        names += self._besides(sheet)
        cells = tuple(zip(names, self._cells(sheet, rolled), strict=True))
        return Sheet(("",), (*cells, (_TOTAL, total(sheet))), left)

    def all(self, sheets: Sequence[ScoreSheet]) -> tuple[Sheet, ...]:
        """Return tables of up to two sheets with totals."""
        return tuple(
            self._table(sheets, range(first, min(first + COLUMNS_PER_TABLE, len(sheets))))
            for first in range(0, len(sheets), COLUMNS_PER_TABLE)
        )

    def _table(self, sheets: Sequence[ScoreSheet], seats: range) -> Sheet:
        columns = [(*sheets[seat], total(sheets[seat])) for seat in seats]
        rows = zip((*self._names, _TOTAL), *columns, strict=True)
        return Sheet(tuple(Seat(seat).letter for seat in seats), tuple(rows))

    @property
    def _names(self) -> tuple[Text, ...]:
        return (*(row.name for row in self.rows.rows), *self._besides())

    def _besides(self, sheet: ScoreSheet | None = None) -> tuple[Text, ...]:
        """Return the names of the entries behind the rows, of one sheet with how far it is."""
        bonuses = self.rows.bonuses
        if bonuses is None:
            return ()
        if sheet is None:
            return (_FURTHER, _UPPER)
        upper = total(sheet[: self.rows.faces])
        return (
            _FURTHER,
            say_in("row", "Upper {points}/{least}", points=upper, least=bonuses.least),
        )

    def _cells(self, sheet: ScoreSheet, rolled: Roll | None) -> tuple[Cell, ...]:
        cells: list[Cell] = [*sheet]
        if rolled is not None:
            for row, entry in self.rows.entries(sheet, rolled).items():
                cells[row] = Possible(entry.points)
        return tuple(cells)

    def _symbol(self, row: Row) -> Text | str:
        """Return the symbol of the face that a row counts, else its name."""
        return row.name if row.face is None else self.face_set.symbols[row.face - 1]
