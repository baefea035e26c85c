"""Loops of cogs that keep their pace when the clock of the machine is stepped.

discord.py plans the next run of a loop by UTC. After a step forward, or after the machine
was suspended, it makes up for every run of that time in one burst; after a step back the
loop pauses until UTC has come as far again.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, TypeAlias

import discord
from discord.ext import tasks

MOST_LATE = 15.0
"""Seconds by which a run may be late before those that were missed are left out."""

MOST_EARLY = 1.0
"""Seconds by which a run may be planned later than its interval allows."""

Tick: TypeAlias = Callable[[Any], Coroutine[Any, Any, None]]
"""A method of a cog."""


def ticking(seconds: float) -> Callable[[Tick], tasks.Loop[Tick]]:
    """Make a loop of a method of a cog: `tasks.loop`, begun anew after UTC was stepped."""

    def loop_of(tick: Tick) -> tasks.Loop[Tick]:
        @wraps(tick)
        async def run(cog: Any) -> None:
            await tick(cog)
            _keep_pace(getattr(cog, tick.__name__), seconds)

        return tasks.loop(seconds=seconds)(run)

    return loop_of


def _keep_pace(loop: tasks.Loop[Tick], seconds: float) -> None:
    planned = loop.next_iteration
    if planned is not None:
        ahead = (planned - discord.utils.utcnow()).total_seconds()
        if not -MOST_LATE <= ahead <= seconds + MOST_EARLY:
            loop.restart()
