"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from extra_games_shown import EXTRA_GAMES, extra_games_shown
from random_play import Journey, Spot, journeys_of
from rules import registry
from rules.game import Game

# The same examples in every run, and no limit of time.
settings.register_profile("steady", derandomize=True, deadline=None, database=None)
settings.load_profile("steady")

# These become packages of rules.games while a test shows them.
collect_ignore = ["extra_games"]


@pytest.fixture
def extra_game() -> Iterator[Game[Any]]:
    """A throw-away game that the registry finds as long as the test runs: key "odd-one".

    Two seats, a shuffled deck, secret simultaneous choices that may be changed.
    """
    with extra_games_shown() as game:
        yield game


@pytest.fixture(scope="module", params=[*registry.games(), *EXTRA_GAMES])
def any_game(request: pytest.FixtureRequest) -> Iterator[Game[Any]]:
    """Every game that the registry finds, one after the other, and the throw-away games."""
    if request.param in EXTRA_GAMES:
        with extra_games_shown(request.param) as extra:
            yield extra
    else:
        yield registry.game(request.param)


@pytest.fixture(scope="module")
def journeys(any_game: Game[Any]) -> list[Journey]:
    """Rounds of `any_game` played at random, from start to end."""
    return journeys_of(any_game)


@pytest.fixture(scope="module")
def spots(journeys: list[Journey]) -> list[Spot]:
    """States that those rounds went through."""
    return [spot for journey in journeys for spot in journey.spots()]


@pytest.fixture
def no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the picture out of reviews: drawing it takes longer than all the rest."""
    monkeypatch.setattr("bot.analysis.review._picture", lambda *_: b"")
