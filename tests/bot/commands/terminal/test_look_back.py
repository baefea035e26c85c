"""A round step by step at a keyboard."""

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


@pytest.mark.slow
@pytest.mark.parametrize("key", list(registry.games()))
def test_every_game_can_be_looked_back_at(key: str) -> None:
    """With points alone and with shares of the win."""
    game = registry.game(key)
    alone = 1 in game.info.seats
    state = begin(game, game.info.seats[0], {}, SeededLuck(3)).state
    rows = [action.code for action in game.legal(state, Seat(0)) if action.verb == "write"]
    typed = rows or ["1" if key == "six-card" else "keep"]
    script = Script([*typed, "replay", "quit"])
    players: dict[str, Any] = {"seats": ["Ana"]} if alone else {"level": "easy"}
    assert script.run(key, SeededLuck(3), **players) == EXIT_OK
    text = " ".join("".join([*script.shown, script.rest]).split())
    assert "Step 1 of" in text
    assert ("Expected points after it: " in text) == alone
