"""Screens written out with the longest names and emoji that Discord may need, to be measured."""

from __future__ import annotations

from datetime import datetime

from bot.language.render import PlainRenderer, render
from rules.dice import FaceSet, Roll
from rules.screen import Cards, Dice, Divider, Line, Mark, Menu, Peek, Press, Screen, Seat, Sheet
from rules.text import Text

EMOJI = "<:poker_6:1234567890123456789>"
NAME = "**N" + "a" * 29 + "me**"


class LongRenderer(PlainRenderer):
    """A renderer in which every name has 34 letters beside its stars, and dice are emoji."""

    def seat(self, seat: Seat) -> str:
        return NAME

    def faces(self, faces: Roll, face_set: FaceSet) -> str:
        return " ".join(EMOJI for _ in faces)

    def until(self, when: datetime) -> str:
        return "<t:1234567890:R>"


def sheet_lines(sheet: Sheet, language: str) -> list[str]:
    """Write a sheet: the label, then equally wide columns, a space before each."""

    def cell(value: Text | str | int | None) -> str:
        if value is None:
            return ""
        return render(value, language, PlainRenderer()) if isinstance(value, Text) else str(value)

    rows = [["", *map(cell, sheet.head)], *(list(map(cell, row)) for row in sheet.rows)]
    label = max(len(row[0]) for row in rows)
    width = max(len(value) for row in rows for value in row[1:])
    return [
        row[0].ljust(label) + "".join(" " + value.rjust(width) for value in row[1:]) for row in rows
    ]


def written(screen: Screen, language: str) -> str:
    """Write title and blocks as a message would."""
    renderer = LongRenderer(language)
    parts = ["### " + render(screen.title, language, renderer)]
    for block in screen.blocks:
        match block:
            case Line(text):
                parts.append("** " + render(text, language, renderer) + "**")
            case Dice(faces, face_set) | Cards(faces, face_set):
                parts.append("# " + renderer.faces(faces, face_set))
            case Sheet():
                parts += ["```", *sheet_lines(block, language), "```"]
            case Divider():
                continue
    return "\n".join(parts)


def components(screen: Screen) -> int:
    """Count what a message is made of: neighbouring texts are one, each control has its row."""
    dividers = sum(isinstance(block, Divider) for block in screen.blocks)
    count = 1 + (dividers + 1) + dividers
    for control in screen.controls:
        match control:
            case Mark(_, faces):
                count += 1 + len(faces) + 2
            case Press() | Menu() | Peek():
                count += 2
    return count


def assert_fits(screen: Screen) -> None:
    """Check a screen against Discord's limits, with room for what the table adds."""
    for language in ("en", "ro"):
        assert len(written(screen, language)) <= 3_600
        for block in screen.blocks:
            if isinstance(block, Sheet):
                assert max(map(len, sheet_lines(block, language))) <= 26
        for control in screen.controls:
            if isinstance(control, Menu):
                assert 1 <= len(control.choices) <= 25
    assert components(screen) <= 30
