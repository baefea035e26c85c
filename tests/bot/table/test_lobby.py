"""What is said of a round that ended before it began, or that can no longer be read."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import lobby
from bot.table.stored_round import Player, StoredRound
from rules import registry
from rules.screen import Line

ANA, BOGDAN = 1, 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def closed(game, **parts):
    """A closed round without its play: Ana sits, Bogdan has been asked or sits too."""
    players = (Player(user=ANA), Player(user=BOGDAN, accepted=parts.pop("accepted", True)))
    made = StoredRound(channel=7, game=game, opener=ANA, players=players, opened=NOW)
    return replace(made, status="closed", **parts)


def reason(stored):
    screen = lobby.ended(stored)
    assert not screen.controls
    first = screen.blocks[0]
    assert isinstance(first, Line)
    return render(first.text, "en", PlainRenderer())


@pytest.mark.parametrize("game", sorted(registry.games()))
@pytest.mark.parametrize("accepted", [True, False])
def test_an_unreadable_round_gets_an_apology_in_every_game(game, accepted):
    stored = closed(game, unreadable=True, accepted=accepted)
    assert reason(stored).startswith("Sorry, this round can no longer be read.")


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_a_lobby_that_was_closed_says_so(game):
    stored = closed(game, accepted=False)
    assert reason(stored) == "The round was closed before it began."


def test_a_round_of_a_game_that_is_gone_gets_an_apology():
    assert reason(closed("whist", unreadable=True)).startswith("Sorry, this round")
