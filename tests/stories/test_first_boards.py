"""The first board of each game is read at a glance: at most forty words in both languages."""

from __future__ import annotations

import re

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
async def test_it_has_few_words(tmp_path, language):
    """Alone where a game is played alone, else against the computer, with the goal in a line.

    Thrice with other dice, each time by somebody who is new.
    """
    async with table(tmp_path, SeededLuck("first")) as sim:
        for key in [*registry.games()] * 3:
            sim.another_story()
            sim.locales[sim.ana.id] = LOCALES[language]
            info = registry.game(key).info
            if info.for_two:
                await sim.play(sim.ana, key)
            else:
                await seat(sim, key, [sim.ana], [] if 1 in info.seats else ["house"])
            assert len(words(sim.message)) <= MOST, text_of(sim.message)
