"""Plain letters for what a console cannot show, such as s for ș and - for a dash.

Importing this module registers the error handler `HANDLER` of codecs.
"""

from __future__ import annotations

import codecs
from unicodedata import category, normalize

HANDLER = "dice-poker.plain-letters"
"""The name of the error handler, for the `errors` of a stream that is written to."""

_SIGNS = {
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("–—−·─", "-"),
    **dict.fromkeys("┌┐└┘╭╮╰╯", "+"),
    **dict.fromkeys("✓✅", "ok"),
    **dict.fromkeys("×✗❌", "x"),
    **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
    "│": "|",
    "→": "->",
    "▶": ">",
    "⚠": "!",
    "•": "*",
    "±": "+/-",
    "½": ".5",
}

_INVISIBLE = ("Mn", "Me", "Cf")
"""Marks of letters, frames of symbols and joiners, which have no letter of their own."""


def plain(character: str) -> str:
    """Return a character in ASCII: a letter without its marks, a sign by its meaning.

    Any other symbol is an asterisk, a letter of another alphabet is its escape.

    >>> [plain(character) for character in "Ș…→½🎲"]
    ['S', '...', '->', '.5', '*']
    """
    if character in _SIGNS:
        return _SIGNS[character]
    letters = "".join(
        letter for letter in normalize("NFKD", character) if category(letter) not in _INVISIBLE
    )
    if letters.isascii():
        return letters
    if category(character) == "So":
        return "*"
    return character.encode("ascii", "backslashreplace").decode()


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


codecs.register_error(HANDLER, _replace)
