"""The bot under load for minutes: `python -m bench.discord.soak`.

Sixty presses a second for eight minutes, against the local Discord of `press.py`. Each minute is a
row: memory, open descriptors, threads, how fast presses were answered, and how many ended rounds
are to be judged. All should stay flat after the first minutes, in which caches fill. With
`--servers` the bot is also on this number of made-up servers. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bench.discord.press import cores
from bench.discord.servers import started
from bench.local_discord import load
from bench.local_discord.players import Player
from bench.local_discord.process import BotProcess, Failed
from bench.local_discord.server import LocalDiscord

GUILDS, CHANNELS = 20, 10
COLUMNS = (
    *("minute", "presses", "p50 ms", "p99 ms", "CPU ms", "beside ms"),
    *("RSS MB", "descriptors", "threads", "waiting"),
)


async def soak(folder: Path, chosen: argparse.Namespace, core: int | None) -> Counter[str]:
    """Press at random at a rate a second; print a row for each minute of the given length.

    Returns the faults.
    """
    minutes, seconds, rate = chosen.minutes, chosen.seconds, chosen.rate
    faults: Counter[str] = Counter()
    async with LocalDiscord(GUILDS, CHANNELS) as discord:
        bot = await started(discord, chosen.servers, chosen.shards, folder, core)
        try:
            players = [Player(discord, place, strict=True) for place in discord.places]
            for minute in range(minutes + 1):
                if minute:
                    sample = await load.at_rate(bot, players, rate, seconds, seed=minute)
                    faults += sample.faults
                    half, most = sample.percentile(0.5) * 1000, sample.percentile(0.99) * 1000
                    told = f"{half:10.1f}{most:10.1f}{sample.cpu_per_press * 1000:10.2f}"
                    told += f"{sample.after_per_press * 1000:10.2f}"
                    print(f"{minute:>10}{sample.answered:>10}{told}", end="")
                else:
                    print(f"{'start':>10}{0:>10}{'':40}", end="")
                rss = bot.memory().rss
                print(f"{rss:>10.1f}{_count(bot, 'fd'):>12}{_count(bot, 'task'):>10}", end="")
                print(f"{bot.games_to_judge():>10}", flush=True)
            faults["lines of warnings and errors"] += bot.faults_logged()
            faults += discord.strict.faults
        finally:
            await bot.stop()
    return +faults


def _count(bot: BotProcess, kind: str) -> int:
    """Return how many descriptors ("fd") or threads ("task") the process has."""
    return len([*Path(f"/proc/{bot.pid}/{kind}").iterdir()])


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak.py", description="Play for minutes.")
    parser.add_argument("--minutes", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=60.0, help="the length of a minute")
    parser.add_argument("--rate", type=float, default=60.0, help="presses a second")
    parser.add_argument("--servers", type=int, default=0, help="made-up servers besides")
    parser.add_argument("--shards", type=int, default=1)
    chosen = parser.parse_args(argv)
    core, own = cores()
    if own is not None:
        os.sched_setaffinity(0, {own})
    print("".join(f"{name:>{12 if name == 'descriptors' else 10}}" for name in COLUMNS))
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        try:
            faults = asyncio.run(soak(Path(folder), chosen, core))
        except Failed as failed:
            sys.exit(f"soak.py: {failed}")
    print("faults: " + (", ".join(f"{n} {name}" for name, n in faults.items()) or "none"))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
