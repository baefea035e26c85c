"""The load: players at once or so many presses a second, and what they cost the bot.

A phase should begin `at_rest`, once the bot has done what is left of the one before, the
accounting of its rounds above all. CPU time is read then and `REST_SECONDS` after the phase, so
that work which follows an answer is counted too.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time

from bench.local_discord.documented.access import CALLBACK_SECONDS
from bench.local_discord.players import KINDS, Kind, Player, Step
from bench.local_discord.process import BotProcess

MIX = ("openings", "dice", "acts", "last presses")
"""What players do: commands, selections of a die, decisions, and those of them that end a round."""

REST_SECONDS = 1.2
"""How long the bot rests after each phase."""

LOOK_SECONDS, AT_REST, PATIENCE = 0.5, 0.03, 120.0
"""A bot rests that takes less than this share of a core for so long; it is waited for no longer."""

TAIL_SECONDS = 0.5
"""How long before its end a phase at a fixed rate stops to press."""


@dataclass
class Sample:
    """What was measured: presses, the seconds they took together, and each one's latency.

    `presses` counts those within `seconds`; `answered` counts all that `cpu` was spent on, and
    `mix` those of them that were answered as they should be, by the names of `MIX`.
    """

    seconds: float = 0.0
    cpu: float = 0.0
    own_cpu: float = 0.0
    presses: int = 0
    answered: int = 0
    latencies: list[float] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    mix: Counter[str] = field(default_factory=Counter)

    def add(self, step: Step) -> None:
        """Count a step; one that was not answered in time counts with the time until then."""
        self.answered += 1
        self.latencies.append(step.seconds)
        if step.fault is None:
            self.mix[MIX[KINDS.index(step.kind)]] += 1
            self.mix["last presses"] += step.over
        else:
            self.faults[step.fault] += 1
        if step.deferred:
            self.faults["deferred"] += 1

    @property
    def rate(self) -> float:
        """Presses a second."""
        return self.presses / self.seconds if self.seconds else 0.0

    @property
    def cpu_per_press(self) -> float:
        """CPU seconds for one press."""
        return self.cpu / self.answered if self.answered else 0.0

    @property
    def busy(self) -> float:
        """The share of its core that the bench itself used."""
        return self.own_cpu / self.seconds if self.seconds else 0.0

    def percentile(self, share: float) -> float:
        """Return the latency that this share of the presses did not exceed, in seconds."""
        if not self.latencies:
            return 0.0
        rising = sorted(self.latencies)
        return rising[min(len(rising) - 1, int(share * len(rising)))]


async def apart(
    bot: BotProcess, players: list[Player], at_once: int, seconds: float
) -> dict[Kind, Sample]:
    """Measure commands, marks and acts one after the other, so many players at once.

    All players open a round, then select dice, then reroll or keep; this is repeated until
    `seconds` have passed for each kind, rests included. Each has opened one before: the first
    round of a channel commits to a block of seeds, which is none of a press's costs.
    """
    samples = {kind: Sample() for kind in KINDS}
    await _each(players, at_once, Player.step)
    await finish(players, at_once)
    end = perf_counter() + seconds * len(KINDS)
    while perf_counter() < end:
        for kind, sample in samples.items():

            async def steps(player: Player, kind: Kind = kind, sample: Sample = sample) -> None:
                while player.next == kind:
                    sample.add(await player.step())
                    if kind == "play":
                        return

            await at_rest(bot)
            async with _measured(bot, sample):
                begun = perf_counter()
                before = sample.answered
                await _each(players, at_once, steps)
                sample.seconds += perf_counter() - begun
                sample.presses += sample.answered - before
        await finish(players, at_once)
        _forget(players)
    return samples


async def mixed(bot: BotProcess, players: list[Player], seconds: float) -> Sample:
    """Measure all players at once, each playing one round after the other."""
    sample = Sample()

    async def play(player: Player, end: float) -> None:
        while perf_counter() < end:
            step = await player.step()
            sample.add(step)
            sample.presses += perf_counter() < end

    async with _measured(bot, sample):
        end = perf_counter() + seconds
        await asyncio.gather(*(play(player, end) for player in players))
        sample.seconds = seconds
    await finish(players, len(players))
    _forget(players)
    return sample


async def at_rate(
    bot: BotProcess, players: list[Player], rate: float, seconds: float, seed: int = 1
) -> Sample:
    """Measure presses that come at random, so many a second on average, whoever is waiting.

    A press for which every player is still waiting is counted as the fault "nobody".
    """
    sample, random, idle = Sample(), Random(seed), [*players]
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
    await finish(players, 32)
    _forget(players)
    return sample


async def finish(players: Iterable[Player], at_once: int) -> None:
    """End all rounds under way."""
    await _each(players, at_once, Player.finish)


async def _each(
    players: Iterable[Player], at_once: int, do: Callable[[Player], Awaitable[object]]
) -> None:
    """Do something for every player, for so many at once."""
    left = iter(players)

    async def worker() -> None:
        for player in left:
            await do(player)

    await asyncio.gather(*(worker() for _ in range(at_once)))


async def at_rest(bot: BotProcess) -> None:
    """Wait until a bot has nothing to do."""
    until, before = perf_counter() + PATIENCE, bot.cpu_seconds()
    while perf_counter() < until:
        await asyncio.sleep(LOOK_SECONDS)
        before, used = bot.cpu_seconds(), bot.cpu_seconds() - before
        if used < AT_REST * LOOK_SECONDS:
            return


@asynccontextmanager
async def _measured(bot: BotProcess, sample: Sample) -> AsyncIterator[None]:
    """Add the CPU time of a phase, without pauses of the bench's own garbage collector."""
    gc.collect()
    gc.disable()
    cpu, own = bot.cpu_seconds(), process_time()
    try:
        yield
    finally:
        gc.enable()
    sample.own_cpu += process_time() - own
    await asyncio.sleep(REST_SECONDS)
    sample.cpu += bot.cpu_seconds() - cpu


def _forget(players: list[Player]) -> None:
    players[0].discord.forget(player.board for player in players if player.board is not None)
