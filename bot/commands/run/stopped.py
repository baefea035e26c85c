"""A bot that a mistake of the host has ended, in a process that stays.

A container is started again whatever its exit code was. There the process stays, says that it
is not ready and why, and asks Discord for nothing, until the host stops it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal

from bot.config import Config
from bot.ui.figures import Figures
from bot.version import installed_version

log = logging.getLogger(__name__)


class Stopped:
    """What is told over HTTP of a bot that has ended: alive, but not ready."""

    def __init__(self, told: str) -> None:
        self._told = told

    def not_alive(self) -> str:
        """Return an empty string: a restart would not help."""
        return ""

    def not_ready(self) -> str:
        """Return the fault and its remedy."""
        return self._told

    async def metrics(self) -> bytes:
        """Return the page of the figures, which say that members cannot play."""
        # prometheus_client is loaded with the first question
        from bot.commands.health.exposition import exposition  # noqa: PLC0415

        return exposition(Figures(), {"info": {installed_version(): 1}, "ready": 0})


def stay(settings: Config, told: str) -> None:
    """Say what has ended the bot until SIGINT or SIGTERM."""
    log.warning("the bot is not started again by itself: correct this, then start it again")
    asyncio.run(_stay(settings, told))


async def _stay(settings: Config, told: str) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            loop.add_signal_handler(name, stopped.set)
    server = None
    if settings.health_port is not None:
        from bot.commands.health.server import HealthServer  # noqa: PLC0415 - few hosts set a port

        server = HealthServer(Stopped(told))
        with contextlib.suppress(OSError):
            await server.start(settings.health_address, settings.health_port)
    await stopped.wait()
    if server is not None:
        await server.close()
