"""Hints at a keyboard, and the review and the rematch after a round."""

from __future__ import annotations

import re

import pytest

from bot.commands.terminal.seating import LocalPlayer, moved_on, seat_players
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
    script = Script(["?", "hint", "2", "review"])
    luck = WrittenLuck([(5, 2, 6, 1, 3, 4)], choices=[0])
    assert script.run("odd-one", luck) == EXIT_OK
    assert "“hint”" not in script.shown[1]
    assert "There are no hints for this game." in script.shown[2]
    assert "“review”" not in script.shown[3]
    assert "“replay” goes through it step by step" in script.shown[3]
    assert "“rematch” plays it again" in script.shown[4], "review is no word here"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_review_of_a_round(language: str) -> None:
    """With the sentence for the one person, and the choices."""
    script = Script(["1 2 3 4", Words({"en": "review", "ro": "analiza"})[language], ""])
    luck = WrittenLuck([DEALER, PLAYER, (2,), (1, 2, 4, 4)])
    assert script.run("dice-poker", luck, language=language) == EXIT_OK
    text = script.shown[2]
    words = Words(
        {
            "en": (
                "You lost mostly to luck, with 1 mistake.",
                r"Chance to win lost by choices: .* 24\.1%",
                "1. You kept 5, rerolled 6 6 3 3 · ",
            ),
            "ro": (
                "Ai pierdut mai mult din ghinion, cu 1 greșeală.",
                r"Șanse de câștig pierdute prin alegeri: .* 24,1\s%",
                "1. Ai păstrat 5 și ai aruncat din nou 6 6 3 3 · ",
            ),
        }
    )[language]
    for expected in words:
        assert re.search(expected, text), expected
    assert "**" not in text


def test_two_people_read_about_the_winner() -> None:
    script = Script(["keep", "keep", "review"])
    script.run("dice-poker", WrittenLuck([DEALER, PLAYER]), seats=["Ana", "Dan"])
    assert "Dan won" in script.shown[3]
    assert "You " not in script.shown[3]


def test_a_rematch_moves_everybody_on_by_one_seat() -> None:
    script = Script(["keep", "keep", "rematch", "keep", "keep", "quit"])
    luck = WrittenLuck([DEALER, PLAYER] * 2)
    assert script.run("dice-poker", luck, seats=["Ana", "Dan"]) == EXIT_OK
    assert script.prompts == ["Ana > ", "Dan > ", "> ", "Dan > ", "Ana > ", "> "]
    again = Script(["keep", "keep", "Revansa", "keep", "keep"])
    again.run("dice-poker", WrittenLuck([DEALER, PLAYER] * 2), seats=["Ana", "Dan"], language="ro")
    assert again.prompts[3] == "Dan > "


def test_a_rematch_against_the_computer_changes_the_parts() -> None:
    script = Script(["keep", "rematch", "keep", "rematch", "keep", ""])
    luck = WrittenLuck([DEALER, PLAYER, DEALER, PLAYER, DEALER, PLAYER])
    assert script.run("dice-poker", luck, level="easy") == EXIT_OK
    assert script.prompts == ["You > ", "> ", "You > ", "> ", "You > ", "> "]


@pytest.mark.parametrize(("end", "code"), [("", EXIT_OK), ("quit", EXIT_OK), (EOFError(), EXIT_OK)])
def test_the_end_after_a_round(end: str | BaseException, code: int) -> None:
    script = Script(["keep", "keep", "what?", end])
    assert script.run("dice-poker", SeededLuck(1), seats=["Ana", "Dan"]) == code
    assert script.prompts == ["Ana > ", "Dan > ", "> ", "> "]
    assert "Enter ends." in script.shown[3]


def test_ctrl_c_after_a_round() -> None:
    script = Script(["keep", "keep", KeyboardInterrupt()])
    code = script.run("dice-poker", SeededLuck(1), seats=["Ana", "Dan"])
    assert code == EXIT_INTERRUPTED


def test_the_players_of_a_rematch() -> None:
    game = registry.game("dice-poker")
    players = seat_players(game, level="easy")
    moved = moved_on(game, players, "en")
    assert players == (LocalPlayer("Computer (easy)", "easy"), LocalPlayer("You"))
    assert moved == (LocalPlayer("You"), LocalPlayer("Computer (easy)", "easy"))
    assert moved_on(game, moved, "en") == players
    named = seat_players(game, names=["Ana"], level="easy")
    assert moved_on(game, named, "en")[0] == LocalPlayer("Ana")
