"""How long hints of games of sheets take, at every stage of a round: `python bench/sheet_hints.py`.

Each line is a new analysis process, whose tables are kept from a run before: the
seconds until its first hint is there and the processor time that the process took,
the seconds of a second hint one decision later, and the memory of the process. "ahead"
is the hint of a process that has thought ahead. With `--busy` every processor is
kept busy meanwhile at the bot's own priority.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.analysis import memory, timed
from bench.seeded import Seeded
from bot.review.hint import hint
from bot.thinking.computers import think_ahead
from bot.thinking.process import AnalysisProcess
from rules import engine, registry
from rules.engine import Round
from rules.sheets.rows import EXACT_ROWS

STAGES = (("two, first turn", 2, 0), ("two, solved", 2, EXACT_ROWS), ("two, last", 2, 1))
"""The stages of rounds of two: with how many open rows a turn begins, 0 for all of them."""

MORE = (("six, first turn", 6, 0), ("six, last", 6, 1))
"""The stages of rounds of six."""


def begun(key: str, seats: int, rows: int) -> Round[Any]:
    """Return a round in which the first seat begins a turn with so many open rows, 0 for all."""
    game, luck = registry.game(key), Seeded(1)
    play = engine.begin(game, seats, {}, luck)
    whole = len(play.state.sheets[0])
    for _ in range(seats * (whole - rows) if rows else 0):
        seat = play.awaits.seats[0]
        legal = game.legal(play.state, seat)
        play = engine.act(play, seat, next(one for one in legal if one.verb == "write"), luck)
    return play


def asked(play: Round[Any], seats: int) -> tuple[Any, ...]:
    """Return the arguments of a hint."""
    return play.game, seats, play.state, play.awaits.seats[0], None


def rerolled(play: Round[Any]) -> Round[Any]:
    """Return the round after the acting seat rerolled one die."""
    seat = play.awaits.seats[0]
    legal = play.game.legal(play.state, seat)
    action = next(one for one in legal if one.verb == "reroll")
    return engine.act(play, seat, action, Seeded(2))


async def measure(name: str, key: str, seats: int, rows: int, folder: Path) -> None:
    """Print the line of one stage."""
    play = begun(key, seats, rows)
    process = AnalysisProcess(tables=(folder,))
    first = await timed(process, (hint, asked(play, seats)))
    used = await process.ask(time.process_time)
    second = await timed(process, (hint, asked(rerolled(play), seats)))
    ahead = ""
    exact: Any = play.game.exact
    if exact.ahead(play.state):
        thinking = AnalysisProcess(tables=(folder,))
        await thinking.ask(think_ahead, play.game, play.state, play.awaits.seats[0])
        ahead = f"{await timed(thinking, (hint, asked(play, seats))):.3f}"
        thinking.close()
    print(
        f"{key:<10}{name:<18}{first:>7.2f}{used:>7.2f}{second:>8.3f}{ahead:>8}"
        f"{await memory(process):>6.0f}",
        flush=True,
    )
    process.close()


@contextmanager
def busy() -> Iterator[None]:
    """Keep every processor busy."""
    with ExitStack() as stack:
        for _ in range(cpu_count() or 1):
            loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(loop.wait)
            stack.callback(loop.kill)
        yield


async def main() -> None:
    """Print all lines, the first of each game without a kept table."""
    print(f"{'':<28}{'first':>7}{'CPU':>7}{'second':>8}{'ahead':>8}{'MB':>6}")
    with TemporaryDirectory() as folder:
        for key in ("nine", "thirteen"):
            await measure("two, no table", key, 2, 0, Path(folder))
            for name, seats, rows in (*STAGES, *MORE):
                await measure(name, key, seats, rows, Path(folder))


if __name__ == "__main__":
    with busy() if "--busy" in sys.argv[1:] else ExitStack():
        asyncio.run(main())
