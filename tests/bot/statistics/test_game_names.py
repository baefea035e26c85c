"""The names under which statistics are asked for."""

from __future__ import annotations

import pytest

from bot.language.languages import LANGUAGES
from bot.language.render import PlainRenderer, render
from bot.statistics import game_names

MOST_LETTERS = 100
"""How long the name of a choice may be, by ApplicationCommandOptionStringChoice of openapi.json."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_can_be_chosen(language):
    """Discord refuses all commands where the name of one choice is longer."""
    names = [
        render(game_names.described(key), language, PlainRenderer(language))
        for key in game_names.all_keys()
    ]
    assert len({*names}) == len(names) > 5
    assert max(map(len, names)) <= MOST_LETTERS
