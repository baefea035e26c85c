"""A card that a member posts: 600 × 340 pixels, with letters that a phone still shows.

A phone shows it 360 pixels wide, so no letters are below `SMALLEST` pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from bot.pictures.avatar import put_avatar
from bot.pictures.axes import FINER
from bot.pictures.colours import BACKGROUND, FOREGROUND
from bot.pictures.font import drawable_text, font, width, wrap
from bot.pictures.png import png
from rules.dice import FaceSet, Roll

WIDTH, HEIGHT, MARGIN = 600, 340, 26
ROOM = WIDTH - 2 * MARGIN
SMALLEST = 18

BAR = 10
"""The height of the bar in the colour of the game."""

LINE_HEIGHT = 1.26
"""The height of a line of text in heights of its letters."""

TITLES = (36, 33, 30, 27, 24, 21)
"""The sizes of a title, of which the largest is taken that fits into its lines."""

BOTTOM = HEIGHT - SMALLEST - 18
"""The upper end of the last line, which names the bot and the game."""

ROW_STEP = 1.12
"""The distance of two dice in a row, in widths of a die."""

PANEL, QUIET = "#232428", "#a9adb5"


@lru_cache(maxsize=128)
def _face(file: Path, size: int) -> Image.Image:
    with Image.open(file) as picture:
        return picture.convert("RGBA").resize((size, size), Image.Resampling.LANCZOS)


class Card:
    """A card being drawn, with a bar in the `colour` of its game."""

    def __init__(self, colour: str) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
        self.draw = ImageDraw.Draw(self.image)
        self.colour = colour
        self.draw.rectangle((0, 0, WIDTH, BAR - 1), fill=colour)

    def png(self) -> bytes:
        return png(self.image)

    def title(self, text: str, top: float, most: int = 2) -> float:
        """Write a title, as large as fits into `most` lines; return their lower end."""
        for size in TITLES:
            lines = self._lines(text, size)
            if len(lines) <= most:
                break
        for line in lines:
            self.text((MARGIN, top), line, size, bold=True)
            top += size * LINE_HEIGHT
        return top

    def _lines(self, text: str, size: int) -> list[str]:
        return wrap(text, ROOM, lambda line: width(line, size, bold=True))

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: int,
        colour: str = FOREGROUND,
        *,
        bold: bool = False,
        right: bool = False,
    ) -> None:
        """Write a line of text; `at` is its upper left corner, or the upper `right` one."""
        middle = at[1] + size * LINE_HEIGHT / 2
        letters = font(size, bold=bold)
        self.draw.text((at[0], middle), text, colour, letters, "rm" if right else "lm")

    def sign(self, middle: tuple[float, float], text: str, size: int) -> None:
        """Write dark letters on a bright box, in its middle."""
        self.draw.text(middle, text, BACKGROUND, font(size, bold=True), "mm")

    def last_line(self, *texts: str) -> None:
        """Write the texts of the last line, which names the bot and the game."""
        self.text((MARGIN, BOTTOM), drawable_text(" · ".join(texts)), SMALLEST, QUIET)

    def faces(
        self, at: tuple[float, float], faces: Roll, face_set: FaceSet, edge: int, folder: Path
    ) -> None:
        """Draw a row of dice or cards, whose pictures are in a `folder`."""
        for index, face in enumerate(faces):
            picture = _face(folder / f"{face_set.key}_{face}.png", edge)
            left = round(at[0] + index * row_step(edge))
            self.image.paste(picture, (left, round(at[1])), picture)

    def avatar(self, middle: tuple[float, float], edge: int, file: bytes | None, ring: str) -> bool:
        """Draw an avatar in a ring; return whether there is one that can be read."""
        return file is not None and put_avatar(self.image, middle, edge, file, ring)

    def box(self, box: Sequence[float], radius: float, colour: str) -> None:
        """Fill a box with round corners: left, top, right, bottom."""
        self.draw.rounded_rectangle(tuple(box), radius, fill=colour)

    def dot(self, middle: tuple[float, float], radius: int, colour: str) -> None:
        """Draw a dot with a smooth edge."""
        size = 2 * radius + 1
        mask = Image.new("L", (size * FINER, size * FINER))
        ImageDraw.Draw(mask).ellipse((0, 0, size * FINER - 1, size * FINER - 1), fill=255)
        left, top = (round(coordinate) - radius for coordinate in middle)
        self.image.paste(colour, (left, top, left + size, top + size), mask.reduce(FINER))

    def line(self, points: Sequence[tuple[float, float]], colour: str) -> None:
        """Draw a line through points, with smooth edges."""
        mask = Image.new("L", (WIDTH * FINER, HEIGHT * FINER))
        through = [(x * FINER, y * FINER) for x, y in points]
        ImageDraw.Draw(mask).line(through, 255, 4 * FINER, joint="curve")
        self.image.paste(colour, (0, 0), mask.reduce(FINER))


def row_step(edge: int) -> float:
    """Return the distance of two dice of this size in a row."""
    return edge * ROW_STEP
