"""The picture of a review: what each seat could expect, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import MaxNLocator

from rules.screen import Seat

BACKGROUND, INK = "#2b2d31", "#f2f3f5"
GRID = "#3f4147"
COLOURS = (
    "#56b4e9",
    "#f0a63a",
    "#3fcf9b",
    "#ff7a6b",
    "#f2e35b",
    "#e58fc0",
    "#a99bff",
    "#e3e5e8",
)
DASHES = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))
GAP = 0.085
"""So far apart, in heights of the plot, stand two letters at the least."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One seat's line: its worth before and after each step, and the step it paid for most."""

    worths: tuple[float, ...]
    costliest: int | None = None


@dataclass(frozen=True, slots=True)
class Captions:
    """The words of a picture in the reader's language; `amount` writes a worth at an axis."""

    title: str
    steps: str
    costliest: str
    amount: Callable[[float], str]


def chart(seats: Sequence[Drawn], captions: Captions, *, shares: bool) -> bytes:
    """Return a PNG, 1200×840, with one line a seat; `shares` are drawn from 0 to 1.

    Letters and numbers are as large as a phone needs them. Lines are told apart
    by colour, dash, and the seat's letter at their end.
    """
    around = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15)
    figure = Figure(figsize=(8, 5.6), dpi=150, facecolor=BACKGROUND, layout=around)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    steps = max(len(seat.worths) for seat in seats) - 1
    for index, seat in enumerate(seats):
        _line(axes, index, seat)
    if shares:
        axes.set_ylim(-0.04, 1.04)
    axes.set_xlim(0, max(steps, 1))
    _letters(axes, [seat.worths[-1] for seat in seats], steps)
    _dress(axes, captions)
    if any(seat.costliest is not None for seat in seats):
        axes.plot([], [], "o", color=INK, markersize=10, label=captions.costliest)
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(-0.02, 0.99),
            frameon=False,
            labelcolor=INK,
            fontsize=16,
            borderaxespad=0,
            handletextpad=0.2,
        )
    picture = BytesIO()
    figure.savefig(picture, format="png", facecolor=BACKGROUND)
    return picture.getvalue()


def _line(axes: Axes, index: int, seat: Drawn) -> None:
    colour = COLOURS[index % len(COLOURS)]
    axes.plot(
        range(len(seat.worths)),
        seat.worths,
        linestyle=DASHES[index % len(DASHES)],
        color=colour,
        linewidth=3 if len(seat.worths) < 100 else 2.2,
        clip_on=False,
    )
    if seat.costliest is not None:
        axes.plot(
            seat.costliest,
            seat.worths[seat.costliest],
            "o",
            color=colour,
            markersize=12,
            markeredgecolor=BACKGROUND,
            markeredgewidth=2,
            clip_on=False,
            zorder=5,
        )


def _letters(axes: Axes, ends: Sequence[float], steps: int) -> None:
    """Write each seat's letter right of its line's end, none over another."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, high)
    heights = spread([(end - low) / (high - low) for end in ends])
    for index, (end, height) in enumerate(zip(ends, heights, strict=True)):
        axes.annotate(
            Seat(index).letter,
            xy=(max(steps, 1), end),
            xycoords="data",
            xytext=(1.06, height),
            textcoords="axes fraction",
            color=COLOURS[index % len(COLOURS)],
            fontsize=20,
            fontweight="bold",
            va="center",
            ha="left",
            arrowprops={
                "arrowstyle": "-",
                "relpos": (0, 0.5),
                "color": COLOURS[index % len(COLOURS)],
                "linewidth": 1,
                "shrinkA": 2,
                "shrinkB": 4,
            },
        )


def spread(wanted: Sequence[float]) -> tuple[float, ...]:
    """Move heights apart, as little as is simple, until `GAP` lies between any two.

    >>> spread([0.0, 0.2, 0.2])
    (0.0, 0.2, 0.285)
    >>> spread([1.0, 1.0])
    (0.915, 1.0)
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    heights = list(wanted)
    for below, above in pairwise(order):
        heights[above] = max(heights[above], heights[below] + GAP)
    ceiling = max(1.0, GAP * (len(order) - 1))
    for index in reversed(order):
        heights[index] = min(heights[index], ceiling)
        ceiling = heights[index] - GAP
    return tuple(round(height, 6) for height in heights)


def _dress(axes: Axes, captions: Captions) -> None:
    """Give the plot its colours, its words and its numbers."""
    axes.set_facecolor(BACKGROUND)
    axes.set_title(
        captions.title, color=INK, fontsize=20, fontweight="bold", loc="left", pad=34, x=-0.02
    )
    axes.set_xlabel(captions.steps, color=INK, fontsize=16, loc="right")
    axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.yaxis.set_major_formatter(lambda worth, _: captions.amount(worth))
    axes.grid(color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    axes.tick_params(colors=INK, labelsize=16, length=0, pad=8)
    for spine in axes.spines.values():
        spine.set_visible(False)
