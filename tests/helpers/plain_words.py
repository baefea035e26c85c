"""Sentences and dice in plain English, for tests of their content, length and arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from string import Formatter

from rules.dice import POKER, Faces, Roll
from rules.screen import Line, Screen, Seat
from rules.text import Percent, Placeholder, Points, Text


def dice(symbols: str) -> Roll:
    """Read poker dice by their symbols: "A K Q J 9"."""
    return tuple(POKER.symbols.index(symbol) + 1 for symbol in symbols.split())


def plain(value: object) -> str:
    """Fill a sentence in English: seats are letters, faces symbols.

    Other placeholders are shown by their repr.
    """
    match value:
        case Text():
            arguments = {name: plain(argument) for name, argument in value.arguments}
            if value.plural:
                arguments["n"] = str(value.count)
            template = value.plural if value.plural and value.count != 1 else value.template
            return template.format(**arguments)
        case Seat(index):
            return "ABCDEFGH"[index]
        case Faces(faces, face_set):
            return face_set.symbols_of(faces)
        case None:
            return ""
        case Percent(share, digits):
            return f"{share:.{digits}%}"
        case Points(points, digits):
            return f"{points:,.{digits}f}"
        case Placeholder():
            return repr(value)
        case _:
            return str(value)


def lines(screen: Screen) -> list[str]:
    """Return the lines of a screen in English."""
    return [plain(block.text) for block in screen.blocks if isinstance(block, Line)]


def texts_in(value: object) -> Iterator[Text]:
    """Yield every sentence inside a value made of dataclasses and tuples."""
    if isinstance(value, Text):
        yield value
        for _, argument in value.arguments:
            yield from texts_in(argument)
    elif isinstance(value, tuple):
        for item in value:
            yield from texts_in(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts_in(getattr(value, field.name))


def assert_sound(text: Text) -> None:
    """Check that a sentence is not empty and names exactly the arguments it is given."""
    given = {name for name, _ in text.arguments} | ({"n"} if text.plural else set())
    assert text.template.strip()
    for template in filter(None, (text.template, text.plural)):
        named = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
        if text.plural:
            assert named | {"n"} == given, text
        else:
            assert named == given, text
    for form in filter(None, (text.you, text.others)):
        assert {name for _, name, _, _ in Formatter().parse(form.template) if name} <= given, text
