"""A board is read at a glance: the first one has few words, and none has many controls."""

from __future__ import annotations

import re

import pytest

from bot.language.languages import LANGUAGES
from rules import registry
from simulated import LOCALES, buttons, components, table, text_of
from simulated_luck import SeededLuck
from whole_rounds import at_random, between_two, click, look, play_on, seat
from words import Words, in_each_language

pytestmark = pytest.mark.slow

MOST = Words({"en": 36, "ro": 45})
"""How many words a first board has at most, that of Dice Poker with the rule that surprises.

Romanian takes "din nou", "de" and "și" besides.
"""

MOST_CONTROLS = 11
"""How many dice, buttons and menus a board has at most."""


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
            await sim.play(sim.ana, key)
            assert len(words(sim.message)) <= MOST[language], text_of(sim.message)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("members", [2, 3, 4])
async def test_it_has_few_words_at_a_table(tmp_path, members, language):
    """Also where a deadline is told and the others are named."""
    async with table(tmp_path, SeededLuck("first"), language=language) as sim:
        people = [sim.ana, sim.bogdan, sim.carmen, sim.member("dan")][:members]
        for key in registry.games():
            info = registry.game(key).info
            if members not in info.seats:
                continue
            sim.another_story()
            sim.locales.update(dict.fromkeys([one.id for one in people], LOCALES[language]))
            await (between_two(sim, key) if info.for_two else seat(sim, key, people))
            assert "rândul" in sim.text or language == "en"
            assert len(words(sim.message)) <= MOST[language], text_of(sim.message)


def controls(message):
    """Return the dice, buttons and menus of a message."""
    return [one for one in components(message) if "custom_id" in one]


@pytest.mark.parametrize("key", registry.games())
@pytest.mark.parametrize("members", [1, 2, 3])
async def test_no_board_of_a_round_has_many_controls(tmp_path, key, members):
    """For newcomers, and with hints where one sits alone; own screens as well."""
    info = registry.game(key).info
    if members > info.seats[-1]:
        pytest.skip("the game has fewer seats")
    async with table(tmp_path, SeededLuck(key)) as sim:
        people = [sim.ana, sim.bogdan, sim.carmen][:members]
        if info.for_two and members == 2:
            await between_two(sim, key)
        elif members == 1:
            await sim.play(sim.ana, key)
        else:
            await seat(sim, key, people)
        shown = []

        async def count(_: int = 0) -> None:
            if (await look(sim)).status == "playing":
                shown.append(len(controls(sim.message)))
                assert list(buttons(sim.message)).count("Menu") == 1

        await count()
        if (await look(sim)).play.awaits.secret:
            own = await click(sim.ana, sim.message, r"peek:\d+:\d+")
            shown.append(len(controls(sim.reread_private(own))))
        else:
            await play_on(sim, people, at_random(key), after_each=count)
        assert max(shown) <= MOST_CONTROLS, shown
