"""The time and the completeness of `dice-poker move`.

    python -m bench.storage.moving URL [rounds, default 100000] [--folder FOLDER]

Fills an SQLite database (`bench.storage.full_database`), moves it to the empty PostgreSQL database
at URL, and from there back to another file.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from bench.discord.press import ROOT
from bench.local_discord.process import Launch
from bench.local_discord.server import LocalDiscord
from bench.storage import full_database
from bot.storage.copies import moving

GUILDS, CHANNELS = 100, 2


async def filled(count: int, folder: Path) -> full_database.Filled:
    """Return a database with this number of rounds of all games, judged."""
    async with LocalDiscord(GUILDS, CHANNELS) as discord:
        database = await full_database.played(discord, folder, Launch(None, ROOT))
        guilds = sorted({place.guild for place in discord.places})
        return full_database.fill(database, count, guilds, discord.places[0])


def measure(url: str, to: str) -> None:
    """Move a database and print the times."""
    begun, computed = perf_counter(), process_time()
    marks: list[float] = []
    moved = moving.move(url, to, lambda *_: marks.append(perf_counter()))
    ended, computed = perf_counter(), process_time() - computed
    total = sum(moved.rows.values())
    print(
        f"to {moved.place}, {moved.rows['rounds']:,} rounds, {total:,} rows: "
        f"{ended - begun:,.0f} s, {marks[-1] - begun:,.0f} to copy, "
        f"{ended - marks[-1]:,.0f} to compare; {computed:,.0f} s of the processor without "
        "PostgreSQL's own"
    )


def main(arguments: list[str]) -> None:
    """Fill a file, move it there and back, and print the times."""
    parser = argparse.ArgumentParser(description="The time of a move; see the module.")
    parser.add_argument("url", help="an empty PostgreSQL database")
    parser.add_argument("rounds", type=int, nargs="?", default=100_000, help="(100000)")
    parser.add_argument("--folder", type=Path, help="for the files (default: a temporary one)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="moving-", dir=given.folder) as folder:
        old = asyncio.run(filled(given.rounds, Path(folder)))
        print(f"{old.size / 1e6:,.0f} MB of SQLite")
        measure(f"sqlite:///{old.file}", given.url)
        measure(given.url, f"sqlite:///{folder}/back.sqlite3")


if __name__ == "__main__":
    main(sys.argv[1:])
