"""A bot as a process on one core: start, stop, CPU time and memory."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import time
from contextlib import closing, suppress
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.local_discord.server import LocalDiscord
from bot.storage.schema import IS_TO_JUDGE

DATABASE = "bench.sqlite3"
"""The file of a bot's database in its folder."""

LAUNCHER = Path(__file__).with_name("launch.py")
START_SECONDS = 90.0
STOP_SECONDS = 15

_TICKS = os.sysconf("SC_CLK_TCK")
_PASSED_ON = ("PATH", "HOME", "LANG", "TMPDIR", "LD_LIBRARY_PATH")


UNJUDGED = f"SELECT count(*) FROM results WHERE {IS_TO_JUDGE}"  # noqa: S608 — text of ours
"""The number of games that are to be judged."""


class Failed(Exception):
    """Raised when a bot does not start or ends by itself; the message has the end of its log."""


class Memory(NamedTuple):
    """Memory in MB: of the bot's own process, and of all processes that it has started.

    `rss` counts shared pages in full, `pss` and `children_pss` in part.
    """

    rss: float
    pss: float
    children_pss: float


class Launch(NamedTuple):
    """How bots are started: the core they run on (None: any), and the folder of the code."""

    core: int | None
    checkout: Path


class BotProcess:
    """A bot that runs in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path, seconds: float) -> None:
        self._process = process
        self._database = log.with_name(DATABASE)
        self._log = log
        self.start_seconds = seconds

    @property
    def pid(self) -> int:
        return self._process.pid

    @classmethod
    async def start(
        cls, bot: str, discord: LocalDiscord, folder: Path, launch: Launch
    ) -> BotProcess:
        """Start a bot ("bot", or a peer) in `folder`, where it keeps its database and its log.

        Returns when READY is sent and the commands are known; `start_seconds` is the time from
        the start of the process until then. Raises Failed.
        """
        log = _log_in(folder, bot)
        passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        settings = {
            "DISCORD_TOKEN": discord.token,
            "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        }
        if (launch.checkout / "bot" / "env_file.py").exists():  # a version before 2.0.0
            settings["OPENINGS_PER_MEMBER"] = "0"
        discord.gateway.ready.clear()
        discord.application.commands_known.clear()
        pinned = "-" if launch.core is None else str(launch.core)
        begun = perf_counter()
        with log.open("ab") as written:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                str(LAUNCHER),
                bot,
                discord.api,
                discord.gateway_url,
                pinned,
                str(launch.checkout),
                cwd=folder,
                env={**passed_on, **settings},
                stdin=asyncio.subprocess.DEVNULL,
                stdout=written,
                stderr=written,
            )
        started = cls(process, log, 0.0)
        await started._connected(discord)
        ready = max(discord.gateway.ready_at, discord.application.commands_at)
        started.start_seconds = ready - begun
        return started

    async def _connected(self, discord: LocalDiscord) -> None:
        ready = asyncio.create_task(
            _both(discord.gateway.ready, discord.application.commands_known)
        )
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait(
            (ready, ended), timeout=START_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        connected = ready.done()
        ready.cancel()
        ended.cancel()
        if not connected:
            await self.stop()
            broken = "".join(f"\n{fault}" for fault in discord.refused)
            raise Failed(f"the bot did not start; its log ends with:\n{self.log_end()}{broken}")

    def check(self) -> None:
        """Raise Failed if the process has ended."""
        if self._process.returncode is not None:
            raise Failed(f"the bot has ended; its log ends with:\n{self.log_end()}")

    def log_end(self, lines: int = 15) -> str:
        return "\n".join(self._log.read_text("utf-8", "replace").splitlines()[-lines:])

    def faults_logged(self) -> int:
        """Return how many lines of the log are warnings or errors.

        That the database is in memory is the choice of the bench, and not counted.
        """
        with self._log.open(encoding="utf-8", errors="replace") as lines:
            faults = [line for line in lines if "[WARNING " in line or "[ERROR " in line]
        return sum("the database: on tmpfs" not in line for line in faults)

    def cpu_seconds(self) -> float:
        """Return the CPU time of the process and of all that it has started, ended ones too."""
        self.check()
        pids = (self._process.pid, *_descendants(self._process.pid))
        return sum(map(_cpu_seconds, pids))

    def own_cpu_seconds(self) -> float:
        """Return the CPU time of the process alone, without what it has started."""
        self.check()
        return time.clock_gettime(_clock(self._process.pid))

    def games_to_judge(self) -> int:
        """Return how many games are to be judged; 0 for a peer, who has none."""
        with suppress(sqlite3.OperationalError):
            place = f"{self._database.as_uri()}?mode=ro"
            with closing(sqlite3.connect(place, uri=True)) as database:
                (count,) = database.execute(UNJUDGED).fetchone()
                return int(count)
        return 0

    def unpinned(self, core: int) -> int:
        """Return how many threads of the process and its children may run on other cores."""
        self.check()
        pids = (self._process.pid, *_descendants(self._process.pid))
        return sum(unpinned(pid, core) for pid in pids)

    def memory(self) -> Memory:
        """Return the memory of the process, and of its children."""
        self.check()
        rss, pss = _memory(self._process.pid)
        measured = [_memory(pid) for pid in _descendants(self._process.pid)]
        return Memory(rss, pss, sum(one for _, one in measured))

    async def stop(self) -> float:
        """End the process as a host does; return the seconds that this took."""
        begun = perf_counter()
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
        return perf_counter() - begun


def unpinned(pid: int, core: int) -> int:
    """Return how many threads of a process may run on other cores; 0 if it is gone."""
    try:
        tasks = [int(entry.name) for entry in Path(f"/proc/{pid}/task").iterdir()]
        return sum(os.sched_getaffinity(task) != {core} for task in tasks)
    except OSError:
        return 0


def busy_seconds(core: int) -> float:
    """Return how long a core has been busy since the machine started."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *fields = line.split()
        if name == f"cpu{core}":
            user, nice, system, _idle, _waiting, *interrupts = map(int, fields[:8])
            return (user + nice + system + sum(interrupts)) / _TICKS
    return 0.0


