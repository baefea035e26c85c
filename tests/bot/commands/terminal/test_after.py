"""Hints at a keyboard, and what follows a round."""

from __future__ import annotations

import pytest

from bot.commands.terminal.seating import LocalPlayer, move_on, seat_players
from bot.exit_codes import EXIT_INTERRUPTED, EXIT_OK
from bot.language.languages import LANGUAGES
from rules import registry
from rules.game import Game
from simulated_luck import SeededLuck, WrittenLuck
from typed_script import Script
from words import Words

DEALER, PLAYER = (2, 2, 1, 1, 4), (6, 6, 3, 3, 5)
"""The computer rerolls its last die; against a full house the player rerolls the last one too."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_can_be_typed_at_a_decision(language: str) -> None:
    word = Words({"en": "hint", "ro": "Indiciu"})[language]
    script = Script(["?", word, "5"])
    luck = WrittenLuck([DEALER, PLAYER, (2,), (3,)])
    assert script.run("dice-poker", luck, language=language) == EXIT_OK
    assert Words({"en": "“hint” shows", "ro": "„indiciu” arată"})[language] in script.shown[1]
    best = Words({"en": "keep 6 6 3 3, reroll 5", "ro": "păstrează 6 6 3 3, aruncă din nou 5"})[
        language
    ]
    (line,) = [line for line in script.shown[2].splitlines() if line.startswith("💡")]
    assert best.lower() in line.lower()
    assert Words({"en": "chance to win 33.3%", "ro": "șanse de câștig 33,3\xa0%"})[language] in line
    assert "**" not in script.shown[2]
    assert (
        Words({"en": "Keeps both pairs", "ro": "Păstrează ambele perechi"})[language]
        in script.shown[2]
    )


def test_a_game_without_exact_play_says_that_it_has_no_hints(extra_game: Game[object]) -> None:
    script = Script(["?", "hint", "2"])
    luck = WrittenLuck([(5, 2, 6, 1, 3, 4)], choices=[0])
    assert script.run("odd-one", luck) == EXIT_OK
    assert "“hint”" not in script.shown[1]
    assert "There are no hints for this game." in script.shown[2]


def test_enter_plays_again_and_moves_everybody_on_by_one_seat() -> None:
    script = Script(["keep", "keep", "", "keep", "keep", "q"])
    luck = WrittenLuck([DEALER, PLAYER] * 2)
    assert script.run("dice-poker", luck, seats=["Ana", "Dan"]) == EXIT_OK
    assert script.prompts == ["Ana > ", "Dan > ", "> ", "Dan > ", "Ana > ", "> "]


def test_playing_again_against_the_computer_changes_the_parts() -> None:
    script = Script(["keep", "", "keep", "", "keep"])
    luck = WrittenLuck([DEALER, PLAYER, DEALER, PLAYER, DEALER, PLAYER])
    assert script.run("dice-poker", luck, level="easy") == EXIT_OK
    assert script.prompts == ["You > ", "> ", "You > ", "> ", "You > ", "> "]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("end", ["q", "quit", EOFError()])
def test_the_end_after_a_round(end: str | BaseException, language: str) -> None:
    """Anything else is answered by the same line."""
    script = Script(["keep", "keep", "review", end])
    code = script.run("dice-poker", SeededLuck(1), seats=["Ana", "Dan"], language=language)
    assert code == EXIT_OK == 0
    assert script.prompts == ["Ana > ", "Dan > ", "> ", "> "]
    offer = Words(
        {
            "en": "Enter plays again, “q” leaves.",
            "ro": "Cu Enter joci din nou, cu „q” ieși.",
        }
    )[language]
    assert script.shown[2].splitlines()[-1] == offer
    assert script.shown[3].strip() == offer


def test_ctrl_c_after_a_round() -> None:
    script = Script(["keep", "keep", KeyboardInterrupt()])
    code = script.run("dice-poker", SeededLuck(1), seats=["Ana", "Dan"])
    assert code == EXIT_INTERRUPTED


def test_the_players_of_a_rematch() -> None:
    game = registry.game("dice-poker")
    players = seat_players(game, level="easy")
    moved = move_on(game, players, "en")
    assert players == (LocalPlayer("Computer (easy)", "easy"), LocalPlayer("You"))
    assert moved == (LocalPlayer("You"), LocalPlayer("Computer (easy)", "easy"))
    assert move_on(game, moved, "en") == players
    named = seat_players(game, names=["Ana"], level="easy")
    assert move_on(game, named, "en")[0] == LocalPlayer("Ana")
