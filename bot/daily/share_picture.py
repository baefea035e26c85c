"""The picture of a finished attempt: a square for each turn or hand, and the totals as bars.

It shows no dice, so it tells nothing to those who still play the day. Pillow is slow to import:
only the analysis process draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from rules.review import Verdict

WIDTH, MARGIN = 540, 24

TITLES, LETTERS = (26, 24, 22, 20), 18
"""The heights of the letters, in pixels: two thirds of it on a phone.

Of the title the largest that has room.
"""

IN_A_ROW = 13
"""The most squares side by side; where there are more, all rows are as long."""

BETWEEN = 6
"""The pixels between two squares, or two bars."""

BAR = 30
"""The height of a bar, in pixels."""

SIGNS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""What stands in the squares, as in the notation of chess, for who does not tell the colours."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A total with its `label`, and how it is `written`."""

    label: str
    value: float
    written: str


def share_picture(
    title: str, verdicts: Sequence[Verdict], bars: Sequence[Bar], below: str
) -> bytes:
    """Return a PNG, 540 pixels wide; the first bar is the one of the attempt."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    from bot.pictures.colours import (  # noqa: PLC0415
        BACKGROUND,
        FOREGROUND,
        GRID,
        LINES,
        VERDICTS,
    )
    from bot.pictures.font import font, width  # noqa: PLC0415

    rows = -(-len(verdicts) // IN_A_ROW)
    in_a_row = -(-len(verdicts) // rows)
    edge = min((WIDTH - 2 * MARGIN + BETWEEN) // in_a_row - BETWEEN, 48)
    squares_top = 2 * MARGIN + TITLES[0]
    bars_top = squares_top + rows * (edge + BETWEEN) + MARGIN - BETWEEN
    below_top = bars_top + len(bars) * (BAR + BETWEEN) + MARGIN // 2
    image = Image.new("RGB", (WIDTH, below_top + LETTERS + MARGIN), BACKGROUND)
    draw = ImageDraw.Draw(image)
    fits = (one for one in TITLES if width(title, one, bold=True) <= WIDTH - 2 * MARGIN)
    letters_of_title = font(next(fits, TITLES[-1]), bold=True)
    draw.text((MARGIN, MARGIN), title, font=letters_of_title, fill=FOREGROUND)
    for place, verdict in enumerate(verdicts):
        x = MARGIN + place % in_a_row * (edge + BETWEEN)
        y = squares_top + place // in_a_row * (edge + BETWEEN)
        draw.rounded_rectangle((x, y, x + edge - 1, y + edge - 1), 5, fill=VERDICTS[verdict])
        middle = (x + edge / 2, y + edge / 2)
        sign = SIGNS.get(verdict, "")
        draw.text(middle, sign, font=font(LETTERS, bold=True), fill="#1e1f22", anchor="mm")
    label = max(width(bar.label, LETTERS) for bar in bars) + 12
    room = WIDTH - 2 * MARGIN - label - max(width(one.written, LETTERS, bold=True) for one in bars)
    most = max(*(bar.value for bar in bars), 1)
    for place, bar in enumerate(bars):
        y = bars_top + place * (BAR + BETWEEN)
        middle_of_bar = y + BAR / 2
        draw.text(
            (MARGIN, middle_of_bar), bar.label, font=font(LETTERS), fill=FOREGROUND, anchor="lm"
        )
        left = MARGIN + label
        right = left + max(bar.value, 0) / most * (room - 10)
        colour = GRID if place else LINES[0]
        draw.rounded_rectangle((left, y, max(right, left + 4), y + BAR - 1), 4, fill=colour)
        at = (right + 10, middle_of_bar)
        letters = font(LETTERS, bold=True)
        draw.text(at, bar.written, font=letters, fill=FOREGROUND, anchor="lm")
    draw.text((MARGIN, below_top), below, font=font(LETTERS), fill=FOREGROUND)
    file = BytesIO()
    image.save(file, format="PNG")
    return file.getvalue()