async def _both(first: asyncio.Event, second: asyncio.Event) -> None:
    await first.wait()
    await second.wait()


def _log_in(folder: Path, bot: str) -> Path:
    """Make the folder of a bot; return the file of its log."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{bot}.log"


def _cpu_seconds(pid: int) -> float:
    """Return the CPU time of a process, ended threads and awaited children too; 0 if it is gone."""
    fields = _stat(pid)
    if fields is None:
        return 0.0
    children = sum(map(int, fields[13:15])) / _TICKS
    try:
        return time.clock_gettime(_clock(pid)) + children
    except OSError:
        return sum(map(int, fields[11:13])) / _TICKS + children


def _clock(pid: int) -> int:
    """Return the number of a process's CPU clock, as clock_getcpuclockid(3) makes it.

    A stat counts in hundredths of a second, this clock in nanoseconds.
    """
    return ~pid << 3 | 2


def _stat(pid: int) -> list[str] | None:
    """Return the fields of a process's stat behind its name; None if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def _descendants(root: int) -> list[int]:
    """Return all processes that a process has started, directly or not."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            fields = _stat(int(entry.name))
            if fields is not None:
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found, new = list[int](), [root]
    while new:
        new = [child for parent in new for child in children.get(parent, ())]
        found += new
    return found


def _memory(pid: int) -> tuple[float, float]:
    """Return the RSS and the PSS of a process in MB; 0 where it cannot be read."""
    found = {"Rss": 0.0, "Pss": 0.0}
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, value = line.partition(":")
        if name in found:
            found[name] = int(value.split()[0]) / 1024
    return found["Rss"], found["Pss"]
