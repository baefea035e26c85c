"""The reserved names of options are those that the commands of all games use."""

from __future__ import annotations

from bot.cli import Parser, play_game
from bot.play.opening.play_options import GAME, OPTIONS
from rules import registry
from rules.game import TABLE_OPTIONS

ON_DISCORD = {"interaction", GAME.key, *(option.key for option in OPTIONS)}
"""The parameters of `/play`."""


def in_the_terminal(game):
    """Return the options of `dice-poker play <game>`, without the game's own."""
    own = {option.key for option in game.info.options}
    parser = Parser()
    play_game(parser, game)
    flags = {flag for action in parser._actions for flag in action.option_strings}
    return {flag.removeprefix("--") for flag in flags if flag.startswith("--")} - own


def test_every_name_that_a_command_uses_is_reserved_and_no_other():
    used = set(ON_DISCORD)
    for game in registry.games().values():
        used |= in_the_terminal(game)
    assert used == set(TABLE_OPTIONS)


def test_no_game_has_an_option_of_a_reserved_name():
    for game in registry.games().values():
        assert not {option.key for option in game.info.options} & set(TABLE_OPTIONS)
