"""The load of players or presses a second, and its cost to the bot.

A phase begins once the bot is at rest, and ends when the last round of its players has ended. What
the process of the bot spent meanwhile is what presses cost. What its other processes spent, and all
of them until the bot is at rest again, is the aftermath: judging above all.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from bench.local_discord.players import KINDS, Player, Step
from bench.local_discord.process import BotProcess, Failed
from bench.local_discord.server import CALLBACK_SECONDS

MIX = ("openings", "dice", "acts", "last presses")
"""What players do: commands, selections of a die, decisions, and those of them that end a round."""

LOOK_SECONDS, AT_REST, PATIENCE = 2.2, 0.02, 180.0
"""A bot is at rest if it takes less than `AT_REST` of a core for `LOOK_SECONDS`.

Its ticks come every second. No game is to be judged then. `PATIENCE` is how long that is waited
for, in seconds.
"""

AT_ONCE = 32
"""How many players end their rounds at the same time."""

TAIL_SECONDS = 0.5
"""How long a phase at a fixed rate waits for its last answers beyond `CALLBACK_SECONDS`."""


@dataclass
class Sample:
    """What was measured: presses, the seconds they took together, and each one's latency.

    `presses` counts those within `seconds`, and `mix` those of them that were answered as they
    should be, by the names of `MIX`; `answered` counts all that `cpu` was spent on. `after` is the
    CPU time of the aftermath.
    """

    seconds: float = 0.0
    cpu: float = 0.0
    after: float = 0.0
    presses: int = 0
    answered: int = 0
    latencies: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    mix: Counter[str] = field(default_factory=Counter)

    def add(self, step: Step, *, late: bool = False) -> None:
        """Count a step; one that was not answered in time counts with the time until then.

        The time of a step that came too `late` for the phase is not counted.
        """
        self.answered += 1
        if not late:
            self.latencies.append(step.seconds)
        if step.fault is None and not late:
            self.mix[MIX[KINDS.index(step.kind)]] += 1
            self.mix["last presses"] += step.over
        elif step.fault is not None:
            self.faults[step.fault] += 1
        if step.deferred:
            self.faults["deferred"] += 1

    @property
    def rate(self) -> float:
        return self.presses / self.seconds if self.seconds else 0.0

    @property
    def cpu_per_press(self) -> float:
        """CPU seconds for one press, without the aftermath."""
        return self.cpu / self.answered if self.answered else 0.0

    @property
    def after_per_press(self) -> float:
        """CPU seconds of the aftermath for one press."""
        return self.after / self.answered if self.answered else 0.0

    def percentile(self, share: float) -> float:
        """Return the latency that this share of the presses did not exceed, in seconds."""
        if not self.latencies:
            return 0.0
        rising = sorted(self.latencies)
        return rising[min(len(rising) - 1, int(share * len(rising)))]


async def mixed(bot: BotProcess, players: list[Player], seconds: float) -> Sample:
    """Measure all players at once, each playing one round after the other."""
    sample = Sample()

    async def play(player: Player, end: float) -> None:
        while perf_counter() < end or player.playing:
            late = perf_counter() >= end
            sample.add(await player.step(), late=late)
            sample.presses += perf_counter() < end

    async with _measured(bot, sample):
        end = perf_counter() + seconds
        await asyncio.gather(*(play(player, end) for player in players))
        sample.seconds = seconds
    _forget(players)
    return sample


async def at_rate(bot: BotProcess, players: list[Player], rate: float, seconds: float) -> Sample:
    """Measure presses at random times at an average rate, independent of waiting players.

    A press for which every player is still waiting is counted as the fault "nobody".
    """
    sample, random, idle = Sample(), Random(1), [*players]
    random.shuffle(idle)
    running: set[asyncio.Task[None]] = set()

    async def press(player: Player) -> None:
        sample.add(await player.step())
        idle.append(player)

    async with _measured(bot, sample):
        begun = due = perf_counter()
        while due < begun + seconds:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due += random.expovariate(rate)
            if idle:
                task = asyncio.create_task(press(idle.pop(random.randrange(len(idle)))))
                running.add(task)
                task.add_done_callback(running.discard)
            else:
                sample.faults["nobody"] += 1
        if running:
            await asyncio.wait(running, timeout=CALLBACK_SECONDS + TAIL_SECONDS)
        sample.seconds = perf_counter() - begun
        sample.presses = sample.answered
        if running:
            await asyncio.wait(running)
        await _finish(players, sample)
    _forget(players)
    return sample


async def _finish(players: Iterable[Player], sample: Sample) -> None:
    """End all rounds under way, `AT_ONCE` at a time; the sample counts these presses."""
    left = iter(players)

    async def worker() -> None:
        for player in left:
            while player.playing:
                sample.add(await player.step(), late=True)

    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))


async def at_rest(bot: BotProcess) -> float:
    """Wait until a bot is idle; return the share of a core that it takes then."""
    until, before = perf_counter() + PATIENCE, bot.cpu_seconds()
    while perf_counter() < until:
        await asyncio.sleep(LOOK_SECONDS)
        before, used = bot.cpu_seconds(), bot.cpu_seconds() - before
        if used < AT_REST * LOOK_SECONDS and not bot.games_to_judge():
            return used / LOOK_SECONDS
    raise Failed(f"the bot was not at rest after {PATIENCE:.0f} seconds")


async def aftermath(bot: BotProcess, sample: Sample) -> None:
    """Wait until a bot is at rest after a phase; what it spent on that is added to the sample.

    What it takes at rest is none of it.
    """
    begun, before = perf_counter(), bot.cpu_seconds()
    idle = await at_rest(bot)
    spent = bot.cpu_seconds() - before - idle * (perf_counter() - begun)
    sample.after += max(0.0, spent)


@asynccontextmanager
async def _measured(bot: BotProcess, sample: Sample) -> AsyncIterator[None]:
    """Add the CPU time of a phase, without pauses of the bench's own garbage collector."""
    gc.collect()
    gc.disable()
    used, spent = bot.own_cpu_seconds(), bot.cpu_seconds()
    try:
        yield
    finally:
        gc.enable()
    used = bot.own_cpu_seconds() - used
    sample.cpu += used
    sample.after += max(0.0, bot.cpu_seconds() - spent - used)


def _forget(players: list[Player]) -> None:
    players[0].discord.forget(player.board for player in players if player.board is not None)
