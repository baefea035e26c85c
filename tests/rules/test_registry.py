"""The registry finds games, names those that there are, and refuses unusable options."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

import rules.games
from extra_games_shown import EXTRA_GAMES, FOLDER
from pebbles import PEBBLES
from rules import registry
from rules.errors import UnknownGame
from rules.game import TABLE_OPTIONS, NamedKey, Option
from rules.text import say


def test_dice_poker_is_found_under_its_key():
    assert registry.game("dice-poker") is registry.games()["dice-poker"]
    assert registry.game("dice-poker").info.key == "dice-poker"


def test_games_come_in_the_order_in_which_they_are_listed(extra_game):
    assert len(registry.games()) > 1
    found = [(game.info.listed, key) for key, game in registry.games().items()]
    assert found == sorted(found)


def test_games_cannot_be_changed_from_outside():
    with pytest.raises(TypeError):
        registry.games()["mine"] = registry.game("dice-poker")


@pytest.mark.parametrize(
    "key", ["", "dice poker", "Dice-Poker", "no-such-game", "x" * 50_000, "\u202e"]
)
def test_an_unknown_game_is_refused_with_the_games_there_are(key):
    with pytest.raises(UnknownGame) as refused:
        registry.game(key)
    told = dict(refused.value.text.arguments)
    assert "dice-poker" in told["games"]
    assert told["key"] == key[:40]


def test_new_folders_are_found_with_no_other_file_changed(extra_game):
    assert registry.game("odd-one") is extra_game
    assert set(registry.games()) >= {*EXTRA_GAMES, "dice-poker"}
    assert len(EXTRA_GAMES) == len([*FOLDER.glob("*/__init__.py")])


@pytest.mark.parametrize("key", EXTRA_GAMES)
def test_the_extra_games_are_gone_again_afterwards(key):
    module = key.replace("-", "_")
    assert key not in registry.games()
    assert not [name for name in sys.modules if name.startswith(f"rules.games.{module}")]
    assert not hasattr(rules.games, module)


@pytest.fixture
def box(tmp_path, monkeypatch):
    """The `__init__.py` of a package that the registry looks into as long as the test runs."""
    folder = tmp_path / "box_of_a_game"
    folder.mkdir()
    monkeypatch.setattr(rules.games, "__path__", [*rules.games.__path__, str(tmp_path)])
    registry.games.cache_clear()
    yield folder / "__init__.py"
    sys.modules.pop("rules.games.box_of_a_game", None)
    vars(rules.games).pop("box_of_a_game", None)
    registry.games.cache_clear()


def test_a_folder_without_a_game_is_passed_over(box):
    box.write_text('"""Nothing here."""\n', encoding="utf-8")
    known = dict(registry.games())
    assert "rules.games.box_of_a_game" in sys.modules
    assert "pebbles" not in known
    assert known["dice-poker"].info.key == "dice-poker"


# What is refused when a game is registered, with what to do instead


def with_option(key, values=2):
    """Return a game with one option of this key and so many values."""
    named = tuple(NamedKey(f"value-{number}", say("value")) for number in range(values))
    return replace(PEBBLES, info=replace(PEBBLES.info, options=(Option(key, say("it"), named),)))


@pytest.mark.parametrize("key", ["stakes", "x", "best_of_3", "match_"])
def test_an_option_whose_key_is_a_parameter_name_is_registered(key):
    game = with_option(key)
    assert registry.check_options(game) is game


@pytest.mark.parametrize(
    "key",
    ["", "best-of", "best of", "3rd", "_stakes", "Stakes", "stakes.", "miză", "class", "a\n"],
)
def test_an_option_whose_key_is_no_parameter_name_is_refused(key):
    with pytest.raises(ValueError, match="becomes a parameter") as refused:
        registry.check_options(with_option(key))
    assert str(refused.value) == (
        f"pebbles: the option {key!r} becomes a parameter of a command: choose a key of "
        "lower-case letters, digits and underscores that begins with a letter and is no keyword "
        "of Python"
    )


@pytest.mark.parametrize("key", TABLE_OPTIONS)
def test_an_option_whose_key_is_reserved_is_refused(key):
    with pytest.raises(ValueError, match="every table") as refused:
        registry.check_options(with_option(key))
    assert str(refused.value) == (
        f"pebbles: the option {key!r} has the name of an option that every table has (interaction, "
        "game, opponent, open, level, slow, seats, language, help): choose another key"
    )


@pytest.mark.parametrize("values", [1, 2, 25, 26, 100])
def test_an_option_has_as_many_values_as_it_likes(values):
    game = with_option("stakes", values)
    assert registry.check_options(game) is game


def test_an_option_without_values_is_refused():
    with pytest.raises(ValueError, match="values") as refused:
        registry.check_options(with_option("stakes", 0))
    assert str(refused.value) == (
        "pebbles: the option 'stakes' has no values: give it at least one, the default first"
    )


def test_the_registry_checks_the_game_of_every_folder(box):
    box.write_text(
        '"""Pebbles with an option that every table has."""\n'
        "from dataclasses import replace\n"
        "from pebbles import PEBBLES\n"
        "option = replace(PEBBLES.info.options[0], key='level')\n"
        "GAME = replace(PEBBLES, info=replace(PEBBLES.info, options=(option,)))\n",
        encoding="utf-8",
    )
    with pytest.raises(ValueError, match="the option 'level' has the name"):
        registry.games()
