"""The HTTP server of /healthz, /readyz and /metrics.

A supervisor that restarts a dead process reads the status of /healthz. No restart mends a mistake
of the host, so a bot that ended by one answers 200. `dice-poker health` also reads the text, which
then names the mistake.
"""

from __future__ import annotations

from typing import Protocol

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.commands.health.probe import WELL


class Report(Protocol):
    """The interface of the answers over HTTP."""

    ended: str
    """What has ended the bot whose process stays, and the remedy; empty while the bot runs."""

    def not_alive(self) -> str:
        """Return why a restart is needed, empty if it is not."""

    def not_ready(self) -> str:
        """Return why members cannot play at the moment, empty if they can."""

    async def metrics(self) -> bytes:
        """Return the page of the figures."""


class HealthServer:
    """Serves a report on one port."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._runner: web.AppRunner | None = None

    async def start(self, address: str, port: int) -> None:
        """Listen. Raises OSError where the port is in use or the address is not this machine's."""
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/readyz", self._readiness)
        app.router.add_get("/metrics", self._metrics)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
        await runner.setup()
        try:
            await web.TCPSite(runner, address, port).start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner

    async def close(self) -> None:
        """Stop listening."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _health(self, _: web.Request) -> web.Response:
        fault = self._report.not_alive()
        return _page(fault or self._report.ended, well=not fault)

    async def _readiness(self, _: web.Request) -> web.Response:
        fault = self._report.not_ready()
        return _page(fault, well=not fault)

    async def _metrics(self, _: web.Request) -> web.Response:
        page = await self._report.metrics()
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


def _page(fault: str, *, well: bool) -> web.Response:
    return web.Response(text=f"{fault or WELL}\n", status=200 if well else 503)
