"""The picture of a review: a plot of each seat's worth by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PIL import Image

from bot.pictures.axes import AWAY, EDGE, Axes, Span, whole_ticks
from bot.pictures.colours import BACKGROUND, FOREGROUND, LINES
from bot.pictures.font import drawable_text, width, wrap
from bot.pictures.png import png
from bot.ui.drawing.short_names import shortened_to
from rules.screen import Seat

WIDTH = 840
SIZE = WIDTH, 760
TOP_OF_PLOT, BOTTOM_OF_PLOT = 138, 632
LEGEND = 116
"""The position of the line of the legend, in pixels from the top."""

TITLE, LETTERS = 46, 38
"""The heights of the letters in pixels; on a phone of 390 they are at least 16."""

DOT = 12
LINE, LINE_OF_MANY = 6, 4.5
MANY = 100
"""The number of steps from which the lines are thinner."""

DASHES: tuple[tuple[float, ...], ...] = ((), (5, 1.5), (1.2, 1.2), (6, 1.5, 1.2, 1.5))
"""The dashes and gaps of the lines, in widths of a line."""

LEADER = 50
"""The pixels between the end of a line and the name of its player."""

GAP = 0.085
"""The least distance between two lines of names, as a share of the height of the plot."""

NAME_ROOM, ON_TWO_LINES = 220, 5
"""How wide a line of a name may be, in pixels, and up to how many seats names have two lines."""

BETWEEN = 10
"""The least distance between the numbers of two turns, in pixels."""

SHARES = (0, 0.25, 0.5, 0.75, 1)
"""The ticks of the axis of shares."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """The line of one seat: its name, the worth before and after each step, the costliest steps."""

    name: str
    worths: tuple[float, ...]
    costliest: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ReviewCaptions:
    """The captions of the picture in one language; `amount` formats a worth for the axis."""

    title: str
    turns: str
    costliest: str
    amount: Callable[[float], str]


def chart(
    seats: Sequence[SeatLine], turns: Sequence[int], captions: ReviewCaptions, *, shares: bool
) -> bytes:
    """Return a PNG of 840×760 pixels with one line a seat; `shares` fixes the axis to 0–1.

    `turns` holds the number of the step with which each turn begins. Text is large enough for a
    phone. Lines differ by colour and dash, and end with the name of the player.
    """
    picture = Image.new("RGB", SIZE, BACKGROUND)
    names = [drawable_text(seat.name) or Seat(index).letter for index, seat in enumerate(seats)]
    steps = max(1, *(len(seat.worths) - 1 for seat in seats))
    up = Span(-0.04, 1.04) if shares else _span(seats)
    levels = SHARES if shares else whole_ticks(up.first, up.last, 5)
    amounts = {level: captions.amount(level) for level in levels}
    left = EDGE + AWAY + max(width(amount, LETTERS) for amount in amounts.values())
    names = [_fitting(name, 2 if len(seats) <= ON_TWO_LINES else 1) for name in names]
    room = max(_name_width(line) for name in names for line in name.split("\n"))
    right = WIDTH - EDGE - LEADER - room
    box = (round(left), TOP_OF_PLOT, round(right), BOTTOM_OF_PLOT)
    axes = Axes(picture, box, Span(0, steps), up, BACKGROUND)
    axes.rows(levels)
    axes.label_rows(amounts, LETTERS, FOREGROUND)
    _number_turns(axes, turns)
    _draw_lines(axes, seats)
    _name_lines(axes, names, [seat.worths[-1] for seat in seats])
    axes.captions((captions.title, TITLE), (captions.turns, LETTERS))
    _draw_legend(axes, seats, left, captions.costliest)
    axes.finish()
    return png(picture)


def _span(seats: Sequence[SeatLine]) -> Span:
    """Return the ends of an axis on which all points of the seats have room."""
    worths = [worth for seat in seats for worth in seat.worths]
    beyond = max(0.05 * (max(worths) - min(worths)), 1)
    return Span(min(worths) - beyond, max(worths) + beyond)


def _draw_lines(axes: Axes, seats: Sequence[SeatLine]) -> None:
    """Draw the lines of the seats, and above them all their costliest choices."""
    wide = LINE if axes.across.last < MANY else LINE_OF_MANY
    for index, seat in enumerate(seats):
        dashes = [wide * length for length in DASHES[index % len(DASHES)]]
        axes.line([*enumerate(seat.worths)], LINES[index % len(LINES)], wide, dashes)
    for index, seat in enumerate(seats):
        for step in seat.costliest:
            axes.dot((step, seat.worths[step]), DOT, LINES[index % len(LINES)], edge=4)


def _draw_legend(axes: Axes, seats: Sequence[SeatLine], left: float, costliest: str) -> None:
    """Explain the dots on the lines, after a dot in the colour of each line that has some."""
    for index, seat in enumerate(seats):
        if seat.costliest:
            axes.spot((left + DOT, LEGEND - LETTERS / 3), DOT, LINES[index % len(LINES)])
            left += 2 * DOT + 8
    if any(seat.costliest for seat in seats):
        axes.label((left + 4, LEGEND), costliest, LETTERS, FOREGROUND)


def _name_width(text: str) -> float:
    return width(text, LETTERS, bold=True)


def _fitting(name: str, most: int) -> str:
    r"""Return a name on up to `most` lines that have room, without the letters that have none.

    >>> _fitting("Computer (perfect)", 2), _fitting("Computer (perfect)", 1)
    ('Computer\n(perfect)', 'Comput…')
    """
    first, *others = wrap(name, NAME_ROOM, _name_width)
    lines = [first, " ".join(others)] if others and most > 1 else [name]
    return "\n".join(shortened_to(line, NAME_ROOM, _name_width) for line in lines)


def _name_lines(axes: Axes, names: Sequence[str], ends: Sequence[float]) -> None:
    """Write the name of each player to the right of their line, without overlaps."""
    high = axes.bottom - axes.top
    gap = GAP * max(name.count("\n") + 1 for name in names)
    for index, height in enumerate(spread([axes.up.share(end) for end in ends], gap)):
        colour = LINES[index % len(LINES)]
        _, end = axes.at(axes.across.last, ends[index])
        middle = axes.bottom - height * high
        axes.stroke((axes.right + 6, end), (axes.right + LEADER - 8, middle), colour, 2)
        lines = names[index].split("\n")
        top = middle - GAP * high * (len(lines) - 1) / 2
        for row, line in enumerate(lines):
            at = (axes.right + LEADER, top + row * GAP * high)
            axes.label(at, line, LETTERS, colour, anchor="lm", bold=True)


def spread(wanted: Sequence[float], gap: float = GAP) -> tuple[float, ...]:
    """Return the heights in `wanted`, moved until any two are at least a `gap` apart.

    >>> spread([0.0, 0.2, 0.2])
    (0.0, 0.2, 0.285)
    >>> spread([1.0, 1.0])
    (0.915, 1.0)
    """
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    heights = list(wanted)
    for below, above in pairwise(order):
        heights[above] = max(heights[above], heights[below] + gap)
    ceiling = max(1.0, gap * (len(order) - 1))
    for index in reversed(order):
        heights[index] = min(heights[index], ceiling)
        ceiling = heights[index] - gap
    return tuple(round(height, 6) for height in heights)


def _number_turns(axes: Axes, turns: Sequence[int]) -> None:
    """Separate the turns by lines; number all of them, or every second, third, …, to fit."""
    borders = [0, *(first - 1 for first in turns[1:]), axes.across.last]
    axes.columns(borders)
    many = len(borders) - 1
    room = width(str(many), LETTERS) + BETWEEN
    middles = [(before + after) / 2 for before, after in pairwise(borders)]
    places = [axes.at(middle, 0)[0] for middle in middles]
    every = next(
        step
        for step in range(1, many + 1)
        if all(after - before >= room for before, after in pairwise(places[step - 1 :: step]))
    )
    numbers = {middles[turn - 1]: str(turn) for turn in range(every, many + 1, every)}
    axes.label_columns(numbers, LETTERS, FOREGROUND)
