"""The font of all pictures: DejaVu Sans, included in `dejavu`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from unicodedata import bidirectional, category

from PIL import ImageFont
from PIL.ImageFont import FreeTypeFont

FOLDER = Path(__file__).with_name("dejavu")
REGULAR, BOLD = FOLDER / "DejaVuSans.ttf", FOLDER / "DejaVuSans-Bold.ttf"

RIGHT_TO_LEFT = ("R", "AL")
"""What `unicodedata.bidirectional` calls letters that are written from right to left."""

_NO_CHARACTER = "\uffff"
"""A code point without a character, drawn like all characters that a font lacks."""


@lru_cache(maxsize=64)
def font(size: int, *, bold: bool = False) -> FreeTypeFont:
    """Return the font at a size in pixels."""
    return ImageFont.truetype(BOLD if bold else REGULAR, size)


@lru_cache(maxsize=4096)
def width(text: str, size: int, *, bold: bool = False) -> float:
    """Return the width of a line of text in pixels."""
    return font(size, bold=bold).getlength(text)


def wrap(text: str, room: float, width: Callable[[str], float]) -> list[str]:
    """Return a text as lines at most `room` wide, measured by `width`.

    >>> wrap("a line of words", 10, len)
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


def drawable_text(text: str) -> str:
    """Return a text without the characters that the font lacks, such as emoji.

    >>> drawable_text("Ștefan 🎲 −3 × 2")
    'Ștefan −3 × 2'
    """
    return " ".join("".join(filter(is_drawable, text)).split())


def without_emoji(name: str) -> str | None:
    """Return a name without its emoji, None where something else of it cannot be written.

    >>> [without_emoji(name) for name in ("🎲 Ștefan", "小明", "Ana 明", "علي", "🎲")]
    ['Ștefan', None, None, None, None]
    """
    letters = [letter for letter in name if not _is_left_out(letter)]
    if not all(
        is_drawable(letter) and bidirectional(letter) not in RIGHT_TO_LEFT for letter in letters
    ):
        return None
    return " ".join("".join(letters).split()) or None


def _is_left_out(letter: str) -> bool:
    """Return whether a character is an emoji that the font lacks, or tells how one is shown."""
    if letter == "\N{VARIATION SELECTOR-16}" or category(letter) == "Cf":
        return True
    return category(letter) in ("So", "Sk", "Cn") and not is_drawable(letter)


@lru_cache(maxsize=4096)
def is_drawable(letter: str) -> bool:
    """Return whether the font has a letter, both regular and bold."""
    return all(_mask(file, letter) != _mask(file, _NO_CHARACTER) for file in (REGULAR, BOLD))


def _mask(file: Path, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = _unshaped(file).getmask(letter)
    return mask.size, bytes(mask)


@lru_cache(maxsize=2)
def _unshaped(file: Path) -> FreeTypeFont:
    """Return a font without ligatures and other shaping."""
    return ImageFont.truetype(file, 20, layout_engine=ImageFont.Layout.BASIC)
