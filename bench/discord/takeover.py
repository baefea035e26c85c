"""Repeated kills of the process that changes the day of the daily challenge.

    python -m bench.discord.takeover URL [times, default 20]

Two bots share the servers of the local Discord and the empty PostgreSQL database at URL. Each time
it becomes one o'clock, the day before is closed and revealed. The bot with the lease is killed
with SIGKILL while that happens. The other one takes over, and is the next to be killed. At the end
every day is revealed, and every attempt was closed once.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import Connection, select

from bench.local_discord.server import LocalDiscord
from bot.atomic_file import written_beside
from bot.daily.attempt import new_round
from bot.daily.calendar import game_of
from bot.daily.store import sets as store
from bot.storage.database import Storage
from bot.storage.schema import daily_days, rounds
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from cogs.daily import TICK_SECONDS

ROOT = Path(__file__).parents[2]
SERVERS = 24
FIRST = date(2026, 6, 1)
HOUR = 1
"""The hour at which a day is revealed, as its attempts may be finished for one hour more."""

HOLDS, LEAVES = "this process does what must happen once", "this process leaves what must"
SOON = 2.0
"""How many seconds before one o'clock the clocks are set."""

PATIENCE = 180.0


class Bots:
    """Two bots, one for each shard, and the clock that both read."""

    def __init__(self, discord: LocalDiscord, url: str, folder: Path) -> None:
        self._discord, self._url, self._folder = discord, url, folder
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._clock = folder / "ahead"

    def set_clock(self, now: datetime) -> None:
        with written_beside(self._clock, lasting=False) as beside:
            beside.write_text(str((now - datetime.now(UTC)).total_seconds()))

    def _log(self, shard: int) -> Path:
        return self._folder / f"{shard}.log"

    async def start(self, shard: int) -> None:
        """Start the bot of a shard; return once it has its servers."""
        await self._discord.gateway.rested()
        self._discord.gateway.ready.clear()
        settings = {
            "DISCORD_TOKEN": self._discord.token,
            "DATABASE_URL": self._url,
            "SHARDS": "2",
            "SHARD_IDS": f"{shard}/2",
        }
        with self._log(shard).open("wb") as log:
            self._processes[shard] = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.discord.takeover_child"),
                *(self._discord.api, self._discord.gateway_url, str(self._clock)),
                cwd=ROOT,
                env={**os.environ, **settings},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        await asyncio.wait_for(self._discord.gateway.ready.wait(), PATIENCE)

    async def holder(self) -> int:
        """Return the shard of the bot that holds the lease, once one does."""
        until = perf_counter() + PATIENCE
        while perf_counter() < until:
            for shard, process in self._processes.items():
                log = self._log(shard).read_text("utf-8")
                if process.returncode is None and log.rfind(HOLDS) > log.rfind(LEAVES):
                    return shard
            await asyncio.sleep(0.1)
        raise AssertionError("nobody took the lease")

    async def kill(self, shard: int) -> None:
        self._processes[shard].kill()
        await self._processes[shard].wait()

    async def close(self) -> None:
        for process in self._processes.values():
            if process.returncode is None:
                process.kill()
                await process.wait()


def prepare(storage: Storage, discord: LocalDiscord) -> None:
    """Draw the first day, and begin its attempts."""
    assert not storage.read(_revealed, FIRST + timedelta(days=365)), "the database is not empty"
    _play(storage, discord, FIRST - timedelta(days=1))


def _play(storage: Storage, discord: LocalDiscord, day: date) -> None:
    """Let a member of each server begin an attempt at a day."""
    game, now = game_of(day), _at(day)
    assert game is not None
    shared = storage.write(store.draw, day, now)
    table = Table(None, TimeLimits())
    for place in discord.places:
        new = new_round(shared, game.info.key, place.user, place.guild, now)
        storage.write(store.begin, table.begin_private(new, now))


def _revealed(connection: Connection, before: date) -> int:
    query = select(daily_days.c.day).where(
        daily_days.c.revealed.is_not(None), daily_days.c.day < before.isoformat()
    )
    return len(connection.execute(query).all())


def _versions(connection: Connection) -> Counter[tuple[str, int]]:
    query = select(rounds.c.status, rounds.c.version).where(rounds.c.set_key.is_not(None))
    return Counter((row.status, row.version) for row in connection.execute(query))


async def _until(condition: Callable[[], bool]) -> bool:
    """Wait until something is so; return whether it was in time."""
    until = perf_counter() + PATIENCE
    while perf_counter() < until:
        if condition():
            return True
        await asyncio.sleep(0.002)
    return False


async def kill_again_and_again(url: str, times: int, folder: Path) -> None:
    """Kill the holder so often. Raises AssertionError where anything is missing or doubled."""
    random, took = Random(1), [0.0]
    with Storage.open(url) as storage:
        async with LocalDiscord(SERVERS, 1) as discord:
            prepare(storage, discord)
            bots = Bots(discord, url, folder)
            bots.set_clock(_at(FIRST))
            try:
                for shard in (0, 1):
                    await bots.start(shard)
                for number in range(times):
                    day = FIRST + timedelta(days=number)
                    _play(storage, discord, day)
                    holder = await bots.holder()
                    bots.set_clock(_at(day) + timedelta(hours=HOUR, seconds=-SOON))
                    await asyncio.sleep(random.uniform(0, SOON + TICK_SECONDS))
                    await bots.kill(holder)
                    killed = perf_counter()
                    assert await _until(partial(_is_over, storage, day, number))
                    assert await bots.holder() != holder
                    took.append(perf_counter() - killed)
                    print(f"{day}: taken over {took[-1]:.0f} s after the kill", flush=True)
                    await bots.start(holder)
            finally:
                await bots.close()
        versions, revealed = storage.read(_versions), storage.read(_revealed, day)
    closed = {version: count for (status, version), count in versions.items() if status == "closed"}
    assert len(closed) == 1, versions
    assert sum(closed.values()) == SERVERS * times, versions
    assert revealed == times, revealed
    print(
        f"{times} kills: {SERVERS * times} attempts, each closed once; {times} days revealed; "
        f"the slowest takeover took {max(took):.0f} s"
    )


def _at(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _is_over(storage: Storage, day: date, revealed: int) -> bool:
    """Return whether more days before this one are revealed than before."""
    return storage.read(_revealed, day) > revealed


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Kills during the change of day; see the module.")
    parser.add_argument("url", help="an empty PostgreSQL database")
    parser.add_argument("times", type=int, nargs="?", default=20, help="how often (20)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(kill_again_and_again(given.url, given.times, Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
