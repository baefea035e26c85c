"""Builds the tables of games that take seconds: in idle time, once where tables are kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from bot.thinking.computers import prepare
from bot.thinking.questions import Analysis
from rules import registry
from rules.game import Game

log = logging.getLogger(__name__)


class Preparation:
    """Has the tables of games built in the analysis process, those of each game once.

    Advice that is asked for before would build them itself, with no word about it.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._building: dict[str, asyncio.Task[None]] = {}
        self._ready: set[str] = set()

    def begin(self) -> None:
        """Begin with all games that have such tables."""
        for game in registry.games().values():
            self._begin(game)

    def is_ready(self, game: Game[Any]) -> bool:
        """Return whether advice for a game needs no tables that have not been built."""
        exact = game.exact
        return exact is None or exact.prepare is None or game.info.key in self._ready

    async def finish(self, game: Game[Any], tell: Callable[[], Awaitable[None]]) -> None:
        """Wait for the tables of a game, and `tell` whoever has to that they do.

        Where they cannot be built it is logged, and advice tries it again.
        """
        building = self._begin(game)
        if building is not None:
            await tell()
            await asyncio.wait({building})

    def _begin(self, game: Game[Any]) -> asyncio.Task[None] | None:
        """Return the task that builds the tables of a game, None where they are ready."""
        key = game.info.key
        if self.is_ready(game):
            return None
        if key not in self._building:
            self._building[key] = asyncio.create_task(self._build(game))
        return self._building[key]

    async def _build(self, game: Game[Any]) -> None:
        try:
            await self._analysis.ask(prepare, game, later=True)
        except Exception as error:  # noqa: BLE001 — whoever asks for advice reads the apology
            log.warning("the tables of %s could not be built: %r", game.info.key, error)
        else:
            self._ready.add(game.info.key)
        finally:
            del self._building[game.info.key]
