"""Two processes that share the servers: kills around the change of day, and cut sessions.

    python -m bench.discord.two_processes URL [times, default 20]

Two bots, each with two of four shards, share the servers of the local Discord and the empty
PostgreSQL database at URL. Each time it becomes one o'clock, the day before is closed and revealed.
One of the bots in turn is killed with SIGKILL while that happens, and started again, as by a
supervisor; then the session of each is cut, and both go on. At the end another process takes the
lock of each while its session is cut: it ends with the code for "again", and is started again.
Every day is revealed, and every private round was closed once.
"""
# ruff: noqa: S101 — the asserts are what this is about

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from sqlalchemy import select, text

from bench.local_discord.server import LocalDiscord
from bot.atomic_file import write_beside
from bot.daily.calendar import game_of
from bot.daily.private_round import new_round
from bot.daily.store import shared_dice as store
from bot.daily.ticks import DAYS_SECONDS
from bot.exit_codes import EXIT_RETRY
from bot.storage.database import Storage
from bot.storage.errors import ShardsHeld
from bot.storage.schema import daily_days, rounds
from bot.storage.statement import Connection, Statement
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table

ROOT = Path(__file__).parents[2]
SERVERS = 24
FIRST = date(2026, 6, 1)
HOUR = 1
"""The hour at which a day is revealed, as its private rounds may be finished for one hour more."""

SHARDS = 4
GROUPS = ((0, 1), (2, 3))
"""The shards of each process."""

READY = "ready as "
"""What a bot logs once it has its servers."""

SOON = 2.0
"""How many seconds before one o'clock the clocks are set."""

GOES_ON = 12.0
"""How many seconds after a cut a process is looked at: it has used the database by then."""

PATIENCE = 180.0


class Bots:
    """Two bots, one for each group of shards, and the clock that both read."""

    def __init__(self, discord: LocalDiscord, url: str, folder: Path) -> None:
        self._discord, self._url, self._folder = discord, url, folder
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._clock = folder / "ahead"

    def set_clock(self, now: datetime) -> None:
        with write_beside(self._clock) as beside:
            beside.write_text(str((now - datetime.now(UTC)).total_seconds()))

    def _log(self, number: int) -> Path:
        return self._folder / f"{number}.log"

    async def start(self, number: int) -> None:
        """Start a bot; return once it has its servers."""
        settings = {
            "DISCORD_TOKEN": self._discord.token,
            "DATABASE_URL": self._url,
            "SHARDS": str(SHARDS),
            "SHARD_IDS": ",".join(map(str, GROUPS[number])),
            "PGAPPNAME": _session(number),
        }
        with self._log(number).open("wb") as log:
            self._processes[number] = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "bench.discord.two_processes_child"),
                *(self._discord.api, self._discord.gateway_url, str(self._clock)),
                cwd=ROOT,
                env={**os.environ, **settings},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        assert await _until(lambda: READY in self._log(number).read_text("utf-8")), number

    async def kill(self, number: int) -> None:
        self._processes[number].kill()
        await self._processes[number].wait()

    def check_running(self) -> None:
        """Raise AssertionError where a bot has ended by itself."""
        for number, process in self._processes.items():
            assert process.returncode is None, self._log(number).read_text("utf-8")

    async def ended(self, number: int) -> tuple[int, float]:
        """Wait until a bot has ended by itself; return its exit code, and the seconds."""
        began = perf_counter()
        code = await asyncio.wait_for(self._processes[number].wait(), PATIENCE)
        return code, perf_counter() - began

    async def close(self) -> None:
        for process in self._processes.values():
            if process.returncode is None:
                process.kill()
                await process.wait()


def _session(number: int) -> str:
    """Return the name of the sessions of a bot in PostgreSQL."""
    return f"two-processes-{number}"


def _cut(connection: Connection, number: int) -> int:
    """Cut the sessions of a bot; return once they have ended, with their number."""
    own = text(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity "
        "WHERE application_name = :name AND datname = current_database()"
    )
    return int(connection.run(Statement(own), name=_session(number)).scalar())


@contextmanager
def _taken(storage: Storage, url: str, number: int) -> Iterator[None]:
    """Cut the session of a bot, and hold its lock in the block."""
    with Storage.open(url) as other:
        lock = other.process_lock(GROUPS[number])
        for _ in range(100):
            assert storage.read(_cut, number)
            try:
                lock.acquire(0)
            except ShardsHeld:  # it was faster
                continue
            yield
            return
    raise AssertionError("the bot was always faster")


