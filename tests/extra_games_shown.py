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

FOLDER = Path(__file__).parent / "extra_games"
ODD_ONE = "odd-one"


@contextmanager
def extra_games_shown() -> Iterator[Game[Any]]:
    """Let the registry find the extra games; yields the game with the key "odd-one"."""
    rules.games.__path__.append(str(FOLDER))
    registry.games.cache_clear()
    try:
        yield registry.game(ODD_ONE)
    finally:
        rules.games.__path__.remove(str(FOLDER))
        registry.games.cache_clear()
        for folder in FOLDER.iterdir():
            name = f"rules.games.{folder.name}"
            for loaded in [module for module in sys.modules if f"{module}.".startswith(f"{name}.")]:
                del sys.modules[loaded]
            vars(rules.games).pop(folder.name, None)
