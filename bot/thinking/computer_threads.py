"""The threads on which computers choose, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from bot.thinking import computers
from bot.thinking.process import AnalysisCrashed, Restarting
from bot.thinking.questions import Analysis
from rules.errors import Refusal
from rules.game import Game, Weighted
from rules.levels import PERFECT
from rules.screen import Seat

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger(__name__)

THREADS = 16
"""The most changes that wait for computers at the same time."""

CHOICE_SECONDS = 8.0
"""How long to wait for a computer's choice before it is computed in this process."""


class ComputerThreads:
    """Runs changes in which a `perfect` computer may think, and asks for its choices."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="table")

    async def run(self, change: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a change, on a thread that may wait for a computer."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: change(*args, **kwargs)
        )

    def choice(self, game: Game[Any], state: Any, seat: Seat, level: str) -> Weighted:
        """Return a computer's choice; a perfect one thinks in the analysis process.

        The calling thread waits. Where the process does not answer, the choice is computed on this
        thread: no act is lost with it.
        """
        if level == PERFECT.key:
            question = (computers.choice, game, state, seat, level)
            try:
                return self._analysis.ask_from_thread(*question, seconds=CHOICE_SECONDS)
            except Restarting:  # the bot stops, once this choice is stored
                pass
            except (AnalysisCrashed, Refusal, TimeoutError) as error:
                why = str(error) or "no answer in time"
                log.warning("a computer thinks in the bot's own process: %s", why)
        return game.computer(state, seat, level)

    def close(self) -> None:
        """Wait for the changes under way, then end the threads."""
        self._threads.shutdown()
