"""The health of the bot, for the service manager and over HTTP.

Alive means that a restart would not help: the event loop runs, and the storage thread keeps its
time-outs. A silent database is no reason to restart. Ready means that members can play: Discord and
the database answer, and writes succeed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from math import nan
from typing import TYPE_CHECKING

import discord

from bot.commands.health.notify import Supervisor
from bot.commands.run.log_output import ErrorCount
from bot.config import Config
from bot.statistics.store import to_judge
from bot.storage.database import Storage
from bot.storage.disk_space import disk_space
from bot.storage.errors import StorageFailed
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.store import deadlines
from bot.ui.figures import DISKS, Figures

if TYPE_CHECKING:
    from bot.commands.health.server import HealthServer

log = logging.getLogger(__name__)

LOOK_SECONDS = 5.0
"""The interval between two checks, unless the watchdog needs a shorter one."""

MORE_SECONDS = 60
"""The additional start time requested at each check while Discord is away."""

SILENT_DATABASE_SECONDS = 20.0
"""The tolerated silence of the database, which gets a query every three seconds."""

COUNT_AGAIN_AFTER = 15.0
"""The seconds after which open and waiting rounds are counted again for /metrics."""


class Health:
    """The health of one bot.

    `stored` is the thread of its `storage`, `held` returns the shards that it holds; `monotonic`
    measures seconds.
    """

    ended = ""

    def __init__(
        self,
        *,
        client: discord.AutoShardedClient,
        settings: Config,
        storage: Storage,
        stored: StorageThread,
        held: Callable[[], Shards],
        figures: Figures,
        manager: Supervisor,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._settings = client, settings
        self._storage, self._stored, self._held = storage, stored, held
        self._figures, self._manager, self._monotonic = figures, manager, monotonic
        self._server: HealthServer | None = None
        self._reported_ready = False
        self._status = ""
        self._errors = ErrorCount(figures.logged_errors)
        self._counts: tuple[float, float] = nan, nan
        self._counted = float("-inf")

    async def watch(self) -> None:
        """Check the bot until this task is cancelled; log faults of the checks."""
        try:
            await self._watch()
        except Exception:
            log.exception("the checks of health have stopped")

    async def _watch(self) -> None:
        if self._settings.health_port is not None:
            await self._listen(*self._settings.health_port)
        logging.getLogger().addHandler(self._errors)
        watchdog = self._manager.watchdog_seconds
        pause = LOOK_SECONDS if watchdog is None else min(LOOK_SECONDS, watchdog / 3)
        try:
            while True:
                self.look()
                await asyncio.sleep(pause if self._reported_ready else min(pause, 1.0))
        finally:
            logging.getLogger().removeHandler(self._errors)
            if self._server is not None:
                await self._server.close()

    async def _listen(self, address: str, port: int) -> None:
        # Most hosts set no port, so the server is loaded on demand.
        from bot.commands.health.server import HealthServer  # noqa: PLC0415

        self._server = HealthServer(self)
        try:
            await self._server.start(address, port)
        except OSError as error:
            log.warning(
                "HEALTH_PORT: nothing is served on %s port %d (%s); the bot plays on: choose "
                "another port, or end what uses this one",
                address,
                port,
                error.strerror or error,
            )

    def look(self) -> None:
        """Check the bot once, and report to the service manager."""
        if not self.not_alive():
            self._report(self.not_ready())

    def _report(self, not_ready: str) -> None:
        """Report to the service manager that the bot is alive, and whether members can play."""
        state: dict[str, object] = {"WATCHDOG": 1}
        becomes_ready = not self._reported_ready and self._client.is_ready()
        if becomes_ready:
            state["READY"] = 1
        elif not self._reported_ready:
            state["EXTEND_TIMEOUT_USEC"] = MORE_SECONDS * 1_000_000
        servers = len(self._client.guilds)
        status = not_ready or f"playing on {servers} {'server' if servers == 1 else 'servers'}"
        if status != self._status:
            state["STATUS"] = status
        if self._manager.notify(**state):
            self._status = status
            self._reported_ready = self._reported_ready or becomes_ready

    def not_alive(self) -> str:
        stuck = self._stored.stuck_seconds
        return f"the storage thread is stuck, {stuck:.0f} seconds beyond its time" if stuck else ""

    def not_ready(self) -> str:
        if not self._client.is_ready():
            return "waiting for Discord"
        closed = [key for key, shard in self._client.shards.items() if shard.is_closed()]
        if closed:
            shards = ", ".join(map(str, closed[:5]))
            others = " and others" if len(closed) > 5 else ""
            return f"Discord is away (shard {shards}{others} not connected)"
        if fault := self._storage.fault:
            return fault
        seconds = self._stored.silent_seconds
        if seconds > SILENT_DATABASE_SECONDS:
            return f"the database has not answered for {seconds:.0f} seconds"
        return ""

    async def metrics(self) -> bytes:
        figures = self._figures
        figures.ready.set(not self.not_ready())
        figures.servers.set(len(self._client.guilds))
        figures.waiting_writes.set(self._stored.waiting)
        open_rounds, unjudged = await self.counts()
        figures.open_rounds.set(open_rounds)
        figures.unjudged_games.set(unjudged)
        await self._look_at_disks()
        return figures.page()

    async def _look_at_disks(self) -> None:
        """Set the figures of the disks and of the newest backup."""
        settings, figures, now = self._settings, self._figures, datetime.now(UTC)
        space = await asyncio.to_thread(disk_space, settings.database_url, settings.backup_dir, now)
        for disk in DISKS:
            figures.free_disk_bytes.labels(disk).set(space.free.get(disk, nan))
        figures.backup_age_seconds.set(nan if space.backup_age is None else space.backup_age)

    async def counts(self) -> tuple[float, float]:
        """Return the recent numbers of open rounds, and of games that are to be judged.

        Both are NaN if they are unknown.
        """
        if self._stored.silent_seconds > SILENT_DATABASE_SECONDS:
            return nan, nan
        if self._monotonic() - self._counted > COUNT_AGAIN_AFTER:
            shards = self._held()
            try:
                self._counts = (
                    await self._stored.read(deadlines.count_open, shards),
                    await self._stored.read(to_judge.queue_length, shards),
                )
            except StorageFailed:
                return nan, nan
            self._counted = self._monotonic()
        return self._counts
