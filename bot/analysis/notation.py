"""Parser for dice as people type them: "6 6 3 3 1", "66331", "QQ99A", "10 10 J"."""

from __future__ import annotations

import re
from unicodedata import normalize

from rules.dice import PIPS, POKER, FaceSet, Roll
from rules.errors import Refusal
from rules.text import say

_POKER = {
    "9": 1,
    "10": 2,
    "T": 2,
    "J": 3,
    "Q": 4,
    "K": 5,
    "A": 6,
    # Romanian letters: valet, damă, popă
    "V": 3,
    "D": 4,
    "P": 5,
}
_PIPS = {str(face): face for face in range(1, 7)} | dict(zip("⚀⚁⚂⚃⚄⚅", range(1, 7), strict=True))
_SEPARATORS = re.compile(r"[\s,;.·|/+-]+")
_LETTER_EMOJI = {ord("🇦") + place: chr(ord("A") + place) for place in range(26)}
"""Regional indicators by their letter: the fallback emoji for poker faces."""
_EMOJI = re.compile(r"<a?:(pips|poker)_([1-6]):[0-9]+>")


class NotFiveDice(Refusal):
    """Raised when a text does not name five dice of one face set."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "Write five dice: numbers from 1 to 6, such as 66331, or poker faces "
                "(9, 10, J, Q, K, A), such as QQ99A."
            )
        )


def read_dice(text: str) -> tuple[Roll, FaceSet]:
    """Return the five faces in `text` and their face set. Raises NotFiveDice.

    >>> read_dice("6 6 3 3 1")[0], read_dice("qq99a")[0]
    ((6, 6, 3, 3, 1), (4, 4, 1, 1, 6))
    """
    if len(text) > 400:
        raise NotFiveDice
    cleaned = _EMOJI.sub(lambda match: _symbol(match[1], int(match[2])), normalize("NFKC", text))
    cleaned = cleaned.replace("\N{VARIATION SELECTOR-16}", "").replace("\N{KEYCAP TEN}", "10")
    cleaned = cleaned.replace("\N{COMBINING ENCLOSING KEYCAP}", "").translate(_LETTER_EMOJI)
    letters = _SEPARATORS.sub("", cleaned).upper()
    if len(letters) == 5 and all(letter in _PIPS for letter in letters):
        return tuple(_PIPS[letter] for letter in letters), PIPS
    symbols = re.findall(r"10|[9TJQKAVDP]", letters)
    if len(symbols) == 5 and "".join(symbols) == letters:
        return tuple(_POKER[symbol] for symbol in symbols), POKER
    raise NotFiveDice


def _symbol(key: str, face: int) -> str:
    return (PIPS if key == "pips" else POKER).symbols[face - 1]
