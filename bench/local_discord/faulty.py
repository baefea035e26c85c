"""A local Discord that answers late or not at all, a bot that gets signals, and a small disk."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import tempfile
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPMethod
from pathlib import Path
from time import perf_counter
from typing import Self, cast

from aiohttp import web

from bench.local_discord.payloads import dumps
from bench.local_discord.process import BotProcess, Launch
from bench.local_discord.server import PREFIX, LocalDiscord

GLOBAL_LIMIT = 50
"""How many requests Discord takes from an application in a second, presses and tokens apart."""

OFFENCE_SECONDS = 1.0
"""For how long everything is refused after one more."""


class FaultyDiscord(LocalDiscord):
    """A local Discord that answers late, not at all, or with its global limit.

    The next edit of a message begins a `penalty` of so many seconds. `limited` are the times
    of all requests under the limit, `refused` how many came too early.
    """

    def __init__(self, guilds: int, channels: int) -> None:
        super().__init__(guilds, channels)
        self.latency = 0.0
        self.hanging: set[int] = set()
        self.penalty = 0.0
        self.limited: list[float] = []
        self.refused = 0
        self._limited_until = 0.0
        self._let_go = asyncio.Event()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._let_go.set()
        await super().__aexit__(*error)

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path.startswith(f"{PREFIX}interactions/"):
            sent = self._interactions.get(request.path.split("/")[5])
            await request.read()  # a bot that gives up closes the connection
            if sent is not None and sent.id in self.hanging:
                await self._let_go.wait()
            await asyncio.sleep(self.latency)
        elif request.path.startswith(f"{PREFIX}channels/"):
            left = self._seconds_left(request.method)
            if left > 0:
                self.refused += 1
                told = {"message": "You are being rate limited.", "global": True}
                body = dumps({**told, "retry_after": left}).encode()
                via = {"Via": "1.1 google", "X-RateLimit-Global": "true"}
                return web.Response(
                    body=body, status=429, content_type="application/json", headers=via
                )
        return await super()._serve(request)

    def _seconds_left(self, method: str) -> float:
        """Note a request under the global limit; return for how long it is refused."""
        now = perf_counter()
        self.limited.append(now)
        if self.penalty and method == HTTPMethod.PATCH:
            self._limited_until, self.penalty = now + self.penalty, 0.0
        elif sum(now - one < 1 for one in self.limited[-GLOBAL_LIMIT - 1 :]) > GLOBAL_LIMIT:
            self._limited_until = max(self._limited_until, now + OFFENCE_SECONDS)
        return self._limited_until - now

    def most_a_second(self) -> int:
        """Return the most requests under the limit that came within a second."""
        times = self.limited
        return max((bisect_left(times, at + 1) - i for i, at in enumerate(times)), default=0)


class Bot(BotProcess):
    """A bot that gets signals."""

    @classmethod
    async def begin(cls, discord: LocalDiscord, folder: Path, launch: Launch) -> Self:
        """Start the bot in `folder`. Raises Failed."""
        return cast("Self", await cls.start("bot", discord, folder, launch))

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the process."""
        self._process.send_signal(number)

    async def ended(self) -> tuple[float, int]:
        """Return after how many seconds the process has ended, and its exit code."""
        begun = perf_counter()
        code = await asyncio.wait_for(self._process.wait(), 30)
        return perf_counter() - begun, code

    def tracebacks(self) -> int:
        """Return how many tracebacks are in the log."""
        return self.log_end(1_000_000).count("Traceback (most recent call last)")

    def errors(self) -> int:
        """Return how many lines of the log are errors."""
        return self.log_end(1_000_000).count("[ERROR ")


@contextmanager
def mounted(folder: Path, size: int) -> Iterator[None]:
    """Mount a tmpfs of `size` bytes. Needs root."""
    kind = ["-t", "tmpfs", "-o", f"size={size}", "tmpfs"]
    subprocess.run(["mount", *kind, str(folder)], check=True, capture_output=True)  # noqa: S603, S607
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)  # noqa: S603, S607


def may_mount() -> bool:
    """Return whether a tmpfs can be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            with mounted(Path(folder), 1_000_000):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


def fill(file: Path) -> None:
    """Write until the disk is full."""
    with file.open("wb", buffering=0) as written:
        try:
            while True:
                written.write(bytes(4096))
        except OSError:
            return
