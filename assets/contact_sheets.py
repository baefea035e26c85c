"""Puts pictures of boards side by side: for docs/boards.md, or before and after a change.

    python assets/contact_sheets.py TAKEN [FOLDER]
    python assets/contact_sheets.py TAKEN [FOLDER] --before TAKEN_BEFORE

TAKEN is a folder filled by `take_boards.py`. Without a folder the sheets go where the
page shows them. With `--before` each board stands to the right of the older one; into a
folder that is named goes each pair alone, too.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from demo_page import PICTURES, save
from PIL import Image

from bot.language.languages import LANGUAGES

GAP, BETWEEN = 8, 40
"""The pixels between the pictures of a row, and around a pair of older and newer board."""

PAPER = "white"

HEADER, COMPOSER = 92, 60
"""The heights of what the page shows above and below the channel."""

WIDTHS = {"desktop": 690, "phone": 390}
"""What a board and its margin take of the width of a window, in pixels."""

COLUMNS = {"desktop": 1, "phone": 2}
"""How many pairs stand in a row of a sheet."""

FEW = 64
"""How many colours a sheet of pairs keeps: it is several times as large as another."""

SHEETS = {
    "boards-dice-poker": (
        "en-phone-computer-moved",
        "en-phone-selected",
        "en-phone-hint",
        "en-phone-end-won",
    ),
    "boards-thirteen": (
        "en-phone-thirteen-alone",
        "en-phone-thirteen-third-roll",
        "en-phone-thirteen-two",
        "en-phone-thirteen-three",
    ),
    "boards-others": (
        "en-phone-lobby-of-four",
        "en-phone-poker-dice-turn",
        "en-phone-nine-two",
        "en-phone-six-card-secret",
    ),
    "boards-ends": (
        "en-phone-end-lost",
        "en-phone-end-of-three",
        "en-phone-resting",
        "en-phone-closed",
    ),
    "boards-looked-back": (
        "en-phone-mistake",
        "en-phone-mistake-again",
        "en-phone-step-by-step",
        "en-phone-nine-step-by-step",
    ),
    "boards-replay": ("en-phone-replay", "en-phone-replay-later"),
    "boards-statistics": (
        "en-phone-stats",
        "en-phone-stats-alone",
        "en-phone-history",
        "en-phone-stats-details",
    ),
    "boards-ro": (
        "ro-phone-challenge",
        "ro-phone-computer-moved",
        "ro-phone-thirteen-alone",
        "ro-phone-end-won",
    ),
    "boards-desktop": ("en-desktop-thirteen-alone", "en-desktop-hint"),
}
"""The pictures of each sheet, from left to right."""

TURNS = (
    "selected",
    "computer-moved",
    "poker-dice-turn",
    "thirteen-alone",
    "thirteen-third-roll",
    "nine-two",
    "six-card-secret",
    "thirteen-three",
)
AROUND = (
    "welcome",
    "challenge",
    "lobby-of-four",
    "hint",
    "end-won",
    "end-of-three",
    "resting",
    "review",
)
WIDE = ("welcome", "selected", "thirteen-alone", "hint", "end-of-three", "six-card-secret")

COMPARED = {
    f"before-{language}-{name}": (language, size, boards)
    for language in LANGUAGES
    for name, size, boards in (
        ("phone-turns", "phone", TURNS),
        ("phone-around", "phone", AROUND),
        ("desktop", "desktop", WIDE),
    )
}
"""The boards of each sheet of older and newer ones, their language and the size of the window."""


def side_by_side(paths: Sequence[Path]) -> Image.Image:
    """Return pictures in a row, with a gap between them."""
    return _row([Image.open(path).convert("RGB") for path in paths])


def compared(
    before: Path, after: Path, language: str, size: str, names: Sequence[str]
) -> Image.Image:
    """Return boards of two folders in pairs, the older to the left, row by row."""
    pairs = [
        _row(
            [_channel(folder / f"{language}-{size}-{name}.png", size) for folder in (before, after)]
        )
        for name in names
    ]
    columns = COLUMNS[size]
    width, height = pairs[0].size
    rows = -(-len(pairs) // columns)
    sheet = Image.new(
        "RGB",
        (columns * (width + BETWEEN) - BETWEEN, rows * (height + BETWEEN) - BETWEEN),
        PAPER,
    )
    for place, pair in enumerate(pairs):
        row, column = divmod(place, columns)
        sheet.paste(pair, (column * (width + BETWEEN), row * (height + BETWEEN)))
    return sheet


def _channel(path: Path, size: str) -> Image.Image:
    picture = Image.open(path).convert("RGB")
    return picture.crop((0, HEADER, WIDTHS[size], picture.height - COMPOSER))


def _row(pictures: Sequence[Image.Image]) -> Image.Image:
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    sheet = Image.new("RGB", (width, max(picture.height for picture in pictures)), PAPER)
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + GAP
    return sheet


def main() -> None:
    """Write the sheets that were asked for."""
    parser = ArgumentParser(description="Put pictures of boards side by side.")
    parser.add_argument("taken", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=PICTURES)
    parser.add_argument("--before", type=Path, metavar="TAKEN_BEFORE")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    if asked.before is None:
        for name, pictures in SHEETS.items():
            paths = [asked.taken / f"{picture}.png" for picture in pictures]
            save(side_by_side(paths), asked.folder / f"{name}.png")
        return
    for name, (language, size, boards) in COMPARED.items():
        sheet = compared(asked.before, asked.taken, language, size, boards)
        save(sheet, asked.folder / f"{name}.png", FEW)
    if asked.folder != PICTURES:
        for older in asked.before.glob("*.png"):
            newer = asked.taken / older.name
            if newer.exists():
                save(side_by_side([older, newer]), asked.folder / older.name)


if __name__ == "__main__":
    main()
