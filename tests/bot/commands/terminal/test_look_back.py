"""Costly choices made again at a keyboard, and a round step by step."""

from __future__ import annotations

from typing import Any

import pytest

from bot.exit_codes import EXIT_OK
from bot.language.languages import LANGUAGES
from rules import registry
from rules.engine import begin
from rules.screen import Seat
from simulated_luck import SeededLuck, WrittenLuck
from typed_script import Script
from words import Words

DEALER, PLAYER = (2, 2, 1, 1, 4), (6, 6, 3, 3, 5)
"""Against the dealer's pairs the player keeps all; rerolling the last die was as good."""

ROUND = [DEALER, PLAYER, (2,), (3, 1, 2, 4, 6)]
"""The dealer rerolls its last die and gets a full house; the player rerolls all five."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_mistakes_are_made_again(language: str) -> None:
    word = Words({"en": "mistakes", "ro": "Greseli"})[language]
    script = Script(["1 2 3 4 5", word, "nonsense", "5"])
    assert script.run("dice-poker", WrittenLuck(ROUND), language=language) == EXIT_OK
    offer, position, refused, answer = script.shown[1:5]
    assert Words({"en": "“mistakes” lets", "ro": "„greșeli” te lasă"})[language] in " ".join(
        offer.split()
    )
    once = Words({"en": "Costly choice 1 of 1", "ro": "Alegerea slabă 1 din 1"})[language]
    assert once in position
    assert Words({"en": "none of the choices", "ro": "nu e printre variante"})[language] in refused
    assert (
        Words({"en": "✅ The best choice: ", "ro": "✅ Cea mai bună alegere: "})[language] in answer
    )
    assert Words({"en": "That was all", "ro": "Asta a fost tot"})[language] in answer
    assert "► 1. 33" in answer
    assert "**" not in answer
    listed = [line for line in answer.splitlines() if line.split(".")[0].isdigit()]
    assert len(listed) >= 10, "a terminal lists all choices"


def test_a_position_is_skipped_with_an_empty_line_and_ended_with_quit() -> None:
    script = Script(["1 2 3 4 5", "mistakes", "", "mistakes", "quit", ""])
    assert script.run("dice-poker", WrittenLuck(ROUND)) == EXIT_OK
    assert script.prompts == ["You > ", "> ", "You > ", "> ", "You > ", "> "]
    assert "The best choice" not in "".join(script.shown)


def test_nothing_was_given_away() -> None:
    script = Script(["5", "mistakes"])
    script.run("dice-poker", WrittenLuck([DEALER, PLAYER, (2,), (3,)]))
    assert "Nothing was given away: every choice of yours was good." in script.shown[2]


def test_each_person_at_the_keyboard_has_mistakes_of_their_own() -> None:
    script = Script(["12345", "5", "mistakes", "quit"])
    luck = WrittenLuck([DEALER, PLAYER, (2, 3, 4, 6, 1), (3,)])
    script.run("dice-poker", luck, seats=["Ana", "Dan"])
    assert script.prompts[3] == "Ana > "
    again = Script(["12345", "5", "mistakes", ""])
    again.run("dice-poker", luck_of_two(), seats=["Ana", "Dan"])
    assert "Dan gave nothing away: every choice was good." in " ".join(again.shown[4].split())


def luck_of_two() -> WrittenLuck:
    return WrittenLuck([DEALER, PLAYER, (2, 3, 4, 6, 1), (3,)])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_step_by_step(language: str) -> None:
    back = Words({"en": "back", "ro": "inapoi"})[language]
    replay = Words({"en": "replay", "ro": "reluare"})[language]
    script = Script(["1 2 3 4 5", replay, "", back, "", ""])
    assert script.run("dice-poker", WrittenLuck(ROUND), language=language) == EXIT_OK
    pages = script.shown[2:]
    step = Words({"en": "Step {} of 3", "ro": "Pasul {} din 3"})[language]
    for page, number in zip(pages, (1, 2, 1, 2), strict=False):
        assert step.format(number) in page
    assert step.format(3) in script.rest or any(step.format(3) in page for page in pages)
    assert Words({"en": "You rerolled", "ro": "Ai aruncat"})[language] in pages[1]


@pytest.mark.parametrize("key", list(registry.games()))
def test_every_game_can_be_looked_back_at(key: str) -> None:
    """With points alone and with shares of the win."""
    game = registry.game(key)
    alone = 1 in game.info.seats
    state = begin(game, game.info.seats[0], {}, SeededLuck(3)).state
    rows = [action.code for action in game.legal(state, Seat(0)) if action.verb == "write"]
    typed = rows or ["1" if key == "six-card" else "keep"]
    script = Script([*typed, "replay", "quit", "mistakes"])
    players: dict[str, Any] = {"seats": ["Ana"]} if alone else {"level": "easy"}
    assert script.run(key, SeededLuck(3), **players) == EXIT_OK
    text = " ".join("".join([*script.shown, script.rest]).split())
    assert "Step 1 of" in text
    assert ("Your final total on average, if you play perfectly" in text) == alone
    assert "Nothing was given away" in text or "Costly choice 1 of" in text
