"""Puts pictures of boards side by side, for docs/boards.md.

    python assets/contact_sheets.py TAKEN [FOLDER]

TAKEN is a folder filled by `take_boards.py`. Without a folder the sheets go where the
page shows them.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from demo_page import PICTURES, save
from PIL import Image

GAP = 8
"""The pixels between the pictures of a row."""

PAPER = "white"

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
        "en-phone-review",
        "en-phone-step-by-step",
        "en-phone-nine-review",
        "en-phone-nine-step-by-step",
    ),
    "boards-statistics": (
        "en-phone-stats",
        "en-phone-stats-other",
        "en-phone-list-won",
        "en-phone-list-accuracy",
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


def side_by_side(paths: Sequence[Path]) -> Image.Image:
    """Return pictures in a row, with a gap between them."""
    pictures = [Image.open(path).convert("RGB") for path in paths]
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    sheet = Image.new("RGB", (width, max(picture.height for picture in pictures)), PAPER)
    left = 0
    for picture in pictures:
        sheet.paste(picture, (left, 0))
        left += picture.width + GAP
    return sheet


def write(taken: Path, folder: Path) -> None:
    """Write all sheets into a folder, of pictures in another one."""
    for name, pictures in SHEETS.items():
        paths = [taken / f"{picture}.png" for picture in pictures]
        save(side_by_side(paths), folder / f"{name}.png")


def main() -> None:
    """Write the sheets that were asked for."""
    parser = ArgumentParser(description="Put pictures of boards side by side.")
    parser.add_argument("taken", type=Path)
    parser.add_argument("folder", type=Path, nargs="?", default=PICTURES)
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    write(asked.taken, asked.folder)


if __name__ == "__main__":
    main()
