"""The picture of a finished private round: squares of turns, total and loss.

It shows no dice, so it reveals nothing to members who still play the day. Pillow is slow to import,
so only the analysis process draws.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.ui.drawing.short_names import shortened
from rules.review import Verdict

LETTERS = 26
"""The size of the name and of the signs in the squares."""

RESULTS = (76, 64, 54, 46, 38, 32)
"""The sizes of the result, of which the largest that fits is used."""

AVATAR = 64

IN_A_ROW, SQUARE, BETWEEN = 7, 46, 8
"""The most squares in a row, their size, and the pixels between them; rows have equal lengths."""

LONGEST_NAME = 18
"""How many letters of a name are shown."""

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

    The first of the lines `below` the title is the result, drawn large beside the name; the others
    follow the squares.
    """
    from bot.pictures import card as cards  # noqa: PLC0415
    from bot.pictures.colours import VERDICTS  # noqa: PLC0415
    from bot.pictures.font import width, without_emoji, wrap  # noqa: PLC0415

    card, left, right = cards.Card(colour), float(cards.MARGIN), cards.WIDTH - cards.MARGIN
    top = card.title(title, cards.BAR + 12, most=1) + 6
    result, *others = below
    level = top + AVATAR / 2 + 2
    if card.avatar((left + AVATAR / 2, level), AVATAR, avatar, colour):
        left += AVATAR + 14
    member = shortened(without_emoji(name) or "", LONGEST_NAME)
    card.text((left, level - LETTERS * 0.63), member, LETTERS)
    room = right - left - width(member, LETTERS) - 16
    size = next((size for size in RESULTS if width(result, size, bold=True) <= room), RESULTS[-1])
    card.text((right, level - size * 0.63), result, size, colour, bold=True, right=True)
    top += AVATAR + 16
    rows = -(-len(verdicts) // IN_A_ROW)
    in_a_row = -(-len(verdicts) // rows)
    for place, verdict in enumerate(verdicts):
        x = cards.MARGIN + place % in_a_row * (SQUARE + BETWEEN)
        y = top + place // in_a_row * (SQUARE + BETWEEN)
        square = VERDICTS["best" if verdict == "good" else verdict]
        card.box((x, y, x + SQUARE - 1, y + SQUARE - 1), 8, square)
        card.sign((x + SQUARE / 2, y + SQUARE / 2), SIGNS.get(verdict, ""), LETTERS)
    top += rows * (SQUARE + BETWEEN) + 4
    for text in others:
        for line in wrap(text, cards.ROOM, lambda one: width(one, cards.SMALLEST)):
            card.text((cards.MARGIN, top), line, cards.SMALLEST)
            top += cards.SMALLEST * cards.LINE_HEIGHT
    return card.png()
