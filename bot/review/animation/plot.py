"""The lines at the foot of a scene: what each seat could expect, up to that step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.review.animation.drawing import PANEL, QUIET, Canvas, font
from bot.review.colours import FOREGROUND, GRID, LINES
from bot.ui.short_names import ELLIPSIS
from rules.review import SeatReview

FINER = 3
"""How many times larger the lines are drawn, so that they are smooth."""

LETTERS, SMALL = 22, 18
CRAMPED = 120
"""The height of the lines up to which no caption stands below them."""

IN_A_ROW = 2
"""How many names stand side by side."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The lines of all seats.

    `lowest` and `highest` are the ends of the axis, `names` those of the seats; `amount`
    writes a worth, `caption` says what is worth it.
    """

    reviews: tuple[SeatReview, ...]
    names: tuple[str, ...]
    lowest: float
    highest: float
    amount: Callable[[float], str]
    caption: str

    def draw(self, canvas: Canvas, box: tuple[int, int, int, int], number: int) -> None:
        """Draw the lines up to step `number` into a box: left, top, right, bottom."""
        left, top, right, bottom = box
        canvas.box(box, 14, PANEL)
        top = self._draw_names(canvas, (left + 18, top + 10, right - 18), number)
        ticks = [self.amount(worth) for worth in (self.highest, self.lowest)]
        wide = max(font(SMALL).getlength(tick) for tick in ticks)
        captioned = bottom - top > CRAMPED
        area = (
            round(left + 30 + wide),
            top + 14,
            right - 22,
            bottom - (36 if captioned else 20),
        )
        if captioned:
            at = (area[2], bottom - 6)
            canvas.draw.text(at, self.caption, font=font(SMALL), fill=QUIET, anchor="rb")
        for tick, height in zip(ticks, (area[1], area[3]), strict=True):
            at = (area[0] - 12, height)
            canvas.draw.text(at, tick, font=font(SMALL), fill=QUIET, anchor="rm")
        self._draw_lines(canvas, area, number)

    def _draw_names(self, canvas: Canvas, room: tuple[int, int, int], number: int) -> int:
        """Write who has which colour and how much just now; return where the lines may begin."""
        left, top, right = room
        many = len(self.names)
        in_a_row = min(many, IN_A_ROW if many <= IN_A_ROW * 2 else IN_A_ROW * 2)
        size = LETTERS if in_a_row <= IN_A_ROW else 17
        column = (right - left) / in_a_row
        for index, (name, one) in enumerate(zip(self.names, self.reviews, strict=True)):
            x = left + index % in_a_row * column
            y = top + index // in_a_row * (size + 9)
            canvas.box((x, y + 7, x + 14, y + 21), 7, LINES[index % len(LINES)])
            worth = self.amount(one.worths[number])
            free = column - 38 - canvas.width(worth, size, bold=True)
            short = _cut(canvas, name, size, free)
            canvas.text((x + 22, y), short, size)
            canvas.text((x + 28 + canvas.width(short, size), y), worth, size, FOREGROUND, bold=True)
        return round(top + -(-many // in_a_row) * (size + 9))

    def _draw_lines(self, canvas: Canvas, area: tuple[int, int, int, int], number: int) -> None:
        left, top, right, bottom = area
        margin = 12
        size = (right - left + 2 * margin, bottom - top + 2 * margin)
        large = Image.new("RGB", (size[0] * FINER, size[1] * FINER), PANEL)
        draw = ImageDraw.Draw(large)
        steps = max(len(one.worths) for one in self.reviews) - 1
        spread = max(self.highest - self.lowest, 1e-9)

        def place(step: float, worth: float) -> tuple[float, float]:
            across = step / max(steps, 1)
            up = (worth - self.lowest) / spread
            return (
                (margin + across * (right - left)) * FINER,
                (margin + (1 - up) * (bottom - top)) * FINER,
            )

        for share in (0.0, 0.5, 1.0):
            worth = self.lowest + share * spread
            draw.line([place(0, worth), place(steps, worth)], fill=GRID, width=FINER)
        for index, one in enumerate(self.reviews):
            self._draw_line(draw, index, [place(*at) for at in enumerate(one.worths[: number + 1])])
        canvas.image.paste(large.reduce(FINER), (left - margin, top - margin))

    def _draw_line(
        self, draw: ImageDraw.ImageDraw, index: int, points: Sequence[tuple[float, float]]
    ) -> None:
        colour = LINES[index % len(LINES)]
        draw.line(points, fill=colour, width=4 * FINER, joint="curve")
        (x, y), dot = points[-1], 8 * FINER
        draw.ellipse((x - dot, y - dot, x + dot, y + dot), fill=colour)


def _cut(canvas: Canvas, name: str, size: int, room: float) -> str:
    """Return as much of a name as has room."""
    short = name
    while len(short) > 1 and canvas.width(short, size) > room:
        short = f"{short.rstrip(ELLIPSIS)[:-1].rstrip()}{ELLIPSIS}"
    return short
