"""The lines at the foot of a scene: what each seat could expect, up to that step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.pictures.axes import AWAY, Axes, Span
from bot.pictures.colours import FOREGROUND, LINES
from bot.pictures.font import width
from bot.review.animation.drawing import PANEL, QUIET, Canvas
from bot.ui.short_names import ELLIPSIS
from rules.review import SeatReview

LETTERS, SMALL = 22, 20
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
        amounts = {worth: self.amount(worth) for worth in (self.highest, self.lowest)}
        wide = max(width(amount, SMALL) for amount in amounts.values())
        captioned = bottom - top > CRAMPED
        steps = max(len(one.worths) for one in self.reviews) - 1
        axes = Axes(
            canvas.image,
            (
                round(left + 18 + wide + AWAY),
                top + 14,
                right - 22,
                bottom - (36 if captioned else 20),
            ),
            Span(0, max(steps, 1)),
            Span(self.lowest, self.highest),
            PANEL,
            margin=12,
        )
        axes.rows([self.lowest, (self.lowest + self.highest) / 2, self.highest])
        axes.label_rows(amounts, SMALL, QUIET)
        if captioned:
            axes.label((axes.right, bottom - 6), self.caption, SMALL, QUIET, anchor="rb")
        for index, one in enumerate(self.reviews):
            colour = LINES[index % len(LINES)]
            axes.line([*enumerate(one.worths[: number + 1])], colour, 4)
            axes.dot((number, one.worths[number]), 8, colour)
        axes.finish()

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


def _cut(canvas: Canvas, name: str, size: int, room: float) -> str:
    """Return as much of a name as has room."""
    short = name
    while len(short) > 1 and canvas.width(short, size) > room:
        short = f"{short.rstrip(ELLIPSIS)[:-1].rstrip()}{ELLIPSIS}"
    return short
