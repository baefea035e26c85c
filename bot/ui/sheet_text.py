"""Tables in letters of equal width, for the code blocks of messages."""

from __future__ import annotations

from itertools import zip_longest

from bot.ui.discord_renderer import DiscordRenderer
from rules.screen import Cell, Possible, Sheet
from rules.text import Text, say_in

PHONE_COLUMNS = 26
"""How many letters of a code block a phone shows in one line."""


def sheet_text(sheet: Sheet, renderer: DiscordRenderer) -> str:
    """Return a table in letters, its halves side by side: labels left, columns right.

    A line stands between halves that have no room for a wider gap.
    """
    halves = [
        [tuple(_letters(cell, renderer) for cell in row) for row in half] for half in sheet.halves
    ]
    if any(sheet.head):
        head = ("", *(_letters(cell, renderer) for cell in sheet.head))
        halves = [[head, *half] for half in halves]
    labels = [max(len(row[0]) for row in half) for half in halves]
    # Columns of a sheet that fills up keep their place while they still have room.
    room = PHONE_COLUMNS - sum(labels) - len(halves) + 1
    room = room // max(1, len(halves) * len(sheet.head)) - 1
    tables = [
        _columns(half, label, min(room, 3)) for half, label in zip(halves, labels, strict=True)
    ]
    widths = [max(map(len, table)) for table in tables]
    room = min(3, PHONE_COLUMNS - sum(widths))
    gap = " " * room if room > 1 else "│"
    lines = (
        gap.join(part.ljust(width) for part, width in zip(parts, widths, strict=True))
        for parts in zip_longest(*tables, fillvalue="")
    )
    return "\n".join(line.rstrip() for line in lines)


def _columns(rows: list[tuple[str, ...]], label: int, least: int) -> list[str]:
    """Return lines of a label and right-aligned columns, each of `least` letters or more."""
    widths = [max(least, *map(len, column)) for column in list(zip(*rows, strict=True))[1:]]
    return [
        " ".join(
            [
                row[0].ljust(label),
                *(cell.rjust(width) for cell, width in zip(row[1:], widths, strict=True)),
            ]
        )
        for row in rows
    ]


def _letters(cell: Cell, renderer: DiscordRenderer) -> str:
    match cell:
        case None:
            return ""
        case str():
            return cell
        case int():
            return renderer.text(say_in("an amount", "{number}", number=cell))
        case Possible():
            return cell.symbol
        case Text():
            return renderer.text(cell)
