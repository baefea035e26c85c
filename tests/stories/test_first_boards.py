"""The first board of each game is read at a glance: at most forty words in both languages."""

from __future__ import annotations

import re

import pytest

from rules import registry
from simulated import LOCALES, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import seat
from words import in_each_language

MOST = 40


def words(message):
    """Return the words of a board: not its dice, nor the table of a sheet; a name is one."""
    text = re.sub(r"```.*?```", " ", text_of(message), flags=re.DOTALL)
    text = re.sub(r"<(a?:\w+:|t:)[^>]*>", " ", text)
    return re.findall(r"[^\W\d_]+", re.sub(r"<@\d+>", " name ", text))


@in_each_language
@pytest.mark.parametrize("key", registry.games())
async def test_it_has_few_words(tmp_path, key, language):
    """Alone where a game is played alone, else against the computer, with the goal in a line."""
    for seed in range(3):
        folder = tmp_path / f"{seed}"
        folder.mkdir()
        async with table(folder, SeededLuck(f"first {seed}")) as sim:
            sim.locales[sim.ana.id] = LOCALES[language]
            info = registry.game(key).info
            if info.for_two:
                await sim.play(sim.ana, key)
            else:
                await seat(sim, key, [sim.ana], [] if 1 in info.seats else ["house"])
            assert len(words(sim.message)) <= MOST, text_of(sim.message)
