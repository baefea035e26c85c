"""A run of one bot: two starts, the load, and memory.

The first start makes the database and registers emoji and commands. The second one is like every
later start of a host: the bot is left idle, then loaded, the least load first.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter, process_time

from bench.local_discord import load, rounds
from bench.local_discord.load import MIX, Sample
from bench.local_discord.players import Player
from bench.local_discord.process import BotProcess, Failed, Launch, busy_seconds, unpinned
from bench.local_discord.server import LocalDiscord

BOT, ORDINARY, NOOP = "bot", "ordinary", "no-op"
"""The bots that can be started."""

AT_ONCE = 32
RATE = 100.0
"""The players of a phase who press as soon as they are answered, and the presses a second."""

IDLE_SECONDS, FIRST_LOOK_SECONDS = 4.0, 0.5
"""How long after a start idle memory is read; discord.py is ready after two seconds."""

PAUSE_SECONDS = 0.05
"""How long a player of the ordinary bot looks at a board: discord.py drops a press on a view until
it has read that the view was sent, and no member presses so soon."""


@dataclass(frozen=True)
class Options:
    """How a run is made: the length of its phases, its players, and how bots are started.

    One for a `first_look` leaves the bot idle for a moment only.
    """

    seconds: float
    guilds: int
    channels: int
    launch: Launch
    first_look: bool = False


@dataclass
class Run:
    """The figures of a run, the faults by where they were found, and why it is void, if it is."""

    figures: dict[str, float] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    void: list[str] = field(default_factory=list)


async def run(name: str, folder: Path, options: Options, told: Callable[[str], None]) -> Run:
    """Start a bot and load it; `told` is called with the name of each part. Raises Failed."""
    made = Run()
    shutil.rmtree(folder, ignore_errors=True)
    try:
        async with LocalDiscord(options.guilds, options.channels) as discord:
            told("first start")
            bot, _ = await _started(name, folder, options, discord)
            made.figures["start first"] = bot.start_seconds
            made.figures["stop"] = await bot.stop()
            told("second start")
            await _loaded(name, folder, options, discord, made=made, told=told)
            made.faults += discord.refused
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return made


async def try_start(name: str, folder: Path, options: Options) -> None:
    """Start a bot and stop it, so that its code is compiled and read from the disk."""
    async with LocalDiscord(1, 1) as discord:
        bot, _ = await _started(name, folder, options, discord)
        await bot.stop()
    shutil.rmtree(folder)


async def _started(
    name: str, folder: Path, options: Options, discord: LocalDiscord
) -> tuple[BotProcess, float]:
    """Start the bot; return it with the seconds until it had answered a first command."""
    begun = perf_counter()
    bot = await BotProcess.start(name, discord, folder, options.launch)
    player = Player(discord, discord.places[0], strict=False)
    if (await player.type("play")).shown.result() is None:
        await bot.stop()
        raise Failed(f"the first command was not answered; the log:\n{bot.log_end()}")
    return bot, perf_counter() - begun


async def _loaded(
    name: str,
    folder: Path,
    options: Options,
    discord: LocalDiscord,
    *,
    made: Run,
    told: Callable[[str], None],
) -> None:
    bot, answered = await _started(name, folder, options, discord)
    pause = PAUSE_SECONDS if name == ORDINARY else 0.0
    players = [Player(discord, place, strict=name == BOT, pause=pause) for place in discord.places]
    try:
        made.figures |= {
            "start second": bot.start_seconds,
            "start second cpu": bot.cpu_seconds(),
            "answer second": answered,
        }
        await asyncio.sleep(FIRST_LOOK_SECONDS if options.first_look else IDLE_SECONDS)
        _memory(bot, "idle", made)
        await load.mixed(bot, players[:8], min(1.0, options.seconds))  # to warm both sides up
        await load.at_rest(bot)
        others = _Others(bot, options.launch.core)
        told(f"{RATE:.0f} a second")
        sample = await load.at_rate(bot, players[:AT_ONCE], RATE, options.seconds)
        await load.aftermath(bot, sample)
        _add("rate", sample, made)
        told(f"{AT_ONCE} at once")
        sample = await load.mixed(bot, players[:AT_ONCE], options.seconds)
        await load.aftermath(bot, sample)
        _add("mixed", sample, made)
        made.figures |= others.figures()
        made.figures["answer bytes"] = discord.answer_bytes / max(1, discord.answers)
        _memory(bot, "load", made)
        if name == BOT:
            told("hints and reviews")
            made.faults += await rounds.of_each_game(players[0], analysis=True)
            made.faults += await rounds.statistics(players[0])
            _memory(bot, "analysis", made)
        _check_threads(bot, options.launch.core, made)
        if bot.faults_logged():
            made.faults["warnings in the log"] = bot.faults_logged()
    finally:
        await bot.stop()


def _check_threads(bot: BotProcess, core: int | None, made: Run) -> None:
    """Void the run if a thread of the bot, or of the bench beside it, may run on another core."""
    own = os.sched_getaffinity(0)
    if core is None or len(own) > 1:
        return
    for whose, count in (
        ("bot", bot.unpinned(core)),
        ("bench", unpinned(os.getpid(), min(own))),
    ):
        if count:
            made.void.append(f"{count} threads of the {whose} are not pinned")


class _Others:
    """Measures how much of the two cores other processes use."""

    def __init__(self, bot: BotProcess, core: int | None) -> None:
        own = os.sched_getaffinity(0)
        self._cores = (core, min(own) if len(own) == 1 else None)
        self._bot = bot
        self._begun, self._before = perf_counter(), self._read()

    def figures(self) -> dict[str, float]:
        """Return the shares of the bot's core and of the bench's; none where they have no core."""
        seconds = perf_counter() - self._begun
        names = ("others on bot", "others on bench")
        return {
            name: max(0.0, after - before) / seconds
            for name, core, before, after in zip(
                names, self._cores, self._before, self._read(), strict=True
            )
            if core is not None
        }

    def _read(self) -> list[float]:
        used = (self._bot.cpu_seconds(), process_time())
        return [
            0.0 if core is None else busy_seconds(core) - own
            for core, own in zip(self._cores, used, strict=True)
        ]


def _add(phase: str, sample: Sample, made: Run) -> None:
    """Take over the figures of a sample, latencies in milliseconds, and its mix.

    The run is void where a part of the mix is missing.
    """
    made.figures |= {
        f"{phase} cpu": sample.cpu_per_press * 1000,
        f"{phase} after": sample.after_per_press * 1000,
        f"{phase} whole": (sample.cpu_per_press + sample.after_per_press) * 1000,
        f"{phase} throughput": sample.rate,
        f"{phase} p50": sample.percentile(0.5) * 1000,
        f"{phase} p99": sample.percentile(0.99) * 1000,
        f"{phase} slowest": max(sample.latencies, default=0.0) * 1000,
        **{f"{phase} {part}": sample.mix[part] for part in MIX},
    }
    for fault, count in sample.faults.items():
        made.faults[f"{phase}: {fault}"] += count
    missing = [part for part in MIX if not sample.mix[part]]
    if missing:
        made.void.append(f"no {', no '.join(missing)} in “{phase}”")


def _memory(bot: BotProcess, when: str, made: Run) -> None:
    """Take over memory, of the bot's own process and of all its processes."""
    read = bot.memory()
    made.figures |= {
        f"memory {when}": read.rss,
        f"memory {when} all": read.pss + read.children_pss,
    }
