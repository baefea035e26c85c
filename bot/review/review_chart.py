"""The picture of a review: a plot of the worth of the round to each seat, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.ticker import FixedFormatter, FixedLocator, MaxNLocator

from bot.review.colours import BACKGROUND, FOREGROUND, GRID, LINES
from rules.screen import Seat

DASHES = ("-", (0, (5, 1.5)), (0, (1.2, 1.2)), (0, (6, 1.5, 1.2, 1.5)))
GAP = 0.085
"""The least distance between two names, as a share of the height of the plot."""

MOST_NUMBERED = 13
"""The most turns whose numbers stand on the axis; of more, only some are numbered."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The line of one seat: its name, the worth before and after each step, the costliest steps."""

    name: str
    worths: tuple[float, ...]
    costliest: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Captions:
    """The captions of the picture in one language; `amount` formats a worth for the axis."""

    title: str
    turns: str
    costliest: str
    amount: Callable[[float], str]


def chart(
    seats: Sequence[SeatLine], turns: Sequence[int], captions: Captions, *, shares: bool
) -> bytes:
    """Return a PNG of 1200×840 pixels with one line a seat; `shares` fixes the axis to 0–1.

    `turns` holds the number of the step with which each turn begins. Text is large
    enough for a phone. Lines differ by colour and dash, and end with the name of the
    player.
    """
    layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15)
    figure = Figure(figsize=(8, 5.6), dpi=150, facecolor=BACKGROUND, layout=layout)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    steps = max(len(seat.worths) for seat in seats) - 1
    for index, seat in enumerate(seats):
        _line(axes, index, seat)
    if shares:
        axes.set_ylim(-0.04, 1.04)
    axes.set_xlim(0, max(steps, 1))
    _names(axes, seats, steps)
    _style(axes, captions)
    _number_turns(axes, turns, steps)
    if any(seat.costliest for seat in seats):
        axes.plot([], [], "o", color=FOREGROUND, markersize=10, label=captions.costliest)
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(-0.02, 0.99),
            frameon=False,
            labelcolor=FOREGROUND,
            fontsize=16,
            borderaxespad=0,
            handletextpad=0.2,
        )
    picture = BytesIO()
    figure.savefig(picture, format="png", facecolor=BACKGROUND)
    return picture.getvalue()


def _line(axes: Axes, index: int, seat: SeatLine) -> None:
    colour = LINES[index % len(LINES)]
    axes.plot(
        range(len(seat.worths)),
        seat.worths,
        linestyle=DASHES[index % len(DASHES)],
        color=colour,
        linewidth=3 if len(seat.worths) < 100 else 2.2,
        clip_on=False,
    )
    if seat.costliest:
        axes.plot(
            seat.costliest,
            [seat.worths[step] for step in seat.costliest],
            "o",
            color=colour,
            markersize=12,
            markeredgecolor=BACKGROUND,
            markeredgewidth=2,
            clip_on=False,
            zorder=5,
        )


def _names(axes: Axes, seats: Sequence[SeatLine], steps: int) -> None:
    """Write the name of each player to the right of their line, without overlaps."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, high)
    ends = [seat.worths[-1] for seat in seats]
    heights = spread([(end - low) / (high - low) for end in ends])
    for index, (end, height) in enumerate(zip(ends, heights, strict=True)):
        axes.annotate(
            drawable(seats[index].name) or Seat(index).letter,
            xy=(max(steps, 1), end),
            xycoords="data",
            xytext=(1.06, height),
            textcoords="axes fraction",
            color=LINES[index % len(LINES)],
            fontsize=17,
            fontweight="bold",
            va="center",
            ha="left",
            parse_math=False,
            arrowprops={
                "arrowstyle": "-",
                "relpos": (0, 0.5),
                "color": LINES[index % len(LINES)],
                "linewidth": 1,
                "shrinkA": 2,
                "shrinkB": 4,
            },
        )


def drawable(name: str) -> str:
    """Return the letters of a name that the font of the picture has.

    >>> drawable("Ștefan 🎲")
    'Ștefan'
    """
    known = get_font(findfont(FontProperties(weight="bold"))).get_charmap()
    return " ".join("".join(letter for letter in name if ord(letter) in known).split())


def spread(wanted: Sequence[float]) -> tuple[float, ...]:
    """Return the heights in `wanted`, moved until any two are at least `GAP` apart.

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


def _number_turns(axes: Axes, turns: Sequence[int], steps: int) -> None:
    """Separate the turns by lines, and number them between the lines."""
    borders = [0, *(first - 1 for first in turns[1:]), max(steps, 1)]
    middles = [(before + after) / 2 for before, after in pairwise(borders)]
    every = -(-len(middles) // MOST_NUMBERED)
    numbers = [str(turn) if turn % every == 0 else "" for turn in range(1, len(middles) + 1)]
    axes.xaxis.set_major_locator(FixedLocator(borders))
    axes.xaxis.set_major_formatter(FixedFormatter([""] * len(borders)))
    axes.xaxis.set_minor_locator(FixedLocator(middles))
    axes.xaxis.set_minor_formatter(FixedFormatter(numbers))


def _style(axes: Axes, captions: Captions) -> None:
    """Set the colours, captions and tick labels of the plot."""
    axes.set_facecolor(BACKGROUND)
    axes.set_title(
        captions.title,
        color=FOREGROUND,
        fontsize=20,
        fontweight="bold",
        loc="left",
        pad=34,
        x=-0.02,
    )
    axes.set_xlabel(captions.turns, color=FOREGROUND, fontsize=16, loc="right")
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5))
    axes.yaxis.set_major_formatter(lambda worth, _: captions.amount(worth))
    axes.grid(color=GRID, linewidth=1)
    axes.set_axisbelow(True)
    axes.tick_params(colors=FOREGROUND, labelsize=16, length=0, pad=8, which="both")
    for spine in axes.spines.values():
        spine.set_visible(False)
