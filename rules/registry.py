"""Finds the games: every folder of `rules.games` that offers a `GAME`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import rules.games
from rules.errors import UnknownGame
from rules.game import Game


@cache
def games() -> Mapping[str, Game[Any]]:
    """Return every game by its key, in the order of the keys."""
    modules = (
        import_module(f"rules.games.{found.name}")
        for found in iter_modules(rules.games.__path__)
        if found.ispkg
    )
    offered: list[Game[Any]] = [module.GAME for module in modules if hasattr(module, "GAME")]
    found = {game.info.key: game for game in offered}
    return MappingProxyType(dict(sorted(found.items())))


def game(key: str) -> Game[Any]:
    """Return the game with this key. Raises UnknownGame."""
    known = games()
    if key not in known:
        raise UnknownGame(key, tuple(known))
    return known[key]
