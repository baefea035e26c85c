"""The cost of a press compared with bots without a game: `python -m bench.discord.press`.

The bot runs in a process of its own on one core; a small Discord, whose players press its
buttons, runs in this process on another. The peers of `noop_bot.py` are measured the same way, in
seven rounds whose order alternates: one answers with a ready message, one stores a row before, one
does without discord.py's objects. The first table shows the aims beside the best figures, ratios
of these, and the medians of the ratios of each pair; the second one shows all that was measured.

Players open a round, select no die, one or two, and reroll or keep all, which ends the round. The
mix that was answered is printed; where a part of it is missing in any phase, or a thread may run
on another core, the bench says so and ends with exit code 1. What the bot does until it is at rest
again is the aftermath, told apart from presses and together with them. Rounds in which no dice are
rolled again are measured as well, and openings, dice and last presses apart.

Databases are in memory; on a disk the bot is measured beside the peer that stores. The aim there
is one for a disk whose fsync is slow. Where that of the machine is not, each fsync is made to
take four milliseconds longer by strace, for both, and the first line says so.

`--quick` makes one short pair. `--finished` and `--open` add runs on a database that holds so
many rounds, `--deadlines` lets so many rounds fall due at once. Linux and SQLite only.
"""

from __future__ import annotations

import argparse
import asyncio
import compileall
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.local_discord import deadlines, figures, prefill
from bench.local_discord.figures import BOT, DISK, NOOP, PREFILLED, RAW, STORES, STORES_ON_DISK
from bench.local_discord.load import MIX
from bench.local_discord.process import Failed, Launch
from bench.local_discord.runs import THE_BOT, Contestant, Options, Run, run, try_start
from bench.local_discord.server import LocalDiscord

ROOT = Path(__file__).resolve().parents[2]
PAIRS, SECONDS = 7, 5.0
QUICK_SECONDS = 1.0
PEERS = (NOOP, STORES, RAW)
GUILDS, CHANNELS, QUICK_CHANNELS = 10, 20, 6
PACKAGES, LIBRARIES = ("rules", "bot", "cogs"), ("aiohttp", "discord", "sqlalchemy")
FSYNCS = 50
SLOW_FSYNC, FSYNC_DELAY = 2.0, 4.0
"""The milliseconds of a slow fsync, and the delay added to a fast one."""

PHASES = {
    "32 mixed": "32 at once",
    "8 mixed": "8 at once",
    "rate mixed": "100 a second",
    "early mixed": "100 a second from READY on",
}
DISTURBED = 0.1
"""The share of a core that others may use; above it the times say little."""


