"""The cost of analyses, also to presses: `python -m bench.analyses.cost`.

Seconds of the first hint and of the first review of each game, and of the second ones, each in a
new analysis process; the memory of that process; and how long acts take through
`bot.play.rounds`, on a database in memory, while analyses are computed beside them.
`taskset -c 0 python -m bench.analyses.cost` measures the same on one core.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from types import ModuleType
from typing import Any

from bench.seeded import Seeded
from bot.play.rounds import Rounds
from bot.review.hint import hint
from bot.review.played_round import played_round
from bot.review.review_page import review_in_pieces
from bot.storage.database import Storage
from bot.storage.thread import StorageThread
from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from bot.thinking.computer_threads import ComputerThreads
from bot.thinking.process import AnalysisProcess
from rules import engine, registry
from rules.engine import Round
from rules.screen import Action

NOW = datetime(2026, 1, 1, tzinfo=UTC)
EVERY = 0.005
"""Seconds between two acts."""

LEAST = 2.0
"""Seconds during which acts are measured at least."""

BESIDE = 8
"""The number of reviews requested at once."""

Question = tuple[Callable[..., Any], Any]


def played(key: str, decisions: int | None = None) -> Round[Any]:
    """Return a round with all seats taken, played at random, by default to its end."""
    game, luck, random = registry.game(key), Seeded(1), Random(1)
    play = engine.begin(game, max(game.info.seats), game.complete({}), luck)
    while play.over is None and play.moment != decisions:
        seat = random.choice(play.awaits.seats)
        play = engine.act(play, seat, random.choice(game.legal(play.state, seat)), luck)
    return play


def a_hint(key: str) -> Question:
    """Return the question for a hint at the first decision."""
    play = played(key, 0)
    return hint, (play.game, max(play.game.info.seats), play.state, play.awaits.seats[0], None)


def a_review(key: str) -> Question:
    """Return the question for the review of a finished round."""
    play = played(key)
    seats = max(play.game.info.seats)
    stored = StoredRound(
        place=DiscordPlace(1),
        game=key,
        opener=1,
        players=Players(Player(user=seat + 1) for seat in range(seats)),
        opened=NOW,
        options=play.game.complete({}),
        status="over",
        play=play,
    )
    return review_in_pieces, (played_round(stored, play.steps), "en")


async def timed(process: AnalysisProcess, question: Question) -> float:
    begun = perf_counter()
    await process.ask(question[0], *question[1])
    return perf_counter() - begun


async def memory(process: AnalysisProcess) -> float:
    """Return the resident memory of the process in MB."""
    status = await process.ask(Path.read_text, Path("/proc/self/status"))
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


async def answers() -> None:
    """Print how long answers take, each first one by a new process, and how large questions are."""
    print(f"{'':<16}{'first hint':>12}{'second':>9}{'first review':>14}{'second':>9}{'KB':>6}")
    for key, game in registry.games().items():
        figures = []
        for question in (a_hint(key), a_review(key)):
            process = AnalysisProcess()
            figures += [await timed(process, question), await timed(process, question)]
            process.close()
        size = len(pickle.dumps(a_review(key))) / 1024
        cells = "{:>12.2f}{:>9.3f}{:>14.2f}{:>9.2f}".format(*figures)
        print(f"  {key:<14}{cells}{size:>6.0f}   ({max(game.info.seats)} seats)")


async def sizes() -> None:
    """Print the memory of one process, as it answers a question of every game."""
    process = AnalysisProcess()
    print(f"memory of the process in MB: {await memory(process):.0f} at its start", end="")
    for name, ask in (("hint", a_hint), ("review", a_review)):
        for key in registry.games():
            await timed(process, ask(key))
        print(f", {await memory(process):.0f} after a {name} of every game", end="")
    print()
    process.close()


async def acts(live: Rounds, table: Table, until: Callable[[], bool]) -> list[float]:
    """Do an act from time to time; return the seconds from the time each was due to its end."""
    found, channel = [], 0
    while not until():
        channel += 1
        opening = OpenRequest("dice-poker", 1, channel, opponent=2)
        stored = await live.open(opening.channel, partial(table.open, opening, NOW), now=NOW)
        _, stored = await live.change(stored.id, table.join(2, NOW), NOW)
        for moment, user in enumerate((2, 1)):
            due = perf_counter() + EVERY
            await asyncio.sleep(EVERY)
            change = table.choose_action(user, moment, Action("keep"), NOW)
            await live.change(stored.id, change, NOW)
            found.append(perf_counter() - due)
    return found


async def beside(name: str, *questions: Question) -> None:
    """Print how long acts take while a new process answers questions, for two seconds at least."""
    process = AnalysisProcess()
    with Storage.open("sqlite://") as storage:
        table, computers = Table(Seeded(2), TimeLimits()), ComputerThreads(process)
        live = Rounds(StorageThread(storage), table, computers)
        begun = perf_counter()
        asked = asyncio.gather(*(timed(process, question) for question in questions))
        took = asyncio.create_task(
            acts(live, table, lambda: asked.done() and passed(begun) > LEAST)
        )
        await asked
        ended = passed(begun)
        found = sorted(await took)
        computers.close()
        live.close()
    print(
        f"{name:<34}{ended:>6.2f} s{len(found):>7}{median(found) * 1000:>8.1f}"
        f"{found[int(0.99 * len(found))] * 1000:>8.1f}{found[-1] * 1000:>9.1f}"
    )


def passed(begun: float) -> float:
    return perf_counter() - begun


async def presses() -> None:
    print(f"{'acts beside …':<34}{'took':>8}{'acts':>7}{'median':>8}{'99 %':>8}{'slowest':>9} ms")
    await beside("nothing")
    reviews = {key: a_review(key) for key in registry.games()}
    for key, review in reviews.items():
        await beside(f"the first hint of {key}", a_hint(key))
        await beside(f"the first review of {key}", review)
    await beside(f"{BESIDE} reviews at once", *islice(cycle(reviews.values()), BESIDE))


async def main() -> None:
    await answers()
    await sizes()
    await presses()


if __name__ == "__main__":
    # Else the worker imports this bench with all of the bot, instead of the bot's command line.
    sys.modules["__main__"] = ModuleType("__main__")
    asyncio.run(main())
