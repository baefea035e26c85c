"""The registry finds games and says kindly which there are."""

from __future__ import annotations

import sys

import pytest

import rules.games
from rules import registry
from rules.errors import UnknownGame


def test_dice_poker_is_found_under_its_key():
    assert registry.game("dice-poker") is registry.games()["dice-poker"]
    assert registry.game("dice-poker").info.key == "dice-poker"


def test_games_come_in_the_order_of_their_keys(extra_game):
    assert len(registry.games()) > 1
    assert list(registry.games()) == sorted(registry.games())


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


def test_a_new_folder_is_found_with_no_other_file_changed(extra_game):
    assert registry.game("odd-one") is extra_game
    assert set(registry.games()) >= {"odd-one", "dice-poker"}


def test_the_extra_game_is_gone_again_afterwards():
    assert "odd-one" not in registry.games()
    assert not [module for module in sys.modules if module.startswith("rules.games.odd_one")]
    assert not hasattr(rules.games, "odd_one")


def test_a_folder_without_a_game_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "box_without_a_game").mkdir()
    (tmp_path / "box_without_a_game" / "__init__.py").write_text('"""Nothing here."""\n')
    known = dict(registry.games())
    monkeypatch.setattr(rules.games, "__path__", [*rules.games.__path__, str(tmp_path)])
    registry.games.cache_clear()
    try:
        assert dict(registry.games()) == known
    finally:
        sys.modules.pop("rules.games.box_without_a_game", None)
        vars(rules.games).pop("box_without_a_game", None)
        registry.games.cache_clear()
