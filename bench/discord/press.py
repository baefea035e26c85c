"""The cost of a press beside other bots: `python -m bench.discord.press`.

The bot runs in a process of its own on one core; a small Discord, whose players press its
buttons, runs in this process on another. The peers are measured the same way, in pairs whose order
alternates: `ordinary` plays the game as most people would write it (`ordinary_bot.py`), `no-op`
answers with ready messages (`noop_bot.py`). The first table shows the aims beside the best figures,
ratios of these, and the medians of the ratios of each pair; the second one shows all that was
measured. `--quick` makes one short pair. Linux and SQLite only, with the database in memory.

Players open a round, select no die, one or two, and reroll or keep all, which ends the round. The
mix that was answered is printed; where a part of it is missing, or a thread may run on another
core, the bench says so and ends with exit code 1. What the bot does until it is at rest again is
the aftermath, which is shown apart from presses and together with them.
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import os
import sys
import tempfile
from collections import Counter
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from statistics import median

from bench.discord import press_figures
from bench.discord.press_run import BOT, NOOP, ORDINARY, Options, Run, run, try_start
from bench.local_discord.load import MIX
from bench.local_discord.process import Failed, Launch

ROOT = Path(__file__).resolve().parents[2]
PAIRS, SECONDS = 7, 5.0
QUICK_SECONDS = 1.0
PEERS = (ORDINARY, NOOP)
GUILDS, CHANNELS, QUICK_CHANNELS = 10, 20, 6
PACKAGES, LIBRARIES = ("rules", "bot", "cogs"), ("aiohttp", "discord", "sqlalchemy")
MEMORY = Path("/dev/shm")  # noqa: S108 - a tmpfs on Linux
PHASES = {"mixed": "32 at once", "rate": "100 a second"}
DISTURBED = 0.1
"""The share of a core that others may use; above it the times say little."""


def parsed(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure what a press costs, beside other bots.")
    parser.add_argument("--quick", action="store_true", help="one short pair")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=PEERS, help="(default: both)")
    parser.add_argument("--pairs", type=int, metavar="N", help=f"(default: {PAIRS})")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help=f"the length of a phase (default: {SECONDS:g})"
    )
    parser.add_argument(
        "--checkout", type=Path, default=ROOT, metavar="FOLDER", help="measure the bot of this code"
    )
    chosen = parser.parse_args(argv)
    if chosen.pairs is None:
        chosen.pairs = 1 if chosen.quick else PAIRS
    if chosen.seconds is None:
        chosen.seconds = QUICK_SECONDS if chosen.quick else SECONDS
    return chosen


def cores() -> tuple[int | None, int | None]:
    """Return the bot's core and the bench's; None where there are not two."""
    allowed = sorted(os.sched_getaffinity(0))
    return (allowed[-1], allowed[0]) if len(allowed) > 1 else (None, None)


def compiled(checkout: Path) -> bool:
    """Compile the sources of the bot; return whether they and those of its libraries are."""
    for package in PACKAGES:
        compileall.compile_dir(checkout / package, quiet=2)
    found = [find_spec(library) for library in LIBRARIES]
    folders = [Path(one.origin).parent for one in found if one is not None and one.origin]
    folders += [checkout / package for package in PACKAGES]
    return all(
        Path(cache_from_source(str(source))).exists()
        for folder in folders
        for source in folder.rglob("*.py")
    )


async def measure(
    chosen: argparse.Namespace, folder: Path, core: int | None
) -> dict[str, list[Run]]:
    """Make all runs; return them by the name of the bot, in order."""
    channels = QUICK_CHANNELS if chosen.quick else CHANNELS
    launch = Launch(core, chosen.checkout.resolve())
    options = Options(chosen.seconds, GUILDS, channels, launch, first_look=chosen.quick)
    bots = [BOT, *chosen.peers]
    runs: dict[str, list[Run]] = {name: [] for name in bots}
    for name in () if chosen.quick else bots:
        _note(f"warming up, {name}")
        await try_start(name, folder / name, options)
    for pair in range(chosen.pairs):
        for name in bots if pair % 2 == 0 else reversed(bots):

            def told(part: str, pair: int = pair, name: str = name) -> None:
                _note(f"pair {pair + 1} of {chosen.pairs}, {name}: {part}")

            runs[name].append(await run(name, folder / name, options, told))
    _note("")
    return runs


def report(runs: dict[str, list[Run]]) -> int:
    """Print the tables; return the exit code, 1 if a press was not answered correctly."""
    made = {name: [one.figures for one in several] for name, several in runs.items()}
    missed = press_figures.aims(made, print)
    press_figures.table(made, print)
    _print_mix(made)
    faults = {
        name: sum((one.faults for one in several), Counter()) for name, several in runs.items()
    }
    for name, found in faults.items():
        for fault, count in sorted(found.items()):
            print(f"\n{name}: {count} × {fault}", end="")
    print("\n")
    for core in ("bot", "bench"):
        name = f"others on {core}"
        others = [one[name] for several in made.values() for one in several if name in one]
        if others and median(others) > DISTURBED:
            print(f"Others used {median(others):.0%} of the {core}’s core: repeat it alone.")
    print(f"{len(missed)} aims missed" + "".join(f"\n  {one}" for one in missed))
    void = sorted({f"{name}: {why}" for name in runs for one in runs[name] for why in one.void})
    for why in void:
        print(f"Void: {why}.")
    told = [fault for found in faults.values() for fault in found]
    return int(bool(void) or any(fault.endswith(("wrong", "private", "late")) for fault in told))


def _print_mix(made: dict[str, list[press_figures.Figures]]) -> None:
    """Print how many of each kind of press were answered in all runs, by phase and bot."""
    print(f"\n{'the mix':<42}" + "".join(f"{part:>14}" for part in MIX))
    for phase, label in PHASES.items():
        for name, several in made.items():
            counts = [sum(one[f"{phase} {part}"] for one in several) for part in MIX]
            shown = "".join(f"{count:>14,.0f}" for count in counts)
            print(f"  {f'{label}, {name}':<40}{shown}")


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(argv: list[str] | None = None) -> int:
    chosen = parsed(argv)
    core, own = cores()
    if own is not None:
        os.sched_setaffinity(0, {own})
    pinned = "not pinned" if core is None else f"bot on core {core}, bench on core {own}"
    sources = "sources compiled" if compiled(chosen.checkout.resolve()) else "NOT COMPILED"
    print(f"{chosen.pairs} pairs, {chosen.seconds:g} s a phase; {pinned}; {sources}\n")
    memory = MEMORY if MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="press-", dir=memory) as folder:
        try:
            runs = asyncio.run(measure(chosen, Path(folder), core))
        except Failed as failed:
            sys.exit(f"press.py: {failed}")
    return report(runs)


if __name__ == "__main__":
    sys.exit(main())
