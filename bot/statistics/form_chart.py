"""The plot of a rating over rounds, with its interval and two marked levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from PIL import Image

from bot.pictures.axes import AWAY, EDGE, Axes, Span, whole_ticks
from bot.pictures.colours import BACKGROUND, FOREGROUND, LINES
from bot.pictures.font import width
from bot.pictures.png import png
from rules.skill import TOP, on_scale

MARKS = (TOP, on_scale(1))
"""The ratings of perfect play and of the level `house`."""

BAND = f"{LINES[0]}40"
"""The colour of the interval: that of the line, partly transparent."""

SIZE = WIDTH, HEIGHT = 1000, 800
TOP_OF_PLOT, BOTTOM_OF_PLOT = 152, 664
TITLE, LETTERS = 44, 42
"""The heights of the letters, in pixels; on a phone of 390 they are at least 16."""

POINTS = 120
"""The number of points of the line that are considered for the place of a caption."""

ACROSS = MappingProxyType({0.01: "l", 0.5: "m", 0.99: "r"})
"""The places for captions of marks, in shares of the width, with the anchors of their text."""

BESIDE = 12
"""The pixels between a mark and its caption."""

STEP = 400
"""The rating points between two lines of the grid, if the picture has a wide range."""


@dataclass(frozen=True, slots=True)
class FormCaptions:
    """The captions of the picture in one language."""

    title: str
    band: str
    rounds: str
    perfect: str
    house: str


def chart(ratings: Sequence[tuple[int, int, int]], captions: FormCaptions) -> bytes:
    """Return a PNG of 1000×800 pixels; `ratings` holds the low end, the value and the high end.

    Text is large enough for a phone.
    """
    picture = Image.new("RGB", SIZE, BACKGROUND)
    lows, values, highs = zip(*ratings, strict=True)
    floor = min(MARKS[1] - 100, *lows)
    step = STEP if TOP - floor > 2 * STEP else STEP // 2
    levels = {level: str(level) for level in range(TOP, floor - 40, -step)}
    numbers = {number: str(number) for number in whole_ticks(1, max(len(ratings), 2), 5)}
    left = EDGE + AWAY + max(width(label, LETTERS) for label in levels.values())
    right = WIDTH - EDGE - width(str(len(ratings)), LETTERS) / 2
    axes = Axes(
        picture,
        (round(left), TOP_OF_PLOT, round(right), BOTTOM_OF_PLOT),
        Span(1, max(len(ratings), 2)),
        Span(floor - 40, TOP + 0.12 * (TOP - floor) + 20),
        BACKGROUND,
    )
    axes.band([*enumerate(lows, 1)], [*enumerate(highs, 1)], BAND)
    axes.rows(levels)
    axes.columns(numbers)
    axes.line([*enumerate(values, 1)], LINES[0], 8)
    axes.dot((len(values), values[-1]), 14, LINES[0])
    for mark in MARKS:
        axes.line([(1, mark), (axes.across.last, mark)], FOREGROUND, 3, (12, 9))
    axes.label_rows(levels, LETTERS, FOREGROUND)
    axes.label_columns(numbers, LETTERS, FOREGROUND)
    axes.captions((captions.title, TITLE), (captions.rounds, LETTERS))
    axes.swatch((left, 136 - LETTERS * 0.75), (left + LETTERS, 136), BAND)
    axes.label((left + LETTERS + BESIDE, 136), captions.band, LETTERS, FOREGROUND)
    across, below = free_place(values, MARKS[1], 0.07 * (TOP - floor))
    _label_mark(axes, captions.perfect, MARKS[0], 0.01, below=False)
    _label_mark(axes, captions.house, MARKS[1], across, below=below)
    axes.finish()
    return png(picture)


def free_place(values: Sequence[int], mark: int, away: float) -> tuple[float, bool]:
    """Return the place of a mark's caption that is farthest from the line.

    The first value is the share of the width, the second whether the caption is below the mark.
    `away` is the distance of the caption from the mark.
    """
    last = len(values) - 1
    drawn = [_value_at(values, last * point / (POINTS - 1)) for point in range(POINTS)]
    part = POINTS // len(ACROSS)
    rooms = {
        (across, below): min(
            abs(value - mark + (away if below else -away))
            for value in drawn[place * part : (place + 1) * part]
        )
        for place, across in enumerate(ACROSS)
        for below in (False, True)
    }
    return max(rooms, key=lambda place: rooms[place])


def _value_at(values: Sequence[int], place: float) -> float:
    """Return the interpolated value at a place between two values of the line."""
    before, after = values[int(place)], values[min(int(place) + 1, len(values) - 1)]
    return before + (after - before) * (place % 1)


def _label_mark(axes: Axes, caption: str, mark: int, across: float, *, below: bool) -> None:
    """Write a caption above or below a mark, at a share of the width."""
    x = axes.left + across * (axes.right - axes.left)
    y = axes.at(1, mark)[1]
    at = (x, y + BESIDE if below else y - BESIDE)
    anchor = f"{ACROSS[across]}{'a' if below else 's'}"
    axes.label(at, caption, LETTERS, FOREGROUND, anchor=anchor, halo=True)
