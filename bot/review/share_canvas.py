"""Text, dice and boxes on a picture, drawn with Pillow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import floor
from pathlib import Path

from PIL import Image, ImageDraw

from bot.language.render import PlainRenderer
from bot.pictures.axes import FINER
from bot.pictures.colours import BACKGROUND, FOREGROUND
from bot.pictures.font import font, is_drawable, width, wrapped
from rules.dice import FaceSet, Roll

PANEL = "#232428"
QUIET = "#a9adb5"

LINE_HEIGHT = 1.32
"""The height of a line of text in heights of its letters."""

_RANKS = str.maketrans({medal: str(rank) for rank, medal in enumerate("🥇🥈🥉", 1)})

_FIRST_FACE = 0xE000
"""The first of the characters that stand for small dice; fonts and names do not use them."""


@dataclass(frozen=True)
class PictureRenderer(PlainRenderer):
    """Renders sentences with special characters for dice, which `Canvas` draws as small dice.

    `faces_of` maps each of these characters to the picture's name and the symbol of its face.
    """

    faces_of: dict[str, tuple[str, str]] = field(default_factory=dict)

    def faces(self, faces: Roll, face_set: FaceSet) -> str:
        """Return a character for each face."""
        return " ".join(self._character(face, face_set) for face in faces)

    def _character(self, face: int, face_set: FaceSet) -> str:
        wanted = (f"{face_set.key}_{face}", face_set.symbols[face - 1])
        for character, known in self.faces_of.items():
            if known == wanted:
                return character
        character = chr(_FIRST_FACE + len(self.faces_of))
        self.faces_of[character] = wanted
        return character


def drawable(text: str) -> str:
    """Return a text without the characters that the font lacks, such as emoji.

    >>> drawable("🏆 Ștefan wins"), drawable("🥇 Ana")
    ('Ștefan wins', '1 Ana')
    """
    known = (
        letter
        for letter in text.translate(_RANKS)
        if _FIRST_FACE <= ord(letter) < _FIRST_FACE + 256 or is_drawable(letter)
    )
    return " ".join("".join(known).split())


@lru_cache(maxsize=512)
def _face(file: Path, size: int) -> Image.Image | None:
    """Return the picture of a face, None for dice without pictures."""
    if not file.exists():
        return None
    with Image.open(file) as picture:
        return picture.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)


class Canvas:
    """A picture being drawn; `pictures` is the folder of the pictures of faces."""

    def __init__(self, size: tuple[int, int], renderer: PictureRenderer, pictures: Path) -> None:
        self.image = Image.new("RGB", size, BACKGROUND)
        self.draw = ImageDraw.Draw(self.image)
        self._renderer, self._pictures = renderer, pictures

    def width(self, text: str, size: int, *, bold: bool = False) -> float:
        """Return the width of a text, with small dice in it."""
        return sum(
            size * 1.3 if part in self._renderer.faces_of else width(part, size, bold=bold)
            for part in self._parts(text)
        )

    def wrapped(self, text: str, size: int, room: float, *, bold: bool = False) -> list[str]:
        """Return the lines of a text, each at most `room` wide."""
        return wrapped(text, room, partial(self.width, size=size, bold=bold))

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: str = FOREGROUND,
        *,
        bold: bool = False,
    ) -> None:
        """Write a line of text, with small dice in it; `at` is its upper left corner."""
        left, top = at
        middle = top + size * LINE_HEIGHT / 2
        for part in self._parts(text):
            if part in self._renderer.faces_of:
                name, symbol = self._renderer.faces_of[part]
                edge = round(size * 1.3)
                self.face((round(left), round(middle - edge / 2)), name, symbol, edge)
                left += size * 1.3
            else:
                letters = font(size, bold=bold)
                self.draw.text((left, middle), part, font=letters, fill=colour, anchor="lm")
                left += width(part, size, bold=bold)

    def face(self, at: tuple[int, int], name: str, symbol: str, size: int) -> None:
        """Draw a die or a card; without a picture, draw a box."""
        picture = _face(self._pictures / f"{name}.png", size)
        if picture is None:
            box = (*at, at[0] + size - 1, at[1] + size - 1)
            self.draw.rounded_rectangle(box, size // 5, fill="#fdfbf5")
            middle = (at[0] + size / 2, at[1] + size / 2)
            letters = font(max(size // 2, 8), bold=True)
            self.draw.text(middle, symbol, font=letters, fill="#22252c", anchor="mm")
            return
        self.image.paste(picture, at, picture)

    def box(self, box: Sequence[float], radius: float, colour: str) -> None:
        """Fill a box with round corners: left, top, right, bottom."""
        self.draw.rounded_rectangle(tuple(box), radius, fill=colour)

    def dot(self, middle: tuple[float, float], radius: int, colour: str) -> None:
        """Draw a dot; its middle may lie between two pixels."""
        left, top = (floor(place) - radius for place in middle)
        size = (2 * radius + 1) * FINER
        mask = Image.new("L", (size, size))
        x, y = (middle[0] - left) * FINER, (middle[1] - top) * FINER
        half = radius * FINER
        ImageDraw.Draw(mask).ellipse((x - half, y - half, x + half, y + half), fill=255)
        mask = mask.reduce(FINER)
        self.image.paste(colour, (left, top, left + mask.width, top + mask.height), mask)

    def _parts(self, text: str) -> Iterator[str]:
        """Yield small dice and the text between them."""
        part = ""
        for letter in text:
            if letter in self._renderer.faces_of:
                yield from filter(None, (part, letter))
                part = ""
            else:
                part += letter
        if part:
            yield part