def parsed(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Measure what a press costs, beside bots that play nothing."
    )
    parser.add_argument("--quick", action="store_true", help="one short pair")
    parser.add_argument(
        "--peers", nargs="*", choices=PEERS, default=PEERS, help="(default: all of them)"
    )
    parser.add_argument("--pairs", type=int, metavar="N", help=f"(default: {PAIRS})")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help=f"the length of a phase (default: {SECONDS:g})"
    )
    parser.add_argument(
        "--database-folder", type=Path, metavar="FOLDER", help="in memory (default: /dev/shm)"
    )
    parser.add_argument(
        "--disk-folder",
        type=Path,
        metavar="FOLDER",
        help="on a disk (default: for temporary files)",
    )
    parser.add_argument("--no-disk", action="store_true", help="do not measure on a disk")
    parser.add_argument(
        "--fsync-delay",
        type=float,
        metavar="MS",
        help=f"what an fsync on the disk takes longer (default: {FSYNC_DELAY:g} if it is fast)",
    )
    parser.add_argument("--finished", type=int, default=0, metavar="N", help="finished rounds")
    parser.add_argument("--open", type=int, default=0, metavar="N", help="open rounds")
    parser.add_argument("--deadlines", type=int, default=0, metavar="N", help="due at once")
    parser.add_argument(
        "--checkout", type=Path, default=ROOT, metavar="FOLDER", help="measure the bot of this code"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures as JSON")
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


@contextmanager
def folders(chosen: argparse.Namespace) -> Iterator[tuple[Path, Path | None]]:
    """Make a folder in memory and one on a disk, and remove them."""
    memory = chosen.database_folder or Path("/dev/shm")  # noqa: S108 - a tmpfs on Linux
    if not memory.is_dir():
        memory = Path(tempfile.gettempdir())
    disk = chosen.disk_folder or Path(tempfile.gettempdir())
    with (
        tempfile.TemporaryDirectory(prefix="press-", dir=memory) as first,
        tempfile.TemporaryDirectory(prefix="press-", dir=disk) as second,
    ):
        yield Path(first), None if chosen.no_disk else Path(second)


def fsync_milliseconds(folder: Path) -> float:
    """Return the median time of writing 4 kB to a file and flushing it."""
    times = []
    with (folder / "fsync").open("wb", buffering=0) as file:
        for _ in range(FSYNCS):
            begun = perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            times.append(perf_counter() - begun)
    return median(times) * 1000


def fsync_delay(wished: float | None, needed: float) -> float:
    """Return the delay in milliseconds for an fsync of this duration, 0 without strace."""
    added = wished if wished is not None else FSYNC_DELAY if needed < SLOW_FSYNC else 0.0
    if added and shutil.which("strace") is None:
        print("There is no strace to slow fsyncs down: the figures on a disk say little.")
        return 0.0
    return added


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


def file_system(folder: Path) -> str:
    """Return the type of the file system that a folder is on."""
    best, kind = "", "?"
    for line in Path("/proc/mounts").read_text().splitlines():
        _, mount, name, *_ = line.split()
        if folder.is_relative_to(mount) and len(mount) >= len(best):
            best, kind = mount, name
    return kind


async def measure(
    chosen: argparse.Namespace, memory: Path, disk: Path | None, core: int | None
) -> tuple[dict[str, list[Run]], deadlines.Figures | None]:
    """Make all runs; return them by the name of the contestant, in order."""
    channels = QUICK_CHANNELS if chosen.quick else CHANNELS
    launch = Launch(core, chosen.checkout.resolve())
    options = Options(chosen.seconds, GUILDS, channels, launch, first_look=chosen.quick)
    contestants = [Contestant(BOT, THE_BOT, memory / "bot", whole=True)]
    contestants += [
        Contestant(peer, peer, memory / peer, whole=peer == NOOP) for peer in chosen.peers
    ]
    if disk is not None:
        slow = partial(Contestant, fsync_delay=chosen.fsync_delay)
        contestants.append(slow(DISK, THE_BOT, disk / "bot"))
        if STORES in chosen.peers:
            contestants.append(slow(STORES_ON_DISK, STORES, disk / "stores"))
    if chosen.finished or chosen.open:
        _note(f"writing {chosen.finished:,} finished rounds and {chosen.open:,} open ones")
        async with LocalDiscord(1, 2) as discord:
            full = await prefill.template(discord, memory / "full", launch)
        prefill.fill(full, chosen.finished, chosen.open)
        prefilled = Contestant(PREFILLED, THE_BOT, memory / "prefilled", full, whole=True)
        contestants.append(prefilled)
    runs: dict[str, list[Run]] = {one.name: [] for one in contestants}
    for one in () if chosen.quick else contestants:
        _note(f"warming up, {one.name}")
        await try_start(one, options)
    for pair in range(chosen.pairs):
        for one in contestants if pair % 2 == 0 else reversed(contestants):

            def told(part: str, pair: int = pair, one: Contestant = one) -> None:
                _note(f"pair {pair + 1} of {chosen.pairs}, {one.name}: {part}")

            runs[one.name].append(await run(one, options, told))
    late = None
    if chosen.deadlines:
        _note(f"{chosen.deadlines:,} deadlines at once")
        async with LocalDiscord(options.guilds, options.channels) as discord:
            late = await deadlines.measure(discord, memory / "late", launch, chosen.deadlines)
    _note("")
    return runs, late


def report(runs: dict[str, list[Run]], late: deadlines.Figures | None) -> int:
    """Print the tables; return the exit code, 1 if a press was not answered correctly."""
    made = {name: [one.figures for one in several] for name, several in runs.items() if several}
    missed = figures.aims(made, print) if made else []
    figures.table(made, print)
    _print_mix(made)
    if late is not None:
        _print_deadlines(late)
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
    if made:
        print(f"{len(missed)} aims missed" + "".join(f"\n  {one}" for one in missed))
    void = sorted({f"{name}: {why}" for name in runs for one in runs[name] for why in one.void})
    for why in void:
        print(f"Void: {why}.")
    wrong = ("wrong", "private", "late")
    told = [fault for found in faults.values() for fault in found]
    broken = any(fault.startswith("rule ") or fault.endswith(wrong) for fault in told)
    return int(bool(void) or broken)


def as_json(runs: dict[str, list[Run]], late: deadlines.Figures | None) -> str:
    written: dict[str, object] = {
        name: [{"figures": one.figures, "faults": dict(one.faults)} for one in several]
        for name, several in runs.items()
    }
    if late is not None:
        written["deadlines"] = asdict(late)
    return json.dumps(written, indent=1)


def _print_mix(made: dict[str, list[figures.Figures]]) -> None:
    """Print how many of each kind of press were answered in all runs, by phase and contestant."""
    print(f"\n{'the mix':<42}" + "".join(f"{part:>14}" for part in MIX))
    for phase, label in PHASES.items():
        for name, several in made.items():
            if f"{phase} {MIX[0]}" in several[0]:
                counts = [sum(one[f"{phase} {part}"] for one in several) for part in MIX]
                shown = "".join(f"{count:>14,.0f}" for count in counts)
                print(f"  {f'{label}, {name}':<40}{shown}")


def _print_deadlines(late: deadlines.Figures) -> None:
    rate = deadlines.PRESSES_PER_SECOND
    print(f"\n{late.rounds:,} deadlines at once, with {rate:g} presses a second")
    for label, seconds, left in (
        ("none is due any more", late.through, late.left),
        ("all boards are redrawn", late.redrawn, late.undrawn),
    ):
        figure = f"{seconds:.0f} s" if seconds is not None else f"not in time, {left:,} are left"
        verdict = "reached" if seconds is not None and seconds <= 60 else "MISSED"
        print(f"  {label:<38}{figure:>20}  aim ≤ 60 s {verdict}")
    presses = late.presses
    slowest = max(presses.latencies, default=0.0) * 1000
    print(
        f"  presses meanwhile: {presses.answered:,}, p50 {presses.percentile(0.5) * 1000:.1f} ms, "
        f"p99 {presses.percentile(0.99) * 1000:.1f} ms, slowest {slowest:.0f} ms"
        + "".join(f", {count} × {fault}" for fault, count in presses.faults.items())
    )


def _note(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def main(argv: list[str] | None = None) -> int:
    chosen = parsed(argv)
    core, own = cores()
    if own is not None:
        os.sched_setaffinity(0, {own})
    with folders(chosen) as (memory, disk):
        where = [f"tmpfs: {file_system(memory)}, fsync {fsync_milliseconds(memory):.2f} ms"]
        if disk is not None:
            needed = fsync_milliseconds(disk)
            chosen.fsync_delay = fsync_delay(chosen.fsync_delay, needed)
            added = f" + {chosen.fsync_delay:g} ms by strace" if chosen.fsync_delay else ""
            where.append(f"disk: {file_system(disk)}, fsync {needed:.2f} ms{added}")
        pinned = "not pinned" if core is None else f"bot on core {core}, bench on core {own}"
        sources = "sources compiled" if compiled(chosen.checkout.resolve()) else "NOT COMPILED"
        length = f"{chosen.pairs} pairs, {chosen.seconds:g} s a phase"
        print(f"{length}; {pinned}; {sources}; {'; '.join(where)}\n")
        try:
            runs, late = asyncio.run(measure(chosen, memory, disk, core))
        except Failed as failed:
            sys.exit(f"press.py: {failed}")
    if chosen.json is not None:
        chosen.json.write_text(as_json(runs, late), encoding="utf-8")
    return report(runs, late)


if __name__ == "__main__":
    sys.exit(main())
