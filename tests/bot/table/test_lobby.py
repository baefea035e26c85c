"""What is said of a round that ended before it began, or that can no longer be read."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import lobby
from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from rules import registry
from rules.screen import Line, Press

ANA, BOGDAN = 1, 2
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def closed(game, **parts):
    """A closed round without its play: Ana sits, Bogdan has been asked or sits too."""
    players = (Player(user=ANA), Player(user=BOGDAN, accepted=parts.pop("accepted", True)))
    made = StoredRound(
        place=DiscordPlace(7), game=game, opener=ANA, players=Players(players), opened=NOW
    )
    return replace(made, status="closed", **parts)


def reason(stored):
    screen = lobby.ended_screen(stored)
    assert not screen.controls
    first = screen.blocks[0]
    assert isinstance(first, Line)
    return render(first.text, "en", PlainRenderer())


@pytest.mark.parametrize("game", sorted(registry.games()))
@pytest.mark.parametrize("accepted", [True, False])
def test_an_unreadable_round_gets_an_apology_in_every_game(game, accepted):
    stored = closed(game, unreadable=True, accepted=accepted)
    assert reason(stored).startswith("Sorry, this game can no longer be read.")


@pytest.mark.parametrize("game", sorted(registry.games()))
def test_a_lobby_that_was_closed_says_so(game):
    stored = closed(game, accepted=False)
    assert reason(stored) == "The game was closed before it began."


def test_a_round_of_a_game_that_is_gone_gets_an_apology():
    assert reason(closed("whist", unreadable=True)).startswith("Sorry, this game")


@pytest.mark.parametrize("challenged", [Player(user=BOGDAN, accepted=False), None])
def test_the_button_of_the_challenger_has_their_name_where_it_is_known(challenged):
    """The challenged member sees it, too, and may not press it."""
    asked = challenged or Player(user=None, accepted=False)
    waiting = replace(
        closed("dice-poker"), status="waiting", players=Players((Player(user=ANA), asked))
    )
    (withdraw,) = labels(lobby.screen(waiting, lambda _, user: {ANA: "ana"}.get(user)))
    assert withdraw == "ana: withdraw"
    (withdraw,) = labels(lobby.screen(waiting))
    assert withdraw == "Withdraw my challenge"


def labels(screen):
    """Return the label of the button that withdraws a challenge."""
    return [
        render(one.label, "en", PlainRenderer())
        for one in screen.controls
        if isinstance(one, Press) and one.action == lobby.WITHDRAW
    ]
