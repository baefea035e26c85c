"""Many simultaneous deadlines: the time of the bot, and the latency of presses meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from bench.local_discord import prefill
from bench.local_discord.load import Sample, at_rate
from bench.local_discord.players import Player
from bench.local_discord.process import BotProcess, Failed, Launch
from bench.local_discord.server import FIRST_COPIED, LocalDiscord

DUE_AFTER = timedelta(seconds=20)
"""The time from the start of the bot to the deadlines; it must have started by then."""

GIVE_UP_SECONDS = 300.0
PRESSES_PER_SECOND = 20.0


@dataclass
class Figures:
    """The figures of the deadlines: seconds until none was due and until all boards were redrawn.

    None means longer than the bench waited; `left` and `undrawn` are the numbers that remained.
    """

    rounds: int
    through: float | None
    redrawn: float | None
    left: int
    undrawn: int
    presses: Sample


async def measure(
    discord: LocalDiscord,
    folder: Path,
    launch: Launch,
    rounds: int,
    give_up: float = GIVE_UP_SECONDS,
) -> Figures:
    """Let a number of rounds between two members fall due at once. Raises Failed."""
    database = await prefill.template(discord, folder, launch)
    prefill.fill(database, 0, rounds)
    prefill.set_deadlines(database, DUE_AFTER)
    due_at = perf_counter() + DUE_AFTER.total_seconds()
    bot = await BotProcess.start("bot", discord, folder, launch)
    try:
        if perf_counter() > due_at:
            raise Failed("the bot needed too long to start: the deadlines came before it")
        discord.edited.clear()
        players = [Player(discord, place, strict=True) for place in discord.places[:-2]]
        await asyncio.sleep(max(0.0, due_at - perf_counter()))
        watching = asyncio.create_task(_watch(discord, database, rounds, due_at, give_up))
        presses = Sample()
        while not watching.done():
            part = await at_rate(bot, players, PRESSES_PER_SECOND, 5.0)
            presses.latencies += part.latencies
            presses.faults += part.faults
            presses.answered += part.answered
        through, redrawn = await watching
        undrawn = rounds - _edited(discord)
        return Figures(rounds, through, redrawn, prefill.due(database), undrawn, presses)
    finally:
        await bot.stop()


async def _watch(
    discord: LocalDiscord, database: Path, rounds: int, due_at: float, give_up: float
) -> tuple[float | None, float | None]:
    """Return after how many seconds no round was due, and after how many all were redrawn."""
    through: float | None = None
    while (now := perf_counter() - due_at) < give_up:
        if through is None and prefill.due(database) == 0:
            through = now
        if through is not None and _edited(discord) >= rounds:
            return through, now
        await asyncio.sleep(0.25)
    return through, None


def _edited(discord: LocalDiscord) -> int:
    return sum(message >= FIRST_COPIED for message in discord.edited)
