"""The process that stays after a mistake of the host has ended the bot.

A container is restarted after any exit code. Instead the process stays, reports why it is not
ready, and sends nothing to Discord until the host stops it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging

from bot.commands.signals import stop_event
from bot.config import Config
from bot.ui.figures import Figures

log = logging.getLogger(__name__)


class StoppedBot:
    """The answers over HTTP for an ended bot: alive, but not ready."""

    def __init__(self, fault: str) -> None:
        self.ended = fault

    def not_alive(self) -> str:
        """Return an empty string, since a restart would not help."""
        return ""

    def not_ready(self) -> str:
        """Return the fault and its remedy."""
        return self.ended

    async def metrics(self) -> bytes:
        """Return the page of the figures, which say that members cannot play."""
        return Figures().page()


def stay(settings: Config, fault: str) -> None:
    """Report why the bot has ended, until SIGINT or SIGTERM."""
    log.warning("the bot is not started again by itself: correct this, then start it again")
    asyncio.run(_stay(settings, fault))


async def _stay(settings: Config, fault: str) -> None:
    stopped, server = stop_event(), None
    if settings.health_port is not None:
        from bot.commands.health.server import HealthServer  # noqa: PLC0415 - few hosts set a port

        server = HealthServer(StoppedBot(fault))
        with contextlib.suppress(OSError):
            await server.start(*settings.health_port)
    await stopped.wait()
    if server is not None:
        await server.close()
