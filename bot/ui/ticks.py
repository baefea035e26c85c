"""The registry of ticks: the periodic work of features.

The bot starts and stops them all. No work is done before it is ready; an exception is logged, and
the work is tried again at its next time.

discord.py plans the next run of a loop by UTC. After the clock steps forward, or after the machine
was suspended, it makes up for all missed runs in one burst; after a step back the loop pauses until
UTC has come as far again. So a loop restarts after UTC was stepped.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord.ext import tasks

from bot.ui.fault_log import FaultLog

MOST_LATE = 15.0
"""Seconds by which a run may be late before missed runs are left out."""

MOST_EARLY = 1.0
"""Seconds by which a run may be planned later than its interval allows."""


@dataclass(slots=True)
class Tick:
    """Work that is done every `seconds`; `fault` names its failure in the log.

    It is put off while a member is being answered, at most `most_put_off` times in a row; `put_off`
    counts them. `done` is the last period in which the work of `once` was done.
    """

    do: Callable[[], Awaitable[None]]
    seconds: float
    fault: str
    most_put_off: float
    put_off: int = 0
    done: object = None


class Ticks:
    """The ticks of all features, and their loops, by name.

    `is_ready` returns whether the bot is ready, `is_answering` whether it is answering a member.
    """

    def __init__(
        self, is_ready: Callable[[], bool], is_answering: Callable[[], bool], faults: FaultLog
    ) -> None:
        self._is_ready, self._is_answering, self._faults = is_ready, is_answering, faults
        self._ticks: dict[str, Tick] = {}
        self.loops: dict[str, tasks.Loop[Any]] = {}

    def every(
        self,
        seconds: float,
        name: str,
        do: Callable[[], Awaitable[None]],
        *,
        fault: str,
        most_put_off: float = 0,
    ) -> Tick:
        """Register work that is done every `seconds`."""
        self._ticks[name] = tick = Tick(do, seconds, fault, most_put_off)

        async def run() -> None:
            await self.run(name)
            _keep_pace(self.loops[name], seconds)

        self.loops[name] = tasks.loop(seconds=seconds)(run)
        return tick

    def once(
        self,
        period: Callable[[], object],
        seconds: float,
        name: str,
        do: Callable[[], Awaitable[bool]],
        *,
        fault: str,
    ) -> None:
        """Register work that is done once in each `period`, such as a date.

        The period is checked every `seconds`. The work is repeated if it has raised an exception,
        or has returned False.
        """

        async def do_once() -> None:
            now = period()
            if now != tick.done and await do():
                tick.done = now

        tick = self.every(seconds, name, do_once, fault=fault)

    async def run(self, name: str) -> None:
        """Do the work of a tick, if the bot is ready and nothing puts it off."""
        tick = self._ticks[name]
        if not self._is_ready():
            return
        if self._is_answering() and tick.put_off < tick.most_put_off:
            tick.put_off += 1
            return
        with self._faults.caught(tick.fault):
            try:
                await tick.do()
            finally:
                tick.put_off = 0

    def start(self) -> None:
        for loop in self.loops.values():
            loop.start()

    def stop(self) -> None:
        for loop in self.loops.values():
            loop.cancel()


def _keep_pace(loop: tasks.Loop[Any], seconds: float) -> None:
    planned = loop.next_iteration
    if planned is not None:
        ahead = (planned - discord.utils.utcnow()).total_seconds()
        if not -MOST_LATE <= ahead <= seconds + MOST_EARLY:
            loop.restart()
