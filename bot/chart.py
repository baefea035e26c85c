"""The picture of a review: what each seat could expect, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Literal

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

BACKGROUND, INK, QUIET = "#2b2d31", "#f2f3f5", "#4e5058"
COLOURS = ("#5865f2", "#f0b232", "#23a55a", "#f23f42", "#00a8fc", "#eb459e", "#9b84ee", "#c4c9ce")
DASHES = ("-", "--", "-.", ":", "-", "--", "-.", ":")
MARKS = "osD^vP*X"
LETTERS = "ABCDEFGHIJ"


def chart(unit: Literal["share", "points"], worths: Sequence[Sequence[float]]) -> bytes:
    """Return a PNG, 900×420, with one line a seat: its worth before and after each step.

    Lines are told apart by colour, dash, mark and the seat's letter at their end.
    """
    figure = Figure(figsize=(9, 4.2), dpi=100, facecolor=BACKGROUND, layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set_facecolor(BACKGROUND)
    for index, line in enumerate(worths):
        colour = COLOURS[index % len(COLOURS)]
        axes.plot(
            range(len(line)),
            line,
            DASHES[index % len(DASHES)],
            color=colour,
            marker=MARKS[index % len(MARKS)],
            markersize=5 if len(line) < 40 else 0,
            linewidth=2.2,
        )
        axes.annotate(
            LETTERS[index],
            (len(line) - 1, line[-1]),
            xytext=(8 + 14 * index, 0),
            textcoords="offset points",
            color=colour,
            fontsize=13,
            fontweight="bold",
            va="center",
        )
    if unit == "share":
        axes.set_ylim(-0.04, 1.04)
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(color=QUIET, linewidth=0.6)
    axes.tick_params(colors=INK, labelsize=11)
    for spine in axes.spines.values():
        spine.set_color(QUIET)
    picture = BytesIO()
    figure.savefig(picture, format="png", facecolor=BACKGROUND)
    return picture.getvalue()
