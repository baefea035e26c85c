"""A folder with strategies, good and bad, at the prompt of a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import cli
from course.contest import command

MINE = """
import random
asked = []

def play(cards):
    asked.append(cards)
    low, a, b, c, d, e = cards
    return (c, d, e), [a, b], low

def lots(cards):
    cards = random.sample(cards, 6)
    return cards[:3], cards[3:5], cards[5:]

def too_many_fours(cards):
    return (4, 4, 4), (4, 4), 4

def forgets(cards):
    return None

def falls(cards):
    return cards[6]

def leaves(cards):
    raise SystemExit

class Rude:
    def __repr__(self):
        raise ValueError

def rude(cards):
    return Rude()

def keep(own, other):
    asked.append((own, other))
    return []

def lowest(own, other):
    return {own.index(min(own)) + 1}

def twice(own, other):
    return [1, 1]

def sixth(own, other):
    return [6]

number = 4
"""


@pytest.fixture(autouse=True)
def at_the_prompt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cli, "COMMANDS", {"contest": command.add_parser})
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE, encoding="utf-8")
    Path("broken.py").write_text("def play(:\n", encoding="utf-8")
    Path("fails.py").write_text("\nimport no_such_module\n", encoding="utf-8")
