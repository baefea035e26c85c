"""A run of one bot: three starts, the load, and memory.

The first start makes the database and registers emoji and commands; the second one is like every
later start of a host: it is left idle, then loaded, the least load first. After the third one
presses come at once, and then memory is read after all that takes much of it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from time import perf_counter, process_time

from bench.local_discord import load, prefill, rounds
from bench.local_discord.load import MIX, Sample
from bench.local_discord.players import Player
from bench.local_discord.process import (
    DATABASE,
    BotProcess,
    Failed,
    Launch,
    busy_seconds,
    unpinned,
)
from bench.local_discord.server import LocalDiscord

THE_BOT = "bot"
AT_ONCE = (8, 32)
RATE = 100.0
RATE_PLAYERS = 32
EARLY_SECONDS = 10.0
"""For how long presses come right after READY, at most twice the length of a phase."""

STORED_DEADLINE = timedelta(minutes=9)
"""When open rounds that are only stored fall due: after the run, and not so late that it is cut."""

IDLE_SECONDS, FIRST_LOOK_SECONDS = 4.0, 0.5
"""When idle memory is read after a start: discord.py is ready after two seconds."""


@dataclass(frozen=True)
class Options:
    """How a run is made: the length of its phases, its players, and how bots are started.

    One for a `first_look` leaves the bot idle for a moment only, and measures neither openings,
    dice and last presses apart nor rounds in which no dice are rolled again.
    """

    seconds: float
    guilds: int
    channels: int
    launch: Launch
    first_look: bool = False


@dataclass(frozen=True)
class Contestant:
    """A bot and the folder of its database; `database` is one to begin with.

    Each of its fsyncs takes `fsync_delay` milliseconds longer.
    What is not `whole` is started once, and loaded by players at once only.
    """

    name: str
    bot: str
    folder: Path
    database: Path | None = None
    whole: bool = False
    fsync_delay: float = 0.0


@dataclass
class Run:
    """The figures of a run, the faults by where they were found, and why it is void, if it is."""

    figures: dict[str, float] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    void: list[str] = field(default_factory=list)


async def run(contestant: Contestant, options: Options, told: Callable[[str], None]) -> Run:
    """Start a bot and load it; `told` is called with the name of each part. Raises Failed."""
    made = Run()
    folder = contestant.folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if contestant.database is not None:
        shutil.copy(contestant.database, folder / DATABASE)
        prefill.set_deadlines(folder / DATABASE, STORED_DEADLINE)
    try:
        async with LocalDiscord(options.guilds, options.channels) as discord:
            if contestant.whole:
                told("first start")
                await _first(contestant, options, discord, made)
            told("second start" if contestant.whole else "start")
            await _second(contestant, options, discord, made, told)
            if contestant.whole:
                told("third start")
                await _third(contestant, options, discord, made)
            made.faults += discord.refused
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return made


async def try_start(contestant: Contestant, options: Options) -> None:
    """Start a bot and stop it, so that its code is compiled and read from the disk."""
    async with LocalDiscord(1, 1) as discord:
        bot, _ = await _started(contestant, options, discord)
        await bot.stop()
    shutil.rmtree(contestant.folder)


async def _started(
    contestant: Contestant, options: Options, discord: LocalDiscord
) -> tuple[BotProcess, float]:
    """Start the bot; return it with the seconds until it had answered a first command."""
    begun = perf_counter()
    launch = options.launch._replace(fsync_delay=contestant.fsync_delay)
    bot = await BotProcess.start(contestant.bot, discord, contestant.folder, launch)
    player = Player(discord, discord.places[0], strict=False)
    if (await player.type("play")).shown.result() is None:
        await bot.stop()
        raise Failed(f"the first command was not answered; the log:\n{bot.log_end()}")
    return bot, perf_counter() - begun


async def _first(
    contestant: Contestant, options: Options, discord: LocalDiscord, made: Run
) -> None:
    """Measure the first start."""
    bot, answered = await _started(contestant, options, discord)
    made.figures |= {"start first": bot.start_seconds, "answer first": answered}
    made.figures["stop"] = await bot.stop()


async def _second(
    contestant: Contestant,
    options: Options,
    discord: LocalDiscord,
    made: Run,
    told: Callable[[str], None],
) -> None:
    bot, answered = await _started(contestant, options, discord)
    try:
        players = _players(contestant, discord)
        if contestant.whole:
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
        if contestant.whole:
            told(f"{RATE:.0f} a second")
            await _at_rate("rate mixed", bot, players, options.seconds, made)
        for at_once in AT_ONCE:
            told(f"{at_once} at once")
            sample = await load.mixed(bot, players[:at_once], options.seconds)
            await load.aftermath(bot, sample)
            _add_mixed(f"{at_once} mixed", sample, made)
        if contestant.whole and not options.first_look:
            alone = await load.apart(bot, players, AT_ONCE[-1], options.seconds)
            for kind, sample in alone.items():
                _add(f"{AT_ONCE[-1]} {kind}", sample, made)
            told("without rolling dice")
            await load.at_rest(bot)
            for player in players:
                player.rolls = False
            sample = await load.mixed(bot, players[: AT_ONCE[-1]], options.seconds)
            await load.aftermath(bot, sample)
            _add(f"{AT_ONCE[-1]} kept", sample, made)
        made.figures |= others.figures()
        made.figures["answer bytes"] = discord.answer_bytes / max(1, discord.answers)
        _memory(bot, "load", made)
        _check_threads(bot, options.launch.core, made)
        if bot.faults_logged():
            made.faults["warnings in the log"] = bot.faults_logged()
    finally:
        await bot.stop()


async def _third(
    contestant: Contestant, options: Options, discord: LocalDiscord, made: Run
) -> None:
    """Measure presses right after READY, then memory: after rounds of each game, after analyses."""
    bot, _ = await _started(contestant, options, discord)
    try:
        players = _players(contestant, discord)
        seconds = min(EARLY_SECONDS, 2 * options.seconds)
        await _at_rate("early mixed", bot, players, seconds, made)
        if contestant.bot == THE_BOT:
            made.faults += await rounds.of_each_game(players[0])
            _memory(bot, "games", made)
            made.faults += await rounds.of_each_game(players[0], analysis=True)
            made.faults += await rounds.statistics(players[0])
            _memory(bot, "analysis", made)
        _check_threads(bot, options.launch.core, made)
    finally:
        await bot.stop()


def _players(contestant: Contestant, discord: LocalDiscord) -> list[Player]:
    strict = contestant.bot == THE_BOT
    return [Player(discord, place, strict=strict) for place in discord.places]


async def _at_rate(
    name: str, bot: BotProcess, players: list[Player], seconds: float, made: Run
) -> None:
    sample = await load.at_rate(bot, players[:RATE_PLAYERS], RATE, seconds)
    await load.aftermath(bot, sample)
    _add_mixed(name, sample, made)


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


def _add(name: str, sample: Sample, made: Run) -> None:
    """Take over the figures of a sample, latencies in milliseconds."""
    made.figures |= {
        f"{name} cpu": sample.cpu_per_press * 1000,
        f"{name} after": sample.after_per_press * 1000,
        f"{name} whole": (sample.cpu_per_press + sample.after_per_press) * 1000,
        f"{name} round": sample.after_per_round * 1000,
        f"{name} throughput": sample.rate,
        f"{name} p50": sample.percentile(0.5) * 1000,
        f"{name} p99": sample.percentile(0.99) * 1000,
        f"{name} slowest": max(sample.latencies, default=0.0) * 1000,
        f"{name} busy": sample.busy,
        f"{name} presses": sample.answered,
    }
    for fault, count in sample.faults.items():
        made.faults[f"{name}: {fault}"] += count


def _add_mixed(name: str, sample: Sample, made: Run) -> None:
    """Take over the figures of a sample and its mix; the run is void where a part is missing."""
    _add(name, sample, made)
    made.figures |= {f"{name} {part}": sample.mix[part] for part in MIX}
    missing = [part for part in MIX if not sample.mix[part]]
    if missing:
        made.void.append(f"no {', no '.join(missing)} in “{name}”")


def _memory(bot: BotProcess, when: str, made: Run) -> None:
    """Take over memory, of the bot's own process and of all its processes."""
    read = bot.memory()
    made.figures |= {
        f"memory {when} rss": read.rss,
        f"memory {when} pss": read.pss,
        f"memory {when} all rss": read.rss + read.children_rss,
        f"memory {when} all pss": read.pss + read.children_pss,
        f"memory {when} children": read.children,
    }
