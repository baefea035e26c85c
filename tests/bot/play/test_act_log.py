"""The line that is logged for an act."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.play.act_log import log_act
from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from pebbles import ONE, PEBBLES, A, Putting
from rules.engine import Round


@pytest.mark.parametrize(("secret", "told"), [(True, "action=put "), (False, "action=put.a ")])
def test_only_of_a_secret_decision_that_is_open_the_verb_alone_is_logged(caplog, secret, told):
    game = replace(PEBBLES, turn=lambda state: replace(PEBBLES.turn(state), secret=secret))
    before = StoredRound(
        place=DiscordPlace(1),
        game="pebbles",
        opener=1,
        players=Players((Player(user=1), Player(user=2))),
        opened=datetime(2026, 1, 1, tzinfo=UTC),
        status="playing",
        play=Round(game, Putting()),
    )
    after = replace(before, play=Round(game, game.play(Putting(), ONE, A), recorded=1))
    caplog.set_level(logging.INFO)
    log_act(before, after, 1, A)
    assert told in caplog.text
