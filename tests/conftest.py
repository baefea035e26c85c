"""Fixtures for all tests."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from importlib.util import find_spec
from random import Random
from typing import Any

import pytest

from bot.thinking.shipped_tables import ShippedTables
from extra_games_shown import EXTRA_GAMES, extra_games_shown
from open_connections import all_closed
from random_play import Journey, Spot, journeys_of
from rules import registry
from rules.exact.table_store import use_tables
from rules.game import Game

if find_spec("sqlalchemy"):  # tests of the games need nothing of the bot, nor what that needs
    from stored_in_tests import (  # noqa: F401
        known_seeds,
        new_files_filled,
        statements_compiled_once,
        unflushed,
    )

# These become packages of rules.games while a test shows them.
collect_ignore = ["extra_games"]

use_tables(ShippedTables())

for name in ("HTTPS_PROXY", "https_proxy"):  # what tests ask is on this machine
    os.environ.pop(name, None)

MAX_SPOTS = [80, pytest.param(600, marks=pytest.mark.slow)]
"""The largest number of states of a game that a test looks at."""


@pytest.fixture(autouse=True, scope="session")
def thaws() -> Iterator[list[str]]:
    """Return a list that grows whenever collections may visit all objects again, as at first."""
    noted, real = ["at first"], gc.unfreeze

    def unfreeze() -> None:
        real()
        noted.append("again")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(gc, "unfreeze", unfreeze)
        yield noted


@pytest.fixture(autouse=True, scope="module")
def spared_from_collections(thaws: list[str]) -> None:
    """Let collections of garbage leave alone what stays for the whole run: modules and tests.

    Each full collection would visit half a million objects. A bot that a test runs in this
    process ends that when it stops, so every module looks.
    """
    if thaws:
        gc.collect()
        gc.freeze()
        thaws.clear()


@pytest.fixture(autouse=True)
def connections_closed() -> Iterator[None]:
    """Let a test fail that leaves a connection to SQLite open."""
    with all_closed():
        yield


@pytest.fixture
def extra_game() -> Iterator[Game[Any]]:
    """Show the registry a throw-away game during the test: key "odd-one".

    Two seats, a shuffled deck, secret simultaneous choices that may be changed.
    """
    with extra_games_shown() as game:
        yield game


@pytest.fixture(scope="module", params=[*registry.games(), *EXTRA_GAMES])
def any_game(request: pytest.FixtureRequest) -> Iterator[Game[Any]]:
    """Return every game of the registry, one after the other, and the throw-away games."""
    if request.param in EXTRA_GAMES:
        with extra_games_shown(request.param) as extra:
            yield extra
    else:
        yield registry.game(request.param)


@pytest.fixture(scope="module")
def journeys(any_game: Game[Any]) -> list[Journey]:
    """Return rounds of `any_game` played at random, from start to end."""
    return journeys_of(any_game)


@pytest.fixture(scope="module", params=MAX_SPOTS)
def spots(journeys: list[Journey], request: pytest.FixtureRequest) -> list[Spot]:
    """Return states of those rounds, of all numbers of seats and options."""
    found = [spot for journey in journeys for spot in journey.spots()]
    return Random("spots").sample(found, min(len(found), request.param))


@pytest.fixture
def no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the picture out of reviews: drawing it takes longer than all the rest."""
    monkeypatch.setattr("bot.review.review_page._picture", lambda *_: b"")
