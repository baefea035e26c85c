"""docs/proof-format.md computes what it says, and the bot computes the same."""

from __future__ import annotations

import contextlib
import io
import re
from fractions import Fraction
from pathlib import Path

from bot.table.commitment import block_of
from bot.table.luck import (
    SeededLuck,
    drawn_word,
    lines_of_words,
    part_of,
)

PAGE = (Path(__file__).parents[1] / "docs" / "proof-format.md").read_text(encoding="utf-8")
(BY_WORDS,) = re.findall(r"```python\n((?:(?!```).)*)```\s+```text\n(.*?)```", PAGE, re.DOTALL)
"""The example: code, and what it prints."""

ROLL = "seat/1/turn/1/roll/1"


def printed(code):
    """Return what a piece of code prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    return out.getvalue()


def test_the_round_with_words_is_right():
    code, expected = BY_WORDS
    assert printed(code) == expected
    block = block_of(5, 1, bytes(range(32)))
    seed = block.seed(7)
    words = ("ana", drawn_word(seed, 2))
    seats = ("member", "member")
    opened = 1_470_000_000_000_000_001
    lines = lines_of_words(
        block.root, 7, opened, "dice-poker", options={}, seats=seats, words=words
    )
    part = part_of(lines)
    dice = SeededLuck(seed, part).roll(ROLL, 5)
    assert expected.splitlines() == [
        block.root,
        block.path(7)[0],
        words[1],
        part,
        str([*dice]),
    ]


def test_the_example_of_cards_and_a_choice_is_right():
    part = BY_WORDS[1].splitlines()[3]
    luck = SeededLuck(block_of(5, 1, bytes(range(32))).seed(7), part)
    shuffled = luck.shuffle("deal", (1, 2, 3, 4, 5, 6))
    chosen = luck.choose("choose/seat/1/moment/0", (Fraction(2, 3), Fraction(1, 3)))
    assert f"come to {' '.join(map(str, shuffled))}." in PAGE
    assert f"falls on `split.{'ab'[chosen]}`" in PAGE
