"""Health over HTTP: /healthz, /readyz and /metrics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from aiohttp import web

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
"""The format of the page of the figures."""


class Report(Protocol):
    """What is asked for over HTTP."""

    def not_alive(self) -> str:
        """Return why a restart is needed; an empty string if all is well."""

    def not_ready(self) -> str:
        """Return why members cannot play at the moment; an empty string if they can."""

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
        app.router.add_get("/healthz", self._answer(self._report.not_alive))
        app.router.add_get("/readyz", self._answer(self._report.not_ready))
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

    @staticmethod
    def _answer(
        fault_of: Callable[[], str],
    ) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def answer(_: web.Request) -> web.Response:
            fault = fault_of()
            return web.Response(text=f"{fault or 'ok'}\n", status=503 if fault else 200)

        return answer

    async def _metrics(self, _: web.Request) -> web.Response:
        page = await self._report.metrics()
        return web.Response(body=page, headers={"Content-Type": CONTENT_TYPE})
