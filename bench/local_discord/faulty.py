"""A bot that receives signals, and a small disk that fills up."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Self, cast

from bench.local_discord.process import BotProcess, Launch
from bench.local_discord.server import LocalDiscord


class Bot(BotProcess):
    """A bot that gets signals."""

    @classmethod
    async def begin(cls, discord: LocalDiscord, folder: Path, launch: Launch) -> Self:
        """Start the bot in `folder`. Raises Failed."""
        return cast("Self", await cls.start("bot", discord, folder, launch))

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def ended(self) -> tuple[float, int]:
        """Return after how many seconds the process has ended, and its exit code."""
        begun = perf_counter()
        code = await asyncio.wait_for(self._process.wait(), 30)
        return perf_counter() - begun, code

    def tracebacks(self) -> int:
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
    with tempfile.TemporaryDirectory() as folder:
        try:
            with mounted(Path(folder), 1_000_000):
                return True
        except (OSError, subprocess.CalledProcessError):
            return False


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as written:
        try:
            while True:
                written.write(bytes(4096))
        except OSError:
            return
