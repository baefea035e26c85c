"""Score sheets on a picture: labels on the left, numbers in columns."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.render import render
from bot.pictures.colours import FOREGROUND
from bot.review.animation.drawing import (
    LINE_HEIGHT,
    QUIET,
    Canvas,
    PictureRenderer,
    drawable,
)
from rules.screen import Cell, Possible, Sheet
from rules.text import Text

HALVES_APART = 30
"""The room between two halves of a sheet."""

COLUMN = 2.6
"""The width of a column of numbers, in heights of letters."""


def height(sheet: Sheet, size: int) -> float:
    """Return the height of a sheet with letters of this size."""
    rows = max(len(half) for half in sheet.halves) + any(sheet.head)
    return rows * size * LINE_HEIGHT + size / 2


def draw(
    canvas: Canvas,
    renderer: PictureRenderer,
    sheet: Sheet,
    at: tuple[float, float],
    *,
    room: float,
    size: int,
) -> None:
    """Draw a sheet of width `room`, its halves side by side."""
    left, top = at
    halves = sheet.halves
    wide = (room - HALVES_APART * (len(halves) - 1)) / len(halves)
    for half in halves:
        rows: list[Sequence[Cell]] = [*([("", *sheet.head)] if any(sheet.head) else []), *half]
        for place, row in enumerate(rows):
            y = top + place * size * LINE_HEIGHT
            _draw_row(canvas, [_written(cell, renderer) for cell in row], (left, y), wide, size)
        left += wide + HALVES_APART


def _draw_row(
    canvas: Canvas, cells: Sequence[str], at: tuple[float, float], wide: float, size: int
) -> None:
    left, top = at
    label, *numbers = cells
    canvas.text((left, top), label, size, QUIET)
    column = min(COLUMN * size, (wide - canvas.width(label, size)) / max(len(numbers), 1))
    for place, number in enumerate(reversed(numbers)):
        right = left + wide - place * column
        canvas.text((right - canvas.width(number, size), top), number, size, FOREGROUND)


def _written(cell: Cell, renderer: PictureRenderer) -> str:
    match cell:
        case None:
            return ""
        case Possible():
            return cell.symbol
        case Text():
            return drawable(render(cell, renderer.language, renderer))
        case _:
            return drawable(str(cell))
