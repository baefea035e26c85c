"""The picture of a finished attempt: a square for each turn or hand, its total, what it lost.

It shows no dice, so it tells nothing to those who still play the day. Pillow is slow to import:
only the analysis process draws.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.review import Verdict

WIDTH, MARGIN = 540, 24

TITLES, LETTERS = (26, 24, 22, 20), 18
"""The heights of the letters, in pixels: two thirds of it on a phone.

Of the title the largest that has room.
"""

IN_A_ROW = 13
"""The most squares side by side; where there are more, all rows are as long."""

BETWEEN = 6
"""The pixels between two squares, or two lines."""

SIGNS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""What stands in the squares, as in the notation of chess, for who does not tell the colours."""


def share_picture(title: str, verdicts: Sequence[Verdict], below: Sequence[str]) -> bytes:
    """Return a PNG, 540 pixels wide; of the lines `below` the squares the first is bold."""
    from PIL import Image, ImageDraw  # noqa: PLC0415

    from bot.pictures.colours import BACKGROUND, FOREGROUND, VERDICTS  # noqa: PLC0415
    from bot.pictures.font import font, width  # noqa: PLC0415
    from bot.pictures.png import png  # noqa: PLC0415

    rows = -(-len(verdicts) // IN_A_ROW)
    in_a_row = -(-len(verdicts) // rows)
    edge = min((WIDTH - 2 * MARGIN + BETWEEN) // in_a_row - BETWEEN, 48)
    squares_top = 2 * MARGIN + TITLES[0]
    below_top = squares_top + rows * (edge + BETWEEN) + MARGIN - BETWEEN
    height = below_top + len(below) * (LETTERS + BETWEEN) + MARGIN
    image = Image.new("RGB", (WIDTH, height), BACKGROUND)
    draw = ImageDraw.Draw(image)
    fits = (one for one in TITLES if width(title, one, bold=True) <= WIDTH - 2 * MARGIN)
    letters_of_title = font(next(fits, TITLES[-1]), bold=True)
    draw.text((MARGIN, MARGIN), title, font=letters_of_title, fill=FOREGROUND)
    for place, verdict in enumerate(verdicts):
        x = MARGIN + place % in_a_row * (edge + BETWEEN)
        y = squares_top + place // in_a_row * (edge + BETWEEN)
        colour = VERDICTS["best" if verdict == "good" else verdict]
        draw.rounded_rectangle((x, y, x + edge - 1, y + edge - 1), 5, fill=colour)
        middle = (x + edge / 2, y + edge / 2)
        sign = SIGNS.get(verdict, "")
        draw.text(middle, sign, font=font(LETTERS, bold=True), fill="#1e1f22", anchor="mm")
    for place, line in enumerate(below):
        y = below_top + place * (LETTERS + BETWEEN)
        letters = font(LETTERS, bold=not place)
        draw.text((MARGIN, y), line, font=letters, fill=FOREGROUND)
    return png(image)
