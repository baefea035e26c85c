"""The axes of a plot, with bars, lines, dots and labels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise
from math import ceil, dist, floor
from typing import TypeAlias

from PIL import Image, ImageDraw

from bot.pictures.colours import FOREGROUND, GRID
from bot.pictures.font import font

FINER = 2
"""The magnification at which everything but letters is drawn, to be smooth."""

MARGIN = 60
"""The pixels that a plot may use beyond its box."""

AWAY = 16
"""The pixels between the plot and the labels of its ticks."""

EDGE = 24
"""The free pixels at the edges of a chart."""

TITLE_AT = 64
"""The distance of the title from the top of a chart in pixels."""

HALO = 5
"""The outline in pixels of letters on a plot."""

Point: TypeAlias = tuple[float, float]

Labels: TypeAlias = Mapping[float, str] | Mapping[int, str]
"""The labels at values of an axis."""


@dataclass(frozen=True, slots=True)
class Span:
    """The values at the two ends of an axis."""

    first: float
    last: float

    def share(self, value: float) -> float:
        """Return the position of a value between the ends, 0 to 1.

        >>> Span(1, 5).share(2), Span(3, 3).share(3)
        (0.25, 0.0)
        """
        return (value - self.first) / ((self.last - self.first) or 1)


class Axes:
    """A plot in the `box` of a picture: left, top, right, bottom.

    Its points are values: `across` and `up` hold those at the edges of the box. The drawing is put
    on the picture by `finish`, with the labels on top.
    """

    def __init__(
        self,
        image: Image.Image,
        box: tuple[int, int, int, int],
        across: Span,
        up: Span,
        background: str,
    ) -> None:
        self.left, self.top, self.right, self.bottom = box
        self.across, self.up = across, up
        self._image, self._background = image, background
        size = (self.right - self.left + 2 * MARGIN, self.bottom - self.top + 2 * MARGIN)
        self._large = Image.new("RGB", (size[0] * FINER, size[1] * FINER), background)
        self._draw = ImageDraw.Draw(self._large)
        self._draw_on_picture = ImageDraw.Draw(image)
        self._labels: list[partial[None]] = []

    def at(self, x: float, y: float) -> Point:
        """Return the place of a point on the picture."""
        return (
            self.left + self.across.share(x) * (self.right - self.left),
            self.bottom - self.up.share(y) * (self.bottom - self.top),
        )

    def rows(self, values: Iterable[float], colour: str = GRID) -> None:
        """Draw the lines of a grid from left to right."""
        for y in values:
            self.line([(self.across.first, y), (self.across.last, y)], colour, 2)

    def columns(self, values: Iterable[float]) -> None:
        """Draw the lines of a grid from bottom to top."""
        for x in values:
            self.line([(x, self.up.first), (x, self.up.last)], GRID, 2)

    def bar(self, left: float, right: float, height: float, colour: str) -> None:
        corners = [self.at(left, height), self.at(right, self.up.first)]
        self._draw.rectangle(self._enlarge(corners), fill=colour)

    def line(
        self, points: Sequence[Point], colour: str, width: float, dashes: Sequence[float] = ()
    ) -> None:
        """Draw a line of this width in pixels, with `dashes` as for `split_into_dashes`."""
        enlarged = self._enlarge(self.at(*point) for point in points)
        pattern = [length * FINER for length in dashes]
        for piece in split_into_dashes(enlarged, pattern) if pattern else [enlarged]:
            self._draw.line(piece, fill=colour, width=round(width * FINER), joint="curve")

    def stroke(self, start: Point, end: Point, colour: str, width: float) -> None:
        """Draw a straight line of this width in pixels between two places on the picture."""
        self._draw.line(self._enlarge([start, end]), fill=colour, width=round(width * FINER))

    def dot(self, point: Point, radius: float, colour: str, *, edge: float = 0) -> None:
        """Draw a dot with an edge of this width in pixels in the colour of the background."""
        ((x, y),) = self._enlarge([self.at(*point)])
        for size, fill in ((radius + edge, self._background), (radius, colour)):
            half = size * FINER
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill=fill)

    def spot(self, at: Point, radius: float, colour: str) -> None:
        """Draw a dot at a place on the picture, as a legend has it."""
        ((x, y),), half = self._enlarge([at]), radius * FINER
        self._draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)

    def label(
        self,
        at: Point,
        text: str,
        size: int,
        colour: str,
        *,
        anchor: str = "ls",
        bold: bool = False,
        halo: bool = False,
    ) -> None:
        """Write on the picture; `at` is a place on it, `anchor` one of Pillow's."""
        self._labels.append(
            partial(
                self._draw_on_picture.text,
                at,
                text,
                font=font(size, bold=bold),
                fill=colour,
                anchor=anchor,
                align="center",
                stroke_width=HALO if halo else 0,
                stroke_fill=self._background,
            )
        )

    def captions(self, title: tuple[str, int], across: tuple[str, int]) -> None:
        """Write the title above the plot and the caption of the horizontal axis below it."""
        at = (self.right, self._image.height - EDGE - 8)
        self.label((self.left, TITLE_AT), *title, FOREGROUND, bold=True)
        self.label(at, *across, FOREGROUND, anchor="rs")

    def label_rows(self, labels: Labels, size: int, colour: str) -> None:
        """Write the values of some rows on the left."""
        for value, text in labels.items():
            at = (self.left - AWAY, self.at(self.across.first, value)[1])
            self.label(at, text, size, colour, anchor="rm")

    def label_columns(self, labels: Labels, size: int, colour: str) -> None:
        for value, text in labels.items():
            at = (self.at(value, self.up.first)[0], self.bottom + AWAY)
            self.label(at, text, size, colour, anchor="ma")

    def finish(self) -> None:
        """Put the plot on the picture."""
        corner = (self.left - MARGIN, self.top - MARGIN)
        self._image.paste(self._large.reduce(FINER), corner)
        for write in self._labels:
            write()

    def _enlarge(self, places: Iterable[Point]) -> list[Point]:
        """Return places on the picture in the enlarged drawing."""
        left, top = self.left - MARGIN, self.top - MARGIN
        return [((x - left) * FINER, (y - top) * FINER) for x, y in places]


def split_into_dashes(points: Sequence[Point], pattern: Sequence[float]) -> Iterator[list[Point]]:
    """Yield the dashes of a line; `pattern` has the alternating lengths of dashes and gaps.

    >>> list(split_into_dashes([(0, 0), (5, 0), (8, 0)], (4, 2)))
    [[(0, 0), (4.0, 0.0)], [(6.0, 0.0), (8, 0)]]
    """
    dash, number = [points[0]], 0
    left = pattern[0]
    for start, end in pairwise(points):
        length, done = dist(start, end), 0.0
        while length - done > left:
            done += left
            share = done / length
            dash.append(
                (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            )
            if number % 2 == 0:
                yield dash
            dash, number = dash[-1:], number + 1
            left = pattern[number % len(pattern)]
        left -= length - done
        dash.append(end)
    if number % 2 == 0:
        yield dash


def whole_ticks(lowest: float, highest: float, most: int) -> list[int]:
    """Return the multiples in a range of the first of 1, 2, 5, 10, 20 … with few enough there.

    >>> whole_ticks(12, 250, 5), whole_ticks(1, 3, 5)
    ([50, 100, 150, 200, 250], [1, 2, 3])
    """
    steps = (digit * 10**zeros for zeros in count() for digit in (1, 2, 5))
    choices = (
        range(ceil(lowest / step) * step, floor(highest / step) * step + 1, step) for step in steps
    )
    return next([*ticks] for ticks in choices if len(ticks) <= most)
