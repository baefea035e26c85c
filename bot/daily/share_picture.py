"""The picture of a finished attempt: squares of turns, total and loss.

It shows no dice, so it reveals nothing to members who still play the day. Pillow is slow to import,
so only the analysis process draws.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.short_names import shortened
from rules.review import Verdict

WIDTH, MARGIN = 780, 44
"""The width and margin in pixels; a phone shows half the width, so letters have at least 20."""

TITLES, LETTERS = (50, 46, 42, 40), 40
"""The heights of letters in pixels; the title has the largest that fits."""

TOTALS = (128, 112, 96, 84, 72, 64, 56, 48, 40)
"""The heights for the result, of which the largest that fits is used."""

IN_A_ROW, LARGEST = 7, 92
"""The maximum number of squares in a row, and size of a square; rows have equal lengths."""

BAR, BETWEEN = 14, 10
"""The height of the bar in the colour of the game; the pixels between two squares."""

AVATAR, BESIDE = 68, 84
"""How large an avatar is, and how far behind its left edge the name stands."""

LONGEST_NAME = 24
"""How many letters of a name are shown."""

LINE_HEIGHT = 1.28
"""The height of a line of text in heights of its letters."""

SIGNS: dict[Verdict, str] = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The signs in the squares, as in chess notation, for colour-blind members."""


def share_picture(
    title: str,
    verdicts: Sequence[Verdict],
    below: Sequence[str],
    colour: str,
    *,
    name: str = "",
    avatar: bytes | None = None,
) -> bytes:
    """Return a PNG of a day's game, which has a `colour`, played by a member of this `name`.

    The first of the lines `below` the title is the result, drawn large; the others follow the
    squares.
    """
    from PIL import Image, ImageDraw  # noqa: PLC0415

    from bot.pictures.avatar import put_avatar  # noqa: PLC0415
    from bot.pictures.colours import BACKGROUND, FOREGROUND, VERDICTS  # noqa: PLC0415
    from bot.pictures.font import font, width, wrapped, written  # noqa: PLC0415
    from bot.pictures.png import png  # noqa: PLC0415

    room = WIDTH - 2 * MARGIN

    def fitting(text: str, sizes: Sequence[int]) -> int:
        return next((one for one in sizes if width(text, one, bold=True) <= room), sizes[-1])

    result, *others = below
    size, total = fitting(title, TITLES), fitting(result, TOTALS)
    head = wrapped(title, room, lambda line: width(line, size, bold=True))
    foot = [
        line for text in others for line in wrapped(text, room, lambda one: width(one, LETTERS))
    ]
    rows = -(-len(verdicts) // IN_A_ROW)
    in_a_row = -(-len(verdicts) // rows)
    edge = min((room + BETWEEN) // in_a_row - BETWEEN, LARGEST)
    member_top = BAR + 30 + round(len(head) * size * LINE_HEIGHT)
    member = shortened(written(name) or "", LONGEST_NAME)
    total_top = member_top + (AVATAR + 12 if member or avatar else 0)
    squares_top = total_top + round(total * LINE_HEIGHT) + 6
    foot_top = squares_top + rows * (edge + BETWEEN) + 14
    height = foot_top + round(len(foot) * LETTERS * LINE_HEIGHT) + MARGIN - 14
    image = Image.new("RGB", (WIDTH, height), BACKGROUND)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, BAR - 1), fill=colour)

    def write(lines: Sequence[str], top: int, size: int, fill: str, *, bold: bool = False) -> None:
        for place, line in enumerate(lines):
            middle = top + (place + 0.5) * size * LINE_HEIGHT
            draw.text((MARGIN, middle), line, font=font(size, bold=bold), fill=fill, anchor="lm")

    write(head, BAR + 26, size, FOREGROUND, bold=True)
    level = member_top + 8 + AVATAR / 2
    beside = avatar and put_avatar(image, (MARGIN + AVATAR / 2, level), AVATAR, avatar, colour)
    left = MARGIN + (BESIDE if beside else 0)
    draw.text((left, level), member, font=font(LETTERS), fill=FOREGROUND, anchor="lm")
    write([result], total_top, total, colour, bold=True)
    for place, verdict in enumerate(verdicts):
        x = MARGIN + place % in_a_row * (edge + BETWEEN)
        y = squares_top + place // in_a_row * (edge + BETWEEN)
        square = VERDICTS["best" if verdict == "good" else verdict]
        draw.rounded_rectangle((x, y, x + edge - 1, y + edge - 1), 12, fill=square)
        middle = (x + edge / 2, y + edge / 2)
        sign = SIGNS.get(verdict, "")
        draw.text(middle, sign, font=font(LETTERS, bold=True), fill="#1e1f22", anchor="mm")
    write(foot, foot_top, LETTERS, FOREGROUND)
    return png(image)
