"""Names of games in statistics, where sheets played alone are separate games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.table.store.results import ALONE, game_key
from rules import registry
from rules.game import Game
from rules.text import Text, say_in


def all_keys() -> Iterator[str]:
    """Yield the keys of all games; those that can be played alone have two."""
    for key, game in registry.games().items():
        if 1 in game.info.seats:
            yield game_key(key, 1)
        if game.info.seats.stop > 2:
            yield key


def sheets() -> Iterator[str]:
    """Yield the keys of games of sheets, which have totals and lists by accuracy."""
    for key in all_keys():
        game = of_key(key)
        if game is not None and game.info.alone == "points" and game.exact is not None:
            yield key


def of_key(key: str) -> Game[Any] | None:
    """Return the game with this key, None for a game that was removed."""
    return registry.games().get(key.removesuffix(ALONE))


def name(key: str) -> Text:
    """Return the name of a game; for a game that was removed, its key."""
    game = of_key(key)
    if game is None:
        return say_in("a game", "{key}", key=key)
    if key.endswith(ALONE):
        return say_in("a game", "{game}, alone", game=game.info.name)
    return game.info.name


def is_estimated(key: str) -> bool:
    """Return whether losses are estimates, as on sheets of several players."""
    game = of_key(key)
    return game is not None and game.info.estimates(1 if key.endswith(ALONE) else 2)
