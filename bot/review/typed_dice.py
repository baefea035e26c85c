"""Parser for typed dice: "6 6 3 3 1", "66331", "QQ99A", "10 10 J"."""

from __future__ import annotations

import re
from unicodedata import normalize

from bot.language.languages import KNOWN
from rules.dice import PIPS, POKER, FaceSet, Roll
from rules.errors import Refusal
from rules.text import Text, say, say_count, say_in

DICE, BEAT = say_in("command option", "dice"), say_in("command option", "beat")
"""The fields in which dice are typed: those of the hand, and those of the hand to beat."""

_POKER = {"9": 1, "10": 2, "T": 2, "J": 3, "Q": 4, "K": 5, "A": 6} | {
    letter: face for one in KNOWN.values() for face, letter in enumerate(one.court, 3)
}
_PIPS = {str(face): face for face in range(1, 7)} | dict(zip("⚀⚁⚂⚃⚄⚅", range(1, 7), strict=True))
_SEPARATORS = re.compile(r"[\s,;.·|/+-]+")
_LETTER_EMOJI = {ord("🇦") + place: chr(ord("A") + place) for place in range(26)}
"""Regional indicators by their letter: the fallback emoji for poker faces."""
_EMOJI = re.compile(r"<a?:(pips|poker)_([1-6]):[0-9]+>")

MAX_LENGTH = 400
"""The most characters that are read."""

NAMED_CHARACTERS = 5
"""The most invalid characters that a refusal names."""


def read_dice(text: str, box: Text = DICE) -> tuple[Roll, FaceSet]:
    """Return the five faces in `text` and their face set.

    Any other text is refused; the refusal names the `box` in which it was typed.

    >>> read_dice("6 6 3 3 1")[0], read_dice("qq99a")[0]
    ((6, 6, 3, 3, 1), (4, 4, 1, 1, 6))
    """
    if len(text) > MAX_LENGTH:
        raise _not_five_dice(say("The box “{box}” holds too much text.", box=box))
    cleaned = _EMOJI.sub(lambda match: _symbol(match[1], int(match[2])), normalize("NFKC", text))
    cleaned = cleaned.replace("\N{VARIATION SELECTOR-16}", "").replace("\N{KEYCAP TEN}", "10")
    cleaned = cleaned.replace("\N{COMBINING ENCLOSING KEYCAP}", "").translate(_LETTER_EMOJI)
    symbols = re.findall(r"10|.", _SEPARATORS.sub("", cleaned), re.DOTALL)
    faces = [symbol.upper() for symbol in symbols]
    fault = _fault(symbols, faces, box)
    if fault is not None:
        raise _not_five_dice(fault)
    if faces[0] in _PIPS:
        return tuple(_PIPS[face] for face in faces), PIPS
    return tuple(_POKER[face] for face in faces), POKER


def _not_five_dice(fault: Text) -> Refusal:
    """Return the refusal of a text; `fault` describes the error."""
    return Refusal(
        say(
            "{fault} Write five dice: numbers from 1 to 6, such as 66331, or poker faces "
            "(9, 10, J, Q, K, A), such as QQ99A.",
            fault=fault,
        )
    )


def _fault(symbols: list[str], faces: list[str], box: Text) -> Text | None:
    """Return the error in the symbols of a field; None for five dice of one face set."""
    if not symbols:
        return say("The box “{box}” is empty.", box=box)
    foreign = [
        symbol
        for symbol, face in zip(symbols, faces, strict=True)
        if face not in _PIPS and face not in _POKER
    ]
    if foreign:
        different = dict.fromkeys(one if one.isprintable() else "�" for one in foreign)
        return say_count(
            "In the box “{box}”, {characters} is not a die.",
            "In the box “{box}”, these are not dice: {characters}.",
            len(different),
            box=box,
            characters=", ".join([*different][:NAMED_CHARACTERS]),
        )
    if len({face in _PIPS for face in faces}) > 1:
        return say("The box “{box}” mixes numbers from 1 to 6 with poker faces.", box=box)
    if len(faces) != 5:
        return say_count(
            "The box “{box}” holds {n} die.", "The box “{box}” holds {n} dice.", len(faces), box=box
        )
    return None


def _symbol(key: str, face: int) -> str:
    return (PIPS if key == "pips" else POKER).symbols[face - 1]
