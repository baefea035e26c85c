"""The picture of a field: its cross table, coloured from losses to wins."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from course.contest.field import Field
from course.contest.strategies import ContestError

CELL, LETTERS, EDGE = 44, 16, 24
"""The pixels of a cell, of the letters, and of the free edges."""

WIDEST_NAME = 320
"""The pixels that a name may take; longer ones are cut."""

PAPER, INK = "#ffffff", "#1e1f22"
LOSSES, EVEN, WINS = (217, 130, 43), (245, 245, 245), (59, 130, 196)
"""The colours of a share of 0, ½ and 1."""


def draw_field(played: Field, taken: Mapping[int, float], title: str, path: Path) -> None:
    """Write the cross table as a PNG, the best mean first.

    `taken` is the win of a best answer above ½ against entries, where known. Raises ContestError if
    the file cannot be written.
    """
    # Pillow is slow to import, so only pictures load it
    from PIL import Image, ImageDraw  # noqa: PLC0415

    from bot.pictures.font import drawable, font, width  # noqa: PLC0415

    order = played.ranked()
    names = [drawable(played.entries[place].shown) for place in order]
    room = round(min(WIDEST_NAME, max(width(name, LETTERS) for name in names)))
    means = EDGE + CELL + room + EDGE + CELL
    losses = means + 2 * CELL if taken else means
    left, top = round(losses + CELL / 2), EDGE + 3 * CELL
    size = len(order) * CELL
    heading = drawable(title)
    note = "wins in %, row against column; a draw counts one half"
    note = f"{note}; taken: by a best answer" if taken else note
    lines = width(heading, LETTERS, bold=True), width(note, LETTERS)
    across = max(left + size, EDGE + round(max(lines))) + EDGE
    picture = Image.new("RGB", (across, top + size + EDGE), PAPER)
    pen = ImageDraw.Draw(picture)

    def write(x: float, y: float, text: str, anchor: str, *, bold: bool = False) -> None:
        pen.text((x, y), text, fill=INK, font=font(LETTERS, bold=bold), anchor=anchor)

    write(EDGE, EDGE, heading, "la", bold=True)
    write(EDGE, EDGE + CELL, note, "la")
    write(means, top - CELL / 2, "mean", "rm")
    if taken:
        write(losses, top - CELL / 2, "taken", "rm")
    for row, (place, name) in enumerate(zip(order, names, strict=True)):
        middle = top + (row + 0.5) * CELL
        while width(name, LETTERS) > WIDEST_NAME:
            name = f"{name[:-2]}…"  # noqa: PLW2901 — cut until it fits
        write(EDGE + CELL / 2, middle, f"{row + 1}", "rm")
        write(EDGE + CELL, middle, name, "lm")
        write(means, middle, f"{100 * played.mean(place).value:.1f}", "rm", bold=True)
        if taken:
            loss = f"{100 * taken[place]:.1f}" if place in taken else "–"
            write(losses, middle, loss, "rm")
        write(left + (row + 0.5) * CELL, top - CELL / 2, f"{row + 1}", "mm")
        for column, other in enumerate(order):
            if place == other:
                continue
            share = played.share(place, other).value
            x, y = left + column * CELL, top + row * CELL
            pen.rectangle((x, y, x + CELL - 2, y + CELL - 2), fill=colour(share))
            write(x + CELL / 2, middle, f"{100 * share:.0f}", "mm")
    try:
        picture.save(path, format="PNG")
    except OSError as error:
        raise ContestError(f"the picture cannot be written: {error}") from error


def colour(share: float) -> tuple[int, int, int]:
    """Return the colour of a share of the wins, 0 to 1.

    >>> colour(0.5), colour(1)
    ((245, 245, 245), (59, 130, 196))
    """
    end = WINS if share > 0.5 else LOSSES
    away = abs(2 * share - 1)
    red, green, blue = (
        round(even + away * (far - even)) for even, far in zip(EVEN, end, strict=True)
    )
    return red, green, blue
