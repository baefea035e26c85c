"""The lines below a scene: the expectation of each seat, up to that step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from PIL import Image, ImageDraw

from bot.language.render import render
from bot.pictures.axes import AWAY, Axes, Span
from bot.pictures.colours import BACKGROUND, FOREGROUND, LINES
from bot.pictures.font import width
from bot.review.animation.drawing import PANEL, QUIET, SMALL, Canvas, PictureRenderer
from bot.review.played_round import Played
from bot.ui.short_names import shortened_to
from rules.review import SeatReview, seen_alike
from rules.text import Percent, Points, say, say_in

WIDE, DOT = 3, 6
"""The width of a line, and the radius of the dot at its end."""

CRAMPED = 90
"""The height of the plot up to which the caption is left out."""

IN_A_ROW, IN_A_ROW_OF_MANY = 2, 3
"""The number of names side by side, with up to four names and with more."""

NAMES_APART = 5
"""The pixels between two rows of names."""


@dataclass(frozen=True, slots=True)
class Plot:
    """The lines of all seats.

    `lowest` and `highest` are the ends of the axis, `names` those of the seats; `amount` formats a
    worth, `caption` names the quantity. The lines are drawn once: each picture continues those of
    the one before, while the box keeps its size; `drawn` holds them by its size.
    """

    reviews: tuple[SeatReview, ...]
    names: tuple[str, ...]
    lowest: float
    highest: float
    amount: Callable[[float], str]
    caption: str
    drawn: dict[tuple[int, int], _Lines] = field(default_factory=dict)

    def draw(self, canvas: Canvas, box: tuple[int, int, int, int], number: int) -> None:
        """Draw the lines up to step `number` into a box: left, top, right, bottom."""
        left, top, right, bottom = box
        size = right - left, bottom - top
        lines = self.drawn.get(size)
        if lines is None or lines.number > number:
            lines = self.drawn[size] = _Lines(self, size)
        lines.go_on(number)
        canvas.image.paste(lines.picture, (left, top))
        for index, one in enumerate(self.reviews):
            x, y = lines.axes.at(number, one.worths[number])
            canvas.dot((left + x, top + y), DOT, LINES[index % len(LINES)])
        self._draw_names(canvas, (left + 12, top + 8, right - 6), number)

    @property
    def names_height(self) -> int:
        """The height of the names above the lines."""
        rows = -(-len(self.names) // self._in_a_row)
        return rows * (SMALL + NAMES_APART)

    @property
    def _in_a_row(self) -> int:
        many = len(self.names)
        return min(many, IN_A_ROW if many <= IN_A_ROW * 2 else IN_A_ROW_OF_MANY)

    def _draw_names(self, canvas: Canvas, room: tuple[int, int, int], number: int) -> None:
        """Write the name of each seat with its colour and its present worth."""
        left, top, right = room
        column = (right - left) / self._in_a_row
        for index, (name, one) in enumerate(zip(self.names, self.reviews, strict=True)):
            x = left + index % self._in_a_row * column
            y = top + index // self._in_a_row * (SMALL + NAMES_APART)
            canvas.box((x, y + 5, x + 12, y + 17), 6, LINES[index % len(LINES)])
            worth = self.amount(one.worths[number])
            free = column - 32 - canvas.width(worth, SMALL, bold=True)
            short = shortened_to(name, free, partial(canvas.width, size=SMALL))
            canvas.text((x + 18, y), short, SMALL)
            at = (x + 23 + canvas.width(short, SMALL), y)
            canvas.text(at, worth, SMALL, FOREGROUND, bold=True)


def plot_of(
    played: Played, reviews: tuple[SeatReview, ...], renderer: PictureRenderer
) -> Plot | None:
    """Return the plot of a round, of the forecast of the final total or of the chances to win.

    Return None where the seats do not see the round alike.
    """
    if not seen_alike(reviews, played.unit):
        return None
    points = played.unit == "points"
    worths = [worth for one in reviews for worth in one.worths]

    def amount(worth: float) -> str:
        said = Points(worth, 0) if points else Percent(worth, 0)
        return render(say_in("a probability", "{share}", share=said), renderer.language, renderer)

    lowest, highest = (min(worths), max(worths)) if points else (0.0, 1.0)
    caption = say("expected points") if points else say("chance to win")
    said = render(caption, renderer.language, renderer)
    return Plot(reviews, renderer.names, lowest, highest, amount, said)


class _Lines:
    """The panel with the lines of a plot, drawn up to step `number`, without names and dots."""

    def __init__(self, plot: Plot, size: tuple[int, int]) -> None:
        self.number, self._plot = 0, plot
        self.picture = Image.new("RGB", size, BACKGROUND)
        right, bottom = size
        ImageDraw.Draw(self.picture).rounded_rectangle(
            (0, 0, right - 1, bottom - 1), 10, fill=PANEL
        )
        amounts = {worth: plot.amount(worth) for worth in (plot.highest, plot.lowest)}
        wide = max(width(amount, SMALL) for amount in amounts.values())
        top = 8 + plot.names_height
        captioned = bottom - top > CRAMPED
        steps = max(len(one.worths) for one in plot.reviews) - 1
        self.axes = Axes(
            self.picture,
            (round(4 + wide + AWAY), top + 13, right - 16, bottom - (30 if captioned else 15)),
            Span(0, max(steps, 1)),
            Span(plot.lowest, plot.highest),
            PANEL,
            margin=10,
        )
        self.axes.rows([plot.lowest, (plot.lowest + plot.highest) / 2, plot.highest])
        if self.axes.bottom - self.axes.top >= 2 * SMALL:
            self.axes.label_rows(amounts, SMALL, QUIET)
        if captioned:
            at = (self.axes.right, bottom - 4)
            self.axes.label(at, plot.caption, SMALL, QUIET, anchor="rb")
        self.axes.finish()

    def go_on(self, number: int) -> None:
        """Draw the lines from the last step drawn up to another one."""
        if number == self.number:
            return
        first = max(self.number - 1, 0)  # one step more, so that no corner is left open
        for index, one in enumerate(self._plot.reviews):
            points = [*enumerate(one.worths[: number + 1])][first:]
            self.axes.line(points, LINES[index % len(LINES)], WIDE)
        self.axes.put(first, number, WIDE)
        self.number = number
