"""Fixtures for all tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from extra_games_shown import extra_games_shown
from rules.game import Game

# These are packages of rules.games while a test shows them, and none otherwise.
collect_ignore = ["extra_games"]


@pytest.fixture
def extra_game() -> Iterator[Game[Any]]:
    """A throw-away game that the registry finds as long as the test runs: key "odd-one".

    Two seats, a shuffled deck, secret simultaneous choices that may be changed.
    """
    with extra_games_shown() as game:
        yield game
