"""docs/proof-format.md computes what it says, and the bot computes the same."""

from __future__ import annotations

import contextlib
import io
import re
from fractions import Fraction
from pathlib import Path

import pytest

from bot.table.commitment import block_of
from bot.table.luck import (
    SeededLuck,
    drawn_word,
    lines_of_words,
    part_of,
)
from fair_rounds import alone, finished
from proofs_read import verified

PAGE = (Path(__file__).parents[1] / "docs" / "proof-format.md").read_text(encoding="utf-8")
BY_WORDS, OF_A_FILE, CARDS = re.findall(
    r"```python\n((?:(?!```).)*)```(?:\s+```text\n(.*?)```)?", PAGE, re.DOTALL
)
"""The examples: code, and what it prints where the page tells."""

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


def files():
    """Yield a name and a proof of each kind."""
    for game in ("dice-poker", "thirteen"):
        yield game, finished(game, 7, "played").file
    yield "a set", alone()


FILES = dict(files())


@pytest.mark.parametrize("kind", FILES)
def test_the_lines_for_a_proof_of_ones_own_check_all_of_its_dice(tmp_path, monkeypatch, kind):
    code, _ = OF_A_FILE
    file = FILES[kind]
    told = verified(file)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "dice-poker-round-7.json").write_bytes(file)
    rolled = [step for record in told["record"] for step in record if "faces" in step]
    lines = printed(code).splitlines()
    assert len(lines) == 2 + len(rolled) >= 3
    assert all(line.endswith("True") for line in lines)
    seed = told["seed"].encode()
    (tmp_path / "dice-poker-round-7.json").write_bytes(file.replace(seed, b"00" * 32))
    assert printed(code).splitlines()[:2] == ["False", "False"]


def test_the_example_of_cards_and_a_choice_is_right():
    code, expected = CARDS
    assert printed(code) == expected
    part = BY_WORDS[1].splitlines()[3]
    luck = SeededLuck(block_of(5, 1, bytes(range(32))).seed(7), part)
    shuffled = luck.shuffle("deal", (1, 2, 3, 4, 5, 6))
    chosen = luck.choose("choose/seat/1/moment/0", (Fraction(2, 3), Fraction(1, 3)))
    assert expected == f"{[*shuffled]}\n2\n"
    assert chosen == 1, "2 is split.b"
