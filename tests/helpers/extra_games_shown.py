"""Shows the throw-away games of `tests/extra_games` to the registry, for a while."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import rules.games
from rules import registry
from rules.game import Game

FOLDER = Path(__file__).parents[1] / "extra_games"

ODD_ONE = "odd-one"
"""Two seats, a shuffled deck, secret simultaneous choices that may be changed."""

QUICK_STOP = "quick-stop"
"""Two or three seats that decide at once; one of them may end it early for the others."""

SIX_DICE = "six-dice"
"""One or two seats, six dice that are selected and rerolled."""

LIARS_DICE = "liars-dice"
"""Two to four seats, hidden dice, open bids, a challenge out of turn, one loser."""

EXTRA_GAMES = (ODD_ONE, QUICK_STOP, SIX_DICE, LIARS_DICE)
"""The keys of all of them."""


@contextmanager
def extra_games_shown(key: str = ODD_ONE) -> Iterator[Game[Any]]:
    """Let the registry find all extra games; yields the game with this key."""
    rules.games.__path__.append(str(FOLDER))
    registry.games.cache_clear()
    try:
        yield registry.game(key)
    finally:
        rules.games.__path__.remove(str(FOLDER))
        registry.games.cache_clear()
        for folder in FOLDER.iterdir():
            name = f"rules.games.{folder.name}"
            for loaded in [module for module in sys.modules if f"{module}.".startswith(f"{name}.")]:
                del sys.modules[loaded]
            vars(rules.games).pop(folder.name, None)
