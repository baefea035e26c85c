"""Screens written out with the longest names and emoji that Discord may need, to be measured."""

from __future__ import annotations

from dataclasses import replace

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, Until, render
from rules.dice import FaceSet, Roll
from rules.screen import (
    Cards,
    Cell,
    Dice,
    Divider,
    Line,
    Mark,
    Menu,
    Peek,
    Possible,
    Press,
    Screen,
    Seat,
    Sheet,
    with_dice,
)
from rules.text import Text

EMOJI = "<:poker_6:1234567890123456789>"
NAME = "**N" + "a" * 29 + "me**"


class LongRenderer(PlainRenderer):
    """A renderer in which every name has 34 letters beside its stars, and dice are emoji."""

    def seat(self, seat: Seat) -> str:
        return NAME

    def faces(self, faces: Roll, face_set: FaceSet) -> str:
        return " ".join(EMOJI for _ in faces)

    def until(self, until: Until) -> str:
        return "<t:1234567890:R>"


def sheet_lines(sheet: Sheet, language: str) -> list[str]:
    """Write a sheet: the label, then the columns, a space before each; its halves side by side.

    Halves that have no room for it stand below each other. The columns of the foot have widths of
    their own.
    """
    if sheet.foot:
        above, foot = sheet.rows[: -sheet.foot], sheet.rows[-sheet.foot :]
        parts = (replace(sheet, rows=above, foot=0), replace(sheet, head=(), rows=foot, foot=0))
        return [line for part in parts for line in sheet_lines(part, language)]
    halves = [half_lines(sheet, half, language) for half in sheet.halves]
    height = max(map(len, halves))
    filled = [[*half, *[" " * len(half[0])] * (height - len(half))] for half in halves]
    lines = [" ".join(parts) for parts in zip(*filled, strict=True)]
    if sheet.left and max(map(len, lines)) > 24:
        return sheet_lines(replace(sheet, left=0), language)
    return lines


def half_lines(sheet: Sheet, half: tuple[tuple[Cell, ...], ...], language: str) -> list[str]:
    """Write some rows of a sheet below its head."""

    def cell(value: Cell) -> str:
        match value:
            case None:
                return ""
            case Possible():
                return value.symbol
            case Text():
                return render(value, language, PlainRenderer())
            case _:
                return str(value)

    rows = [list(map(cell, row)) for row in half]
    if sheet.head:
        rows = [["", *map(cell, sheet.head)], *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        " ".join(
            [
                row[0].ljust(widths[0]),
                *(v.rjust(w) for v, w in zip(row[1:], widths[1:], strict=True)),
            ]
        )
        for row in rows
    ]


def written(screen: Screen, language: str) -> str:
    """Write title and blocks as a message would."""
    renderer = LongRenderer(language)
    parts = ["### " + render(screen.title, language, renderer)]
    for block in with_dice(screen):
        match block:
            case Line(text):
                parts.append("** " + render(text, language, renderer) + "**")
            case Dice(faces, face_set, landed):
                parts.append("# " + renderer.faces(faces, face_set) + "[]" * len(landed))
            case Cards(faces, face_set):
                parts.append("# " + renderer.faces(faces, face_set))
            case Sheet():
                parts += ["```", *sheet_lines(block, language), "```"]
            case Divider():
                continue
    return "\n".join(parts)


def components(screen: Screen) -> int:
    """Count what a message is made of: neighbouring texts are one, menus have their own row."""
    dividers = sum(isinstance(block, Divider) for block in screen.blocks)
    count = 1 + (dividers + 1) + dividers
    rows = {control.row for control in screen.controls if isinstance(control, Press)}
    for control in screen.controls:
        match control:
            case Mark(_, faces):
                count += 1 + len(faces) + 1
                rows.add(0)
            case Press():
                count += 1
            case Menu() | Peek():
                count += 2
    return count + len(rows)


def assert_fits(screen: Screen) -> None:
    """Check a screen against Discord's limits, with room for what the table adds."""
    for language in LANGUAGES:
        assert len(written(screen, language)) <= 3_600
        for block in screen.blocks:
            if isinstance(block, Sheet):
                assert max(map(len, sheet_lines(block, language))) <= 24
        for control in screen.controls:
            if isinstance(control, Menu):
                assert 1 <= len(control.choices) <= 25
    assert components(screen) <= 30
