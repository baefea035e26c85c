"""The plot of a rating over rounds, with its interval and the marks of two levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from types import MappingProxyType

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, MaxNLocator
from numpy import array_split, interp, linspace

from bot.review.colours import BACKGROUND, FOREGROUND, GRID, LINES
from rules.skill import TOP, on_scale

MARKS = (TOP, on_scale(1))
"""The ratings of perfect play and of the level `house`."""

LETTERS = 21
"""The size of the letters, in points: about a quarter of it on a phone."""

POINTS = 120
"""At how many points of the line the room for a caption is looked for."""

ACROSS = MappingProxyType({0.01: "left", 0.5: "center", 0.99: "right"})
"""Where captions of marks may stand, in shares of the width, and which of their ends is there."""

STEP = 400
"""The rating points from one line of the grid to the next, where the picture shows many."""


@dataclass(frozen=True, slots=True)
class Captions:
    """The captions of the picture in one language."""

    title: str
    band: str
    rounds: str
    perfect: str
    house: str


def chart(ratings: Sequence[tuple[int, int, int]], captions: Captions) -> bytes:
    """Return a PNG of 1200×800 pixels; `ratings` holds the low end, the value and the high end.

    Text is large enough for a phone.
    """
    layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15)
    figure = Figure(figsize=(8, 16 / 3), dpi=150, facecolor=BACKGROUND, layout=layout)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    numbers = range(1, len(ratings) + 1)
    lows, values, highs = zip(*ratings, strict=True)
    axes.fill_between(numbers, lows, highs, color=LINES[0], alpha=0.25, linewidth=0)
    axes.plot(numbers, values, color=LINES[0], linewidth=4)
    axes.plot(numbers[-1:], values[-1:], "o", color=LINES[0], markersize=13, clip_on=False)
    for height in MARKS:
        axes.axhline(height, color=FOREGROUND, linewidth=1.5, linestyle=(0, (4, 3)))
    floor = min(MARKS[1] - 100, *lows)
    _write(axes, captions.perfect, (0.01, MARKS[0]), FOREGROUND, data=True)
    across, below = free_place(values, MARKS[1], 0.07 * (TOP - floor))
    _write(axes, captions.house, (across, MARKS[1]), FOREGROUND, data=True, below=below)
    _write(axes, captions.band, (0, 1), LINES[0])
    _dress(axes, captions, floor)
    axes.set_xlim(1, max(len(ratings), 2))
    picture = BytesIO()
    figure.savefig(picture, format="png", facecolor=BACKGROUND)
    return picture.getvalue()


def free_place(values: Sequence[int], mark: int, away: float) -> tuple[float, bool]:
    """Return where a caption of a mark is farthest from the line: across, and below or above it.

    The caption is so far `away` from the mark.
    """
    steps = linspace(0, len(values) - 1, POINTS)
    drawn = interp(steps, range(len(values)), values)
    parts = zip(ACROSS, array_split(drawn, len(ACROSS)), strict=True)
    rooms = {
        (across, below): float(min(abs(part - mark + (away if below else -away))))
        for across, part in parts
        for below in (False, True)
    }
    return max(rooms, key=lambda place: rooms[place])


def _write(
    axes: Axes,
    caption: str,
    at: tuple[float, float],
    colour: str,
    *,
    data: bool = False,
    below: bool = False,
) -> None:
    """Write above or below a point.

    `at` is a share of the width, and a share of the height or, with `data`, a rating.
    """
    axes.annotate(
        caption,
        xy=at,
        xycoords=("axes fraction", "data" if data else "axes fraction"),
        xytext=(0, -6 if below else 6),
        textcoords="offset points",
        color=colour,
        fontsize=LETTERS,
        horizontalalignment=ACROSS.get(at[0], "left"),
        verticalalignment="top" if below else "baseline",
        parse_math=False,
        path_effects=[withStroke(linewidth=5, foreground=BACKGROUND)],
    )


def _dress(axes: Axes, captions: Captions, floor: int) -> None:
    """Draw title, axes and grid, down to the lowest rating."""
    step = STEP if TOP - floor > 2 * STEP else STEP // 2
    axes.set_ylim(floor - 40, TOP + 0.12 * (TOP - floor) + 20)
    axes.yaxis.set_major_locator(FixedLocator(range(TOP, floor - 40, -step)))
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.set_facecolor(BACKGROUND)
    title = {"fontsize": LETTERS + 4, "fontweight": "bold", "color": FOREGROUND}
    axes.set_title(captions.title, title, loc="left", pad=2 * LETTERS)
    axes.set_xlabel(captions.rounds, color=FOREGROUND, fontsize=LETTERS, loc="right")
    axes.grid(color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    axes.tick_params(colors=FOREGROUND, labelsize=LETTERS, length=0, pad=8)
    for spine in axes.spines.values():
        spine.set_visible(False)
