"""Names of games in statistics, where sheets played alone are separate games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.statistics.standing import OVER_ALL
from bot.table.store.game_keys import ALONE, game_key
from rules import registry
from rules.game import Game, Named, Unit
from rules.text import Text, say, say_in


def all_keys() -> Iterator[str]:
    """Yield the keys of all games; those that can be played alone have two."""
    for key, game in registry.games().items():
        if game.info.seats.stop > 2:
            yield key
        if 1 in game.info.seats:
            yield game_key(key, 1)


def of_key(key: str) -> Game[Any] | None:
    """Return the game with this key; None for all games, and for a game that was removed."""
    return registry.games().get(key.removesuffix(ALONE))


def name(key: str) -> Text:
    """Return the name of a game; for a game that was removed, its key."""
    if key == OVER_ALL:
        return say("All games")
    game = of_key(key)
    if game is None:
        return say_in("a game", "{key}", key=key)
    if key.endswith(ALONE):
        return say_in("a game", "{game}, alone", game=game.info.name)
    return game.info.name


def described(key: str) -> Text:
    """Return the name of a game with its summary, except for a sheet played alone."""
    game = of_key(key)
    told = None if game is None or key.endswith(ALONE) else game.info.summary
    return Named(key, name(key), told).described


def unit(key: str) -> Unit:
    """Return the unit of worth: points for a sheet played alone, else shares of the win."""
    return "points" if key.endswith(ALONE) else "share"


def has_totals(key: str) -> bool:
    """Return whether the rounds of a game have totals that can be compared."""
    game = of_key(key)
    return game is not None and 1 in game.info.seats


def is_exact(key: str) -> bool:
    """Return whether losses are known exactly, which is not so on sheets of several players."""
    game = of_key(key)
    return game is not None and (key.endswith(ALONE) or game.info.alone != "points")
