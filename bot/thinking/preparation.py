"""Builds in idle time the tables of games that take seconds.

They are built once where tables can be kept. Games are built one after the other, and each gives
way to members' questions.
"""

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
    """Builds the tables of games in the analysis process, those of each game once.

    Advice before that would build them itself, without a message about the delay.
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._building: dict[str, asyncio.Task[None]] = {}
        self._ready: set[str] = set()
        self._all: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Begin with all games that have such tables."""
        if self._all is None or self._all.done():
            self._all = asyncio.create_task(self._build_all())

    async def _build_all(self) -> None:
        for game in registry.games().values():
            building = self._begin(game)
            if building is not None:
                await asyncio.wait({building})

    def is_ready(self, game: Game[Any]) -> bool:
        """Return whether the tables that advice for a game needs have been built."""
        exact = game.exact
        return exact is None or not exact.needs_tables or game.info.key in self._ready

    async def finish(self, game: Game[Any], tell: Callable[[], Awaitable[None]]) -> None:
        """Wait for the tables of a game, and call `tell` if the member has to wait.

        A failure is logged, and the next advice tries again.
        """
        building = None if self.is_ready(game) else self._begin(game)
        if building is not None:
            await tell()
            await asyncio.wait({building})

    def _begin(self, game: Game[Any]) -> asyncio.Task[None] | None:
        """Return the task that builds the tables of a game, None if there is none to build."""
        key = game.info.key
        if game.exact is None or game.exact.prepare is None or key in self._ready:
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
