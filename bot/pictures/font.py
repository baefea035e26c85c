"""The letters of all pictures: DejaVu Sans, which the package brings along in `dejavu`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

FOLDER = Path(__file__).with_name("dejavu")
REGULAR, BOLD = FOLDER / "DejaVuSans.ttf", FOLDER / "DejaVuSans-Bold.ttf"

_NO_CHARACTER = "\uffff"
"""Never a character, so a font draws it as it draws all characters that it lacks."""


@lru_cache(maxsize=64)
def font(size: int, *, bold: bool = False) -> FreeTypeFont:
    """Return the font, with letters of so many pixels."""
    return ImageFont.truetype(BOLD if bold else REGULAR, size)


@lru_cache(maxsize=4096)
def width(text: str, size: int, *, bold: bool = False) -> float:
    """Return how wide a line of text is, in pixels."""
    return font(size, bold=bold).getlength(text)


def wrapped(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """Return the lines of a text that is at most `room` wide, measured by `width`.

    >>> wrapped("a line of words", 10, len)
    ['a line of', 'words']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def drawable(text: str) -> str:
    """Return a text without the characters that the font lacks, such as emoji.

    >>> drawable("Ștefan 🎲 −3 × 2")
    'Ștefan −3 × 2'
    """
    return " ".join("".join(filter(is_drawable, text)).split())


@lru_cache(maxsize=4096)
def is_drawable(letter: str) -> bool:
    """Return whether the font has a letter, both regular and bold."""
    return all(_mask(file, letter) != _mask(file, _NO_CHARACTER) for file in (REGULAR, BOLD))


def _mask(file: Path, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = _unshaped(file).getmask(letter)
    return mask.size, bytes(mask)


@lru_cache(maxsize=2)
def _unshaped(file: Path) -> FreeTypeFont:
    """Return a font that draws each letter as it is in the file."""
    return ImageFont.truetype(file, 20, layout_engine=ImageFont.Layout.BASIC)