def prepare(storage: Storage, discord: LocalDiscord) -> None:
    """Draw the first day, and begin its private rounds."""
    assert not storage.read(_revealed, FIRST + timedelta(days=365)), "the database is not empty"
    _play(storage, discord, FIRST - timedelta(days=1))


def _play(storage: Storage, discord: LocalDiscord, day: date) -> None:
    """Let a member of each server begin a private round of a day."""
    game, now = game_of(day), _at(day)
    assert game is not None
    shared = storage.write(store.draw_day, day, now)
    table = Table(None, TimeLimits())
    for place in discord.places:
        new = new_round(shared, game.info.key, place.user, place.guild, now)
        storage.write(store.begin_round, table.begin_private(new, now))


def _revealed(connection: Connection, before: date) -> int:
    query = select(daily_days.c.day).where(
        daily_days.c.revealed.is_not(None), daily_days.c.day < before.isoformat()
    )
    return len(connection.run(Statement(query)))


def _versions(connection: Connection) -> Counter[tuple[str, int]]:
    query = select(rounds.c.status, rounds.c.version).where(rounds.c.set_key.is_not(None))
    return Counter((row.status, row.version) for row in connection.run(Statement(query)))


async def _until(condition: Callable[[], bool]) -> bool:
    """Wait until a condition is met; return whether it was in time."""
    until = perf_counter() + PATIENCE
    while perf_counter() < until:
        if condition():
            return True
        await asyncio.sleep(0.01)
    return False


async def kill_and_cut(url: str, times: int, folder: Path) -> None:
    """Kill and cut this many times. Raises AssertionError where anything is missing or doubled."""
    random = Random(1)
    with Storage.open(url) as storage:
        async with LocalDiscord(SERVERS, 1) as discord:
            prepare(storage, discord)
            bots = Bots(discord, url, folder)
            bots.set_clock(_at(FIRST))
            try:
                for number in range(len(GROUPS)):
                    await bots.start(number)
                for at in range(times):
                    await _change_day(bots, storage, discord, at, random)
                ended = [await _lose_lock(bots, storage, url, one) for one in range(len(GROUPS))]
            finally:
                await bots.close()
        versions = storage.read(_versions)
        revealed = storage.read(_revealed, FIRST + timedelta(days=times))
    closed = {version: count for (status, version), count in versions.items() if status == "closed"}
    assert len(closed) == 1, versions
    assert sum(closed.values()) == SERVERS * times, versions
    assert revealed == times, revealed
    print(
        f"{times} kills, {len(GROUPS) * times} sessions cut: {SERVERS * times} attempts, each "
        f"closed once; {times} days revealed"
    )
    print(
        f"{len(ended)} locks lost: each process ended with {EXIT_RETRY}, {max(ended):.0f} s later"
    )


async def _change_day(
    bots: Bots, storage: Storage, discord: LocalDiscord, at: int, random: Random
) -> None:
    """Kill a bot while a day is closed, start it again, and cut the session of each."""
    day, killed = FIRST + timedelta(days=at), at % len(GROUPS)
    _play(storage, discord, day)
    bots.set_clock(_at(day) + timedelta(hours=HOUR, seconds=-SOON))
    await asyncio.sleep(random.uniform(0, SOON + DAYS_SECONDS))
    await bots.kill(killed)
    assert await _until(partial(_is_over, storage, day, at)), "the other one has closed nothing"
    await bots.start(killed)
    for number in range(len(GROUPS)):
        assert storage.read(_cut, number), "a bot has no session"
    await asyncio.sleep(GOES_ON)
    bots.check_running()
    print(f"{day}: bot {killed} killed, both cut", flush=True)


async def _lose_lock(bots: Bots, storage: Storage, url: str, number: int) -> float:
    """Take the lock of a bot, which ends; start it again; return the seconds until its end."""
    with _taken(storage, url, number):
        code, seconds = await bots.ended(number)
    assert code == EXIT_RETRY, code

    print(f"shards {GROUPS[number]} taken: ended after {seconds:.0f} s", flush=True)
    await bots.start(number)
    bots.check_running()
    return seconds


def _at(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _is_over(storage: Storage, day: date, revealed: int) -> bool:
    """Return whether more days before this one are revealed than before."""
    return storage.read(_revealed, day) > revealed


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Kills and cuts two processes; see the module.")
    parser.add_argument("url", help="an empty PostgreSQL database")
    parser.add_argument("times", type=int, nargs="?", default=20, help="how often (20)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(kill_and_cut(given.url, given.times, Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])
