"""The sizes of the project beside those of 1.0.0: `python -m bench.sizes`.

`./check` prints them.

The lines are those of Python files. The commands are those of Discord, in the menu *Apps* too.
The files of a press are those that *Keep all* enters (`bench.discord.way`).
"""

from __future__ import annotations

import asyncio
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from discord import AppCommandType
from discord.app_commands import Group

from bench.discord import way
from bot.config import SETTINGS
from bot.storage.schema import metadata

ROOT = Path(__file__).resolve().parents[1]
PRESS = "keep"

SIZES_OF_1_0_0 = {
    "lines of bot": 46122,
    "lines of cogs": 2095,
    "lines of rules": 12494,
    "lines of course": 5920,
    "lines of tests": 74804,
    "lines of bench": 12545,
    "tables": 26,
    "settings of a host": 21,
    "commands": 20,
    "files of a press": way.FIGURES_OF_1_0_0[PRESS].files,
}
"""The sizes at the commit that set the version 1.0.0, counted in the same way."""


def lines(folder: str) -> int:
    """Return how many lines the Python files of a folder have."""
    files = (ROOT / folder).rglob("*.py")
    return sum(file.read_text(encoding="utf-8").count("\n") for file in files)


async def commands() -> int:
    """Return how many commands the bot has on Discord."""
    with TemporaryDirectory(prefix="sizes-") as folder:
        async with way.simulated(Path(folder)) as env:
            return sum(
                not isinstance(command, Group)
                for kind in AppCommandType
                for command in env.bot.tree.walk_commands(type=kind)
            )


def sizes() -> dict[str, int]:
    """Return the sizes of today, in the order of those of 1.0.0."""
    return {
        **{
            name: lines(name.removeprefix("lines of "))
            for name in SIZES_OF_1_0_0
            if name.startswith("lines of ")
        },
        "tables": len(metadata.tables),
        "settings of a host": len(SETTINGS),
        "commands": asyncio.run(commands()),
        "files of a press": asyncio.run(way.measure())[PRESS].figures.files,
    }


def main() -> int:
    ArgumentParser(description="Print the sizes of the project.").parse_args()
    print(f"{'':<20}{'now':>8}{'1.0.0':>8}")
    for name, size in sizes().items():
        print(f"{name:<20}{size:>8,}{SIZES_OF_1_0_0[name]:>8,}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
