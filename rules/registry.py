"""The registry of the games: every package in `rules.games` that defines `GAME`."""

from __future__ import annotations

import copyreg
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from keyword import iskeyword
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any

import rules.games
from rules.errors import UnknownGame
from rules.game import TABLE_OPTIONS, Game

_PARAMETER = re.compile(r"[a-z][a-z0-9_]*")


copyreg.pickle(Game, lambda one: (game, (one.info.key,)))
"""A game is pickled as its key."""


@cache
def games() -> Mapping[str, Game[Any]]:
    """Return all games by key, in the order in which they are listed."""
    modules = (
        import_module(f"rules.games.{module.name}")
        for module in iter_modules(rules.games.__path__)
        if module.ispkg
    )
    offered: list[Game[Any]] = [module.GAME for module in modules if hasattr(module, "GAME")]
    by_key = {check_options(game).info.key: game for game in offered}
    in_order = sorted(by_key.items(), key=lambda item: (item[1].info.listed, item[0]))
    return MappingProxyType(dict(in_order))


def check_options(game: Game[Any]) -> Game[Any]:
    """Return `game` after checking that its options can become command options.

    Raises ValueError, with the remedy in its message, for an option whose key is
    not a valid parameter name or is reserved, and for one without values.
    """
    for option in game.info.options:
        where = f"{game.info.key}: the option {option.key!r}"
        if not _PARAMETER.fullmatch(option.key) or iskeyword(option.key):
            raise ValueError(
                f"{where} becomes a parameter of a command: choose a key of lower-case "
                "letters, digits and underscores that begins with a letter and is no keyword of "
                "Python"
            )
        if option.key in TABLE_OPTIONS:
            raise ValueError(
                f"{where} has the name of an option that every table has "
                f"({', '.join(TABLE_OPTIONS)}): choose another key"
            )
        if not option.values:
            raise ValueError(f"{where} has no values: give it at least one, the default first")
    return game


def game(key: str) -> Game[Any]:
    """Return the game with this key. Raises UnknownGame."""
    by_key = games()
    if key not in by_key:
        raise UnknownGame(key, tuple(by_key))
    return by_key[key]
