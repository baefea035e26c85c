"""The plot of a rating over rounds, with its interval and the marks of two levels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from bot.analysis.colours import BACKGROUND, FOREGROUND, GRID, LINES
from rules.skill import TOP, on_scale

MARKS = (TOP, on_scale(1))
"""The ratings of perfect play and of the level `house`."""


@dataclass(frozen=True, slots=True)
class Captions:
    """The captions of the picture in one language."""

    title: str
    rounds: str
    perfect: str
    house: str


def chart(ratings: Sequence[tuple[int, int, int]], captions: Captions) -> bytes:
    """Return a PNG of 1200×750 pixels; `ratings` holds the low end, the value and the high end.

    Text is large enough for a phone.
    """
    layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15)
    figure = Figure(figsize=(8, 5), dpi=150, facecolor=BACKGROUND, layout=layout)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    numbers = range(1, len(ratings) + 1)
    lows, values, highs = zip(*ratings, strict=True)
    axes.fill_between(numbers, lows, highs, color=LINES[0], alpha=0.22, linewidth=0)
    axes.plot(numbers, values, color=LINES[0], linewidth=3.5)
    axes.plot(numbers[-1:], values[-1:], "o", color=LINES[0], markersize=11)
    for height, caption in zip(MARKS, (captions.perfect, captions.house), strict=True):
        axes.axhline(height, color=FOREGROUND, linewidth=1.2, linestyle=(0, (4, 3)))
        axes.annotate(
            caption,
            xy=(0.01, height),
            xycoords=("axes fraction", "data"),
            xytext=(0, 5),
            textcoords="offset points",
            color=FOREGROUND,
            fontsize=19,
            parse_math=False,
        )
    floor = min(MARKS[1] - 100, *lows)
    axes.set_ylim(floor - 40, TOP + 0.09 * (TOP - floor) + 20)
    axes.set_xlim(1, max(len(ratings), 2))
    axes.set_facecolor(BACKGROUND)
    axes.set_title(
        captions.title, color=FOREGROUND, fontsize=25, fontweight="bold", loc="left", pad=14
    )
    axes.set_xlabel(captions.rounds, color=FOREGROUND, fontsize=20, loc="right")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.grid(color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    axes.tick_params(colors=FOREGROUND, labelsize=20, length=0, pad=8)
    for spine in axes.spines.values():
        spine.set_visible(False)
    picture = BytesIO()
    figure.savefig(picture, format="png", facecolor=BACKGROUND)
    return picture.getvalue()
