"""Dice in sentences as symbols, which are shorter than emoji."""

from __future__ import annotations

from dataclasses import replace

from rules.dice import Faces
from rules.text import Argument, Text


def symbols(dice: Faces) -> str:
    """Return dice or cards as symbols: "6 6 1"."""
    return " ".join(dice.face_set.symbols[face - 1] for face in dice.faces)


def in_symbols(text: Text) -> Text:
    """Return a sentence whose dice are written as symbols."""

    def written(argument: Argument) -> Argument:
        match argument:
            case Faces():
                return symbols(argument)
            case Text():
                return in_symbols(argument)
            case _:
                return argument

    return replace(
        text, arguments=tuple((name, written(argument)) for name, argument in text.arguments)
    )
