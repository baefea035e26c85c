"""What one act costs in the shortest game and at the end of the longest: `python bench/acts.py`.

The dealer's choice in Dice Poker between two members beside the last turns of
Thirteen Rows with six, storage included: `bot.play.live_rounds` changes the live round and
saves it in one transaction, on an SQLite file. Both act in turns, so that a busy
machine slows both; the figure is the median. A record that grows must not make acts
slower: the ratio may be 2. Another number of acts than 300 may be given.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.seeded import Seeded
from bot.play.live_rounds import LiveRounds
from bot.storage.database import Storage
from bot.storage.thread import StorageThread
from bot.table.pace import TimeLimits
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Change, OpenRequest, Table
from bot.thinking.process import AnalysisProcess
from rules.engine import Round
from rules.screen import Action

ACTS = 300
ALLOWED = 2.0
NOW = datetime(2026, 1, 1, tzinfo=UTC)
PEOPLE = range(1, 7)


class Bench:
    """A table, its live rounds, and the time that acts take at it."""

    def __init__(self, live: LiveRounds) -> None:
        self.live = live
        self.table = Table(Seeded(1), TimeLimits(timedelta(minutes=10)))
        self.channel = 0

    async def open(self, game: str, opponent: int | None = None) -> StoredRound:
        """Open a round in a channel of its own."""
        self.channel += 1
        opening = OpenRequest(game=game, opener=PEOPLE[0], channel=self.channel, opponent=opponent)
        return await self.live.open(
            opening.channel, lambda reserved: self.table.open(opening, NOW, reserved)
        )

    async def change(self, stored: StoredRound, change: Change) -> StoredRound:
        """Return the round after a change."""
        _, after = await self.live.change(stored.id, change, NOW)
        return self.live.mark_drawn(after)

    async def act(self, stored: StoredRound, action: Action) -> tuple[StoredRound, float]:
        """Do an action for the member who is awaited; return the round and the seconds it took."""
        user = awaited(stored)
        begun = perf_counter()
        after = await self.change(stored, self.table.act(user, stored.moment, action, NOW))
        return after, perf_counter() - begun

    async def dice_poker(self) -> float:
        """Return the seconds of one act of Dice Poker: the dealer rerolls two dice."""
        stored = await self.open("dice-poker", opponent=PEOPLE[1])
        stored = await self.change(stored, self.table.join(PEOPLE[1], NOW))
        _, seconds = await self.act(stored, Action("reroll", "12"))
        return seconds

    async def sheet_of_six(self) -> StoredRound:
        """Return a round of Thirteen Rows with six members in its thirteenth turn.

        Every turn took all three rolls: its record is as long as it can be.
        """
        stored = await self.open("thirteen")
        for user in PEOPLE[1:]:
            stored = await self.change(stored, self.table.join(user, NOW))
        stored = await self.change(stored, self.table.start(PEOPLE[0], NOW))
        for _ in range(12 * len(PEOPLE)):
            for action in (*rerolls(), self.first_row(stored)):
                stored, _ = await self.act(stored, action)
        return stored

    def first_row(self, stored: StoredRound) -> Action:
        """Return the first row that is open to the seat to choose."""
        play = playing(stored)
        return play.game.legal(play.state, play.awaits.seats[0])[0]


def rerolls() -> tuple[Action, Action]:
    """Return two rerolls, of all dice and of two."""
    return Action("reroll", "12345"), Action("reroll", "12")


def playing(stored: StoredRound) -> Round[Any]:
    """Return the round of dice under way."""
    if stored.play is None:
        sys.exit("the round has not begun")
    return stored.play


def awaited(stored: StoredRound) -> int:
    """Return the member who is to choose."""
    user = stored.players[playing(stored).awaits.seats[0].index].user
    if user is None:
        sys.exit("nobody is awaited")
    return user


async def measure(storage: Storage, acts: int) -> tuple[list[float], list[float], int]:
    """Return the seconds of so many acts in each game, and the steps of the longest record."""
    live = LiveRounds(StorageThread(storage), AnalysisProcess())
    bench = Bench(live)
    short: list[float] = []
    long: list[float] = []
    recorded = 0
    while len(long) < acts:
        stored = await bench.sheet_of_six()
        while stored.status == "playing" and len(long) < acts:
            for action in (*rerolls(), None):
                stored, seconds = await bench.act(stored, action or bench.first_row(stored))
                long.append(seconds)
                short.append(await bench.dice_poker())
        recorded = max(recorded, playing(stored).recorded)
    live.close()
    return short, long, recorded


def main() -> int:
    """Print the figures side by side; 1 if the longest game costs too much."""
    acts = int(sys.argv[1]) if len(sys.argv) > 1 else ACTS
    with (
        TemporaryDirectory() as folder,
        Storage.open(f"sqlite:///{Path(folder) / 'acts.sqlite3'}") as storage,
    ):
        short, long, recorded = asyncio.run(measure(storage, acts))
    figures: list[tuple[str, Callable[[list[float]], float]]] = [
        ("median", median),
        ("fastest", min),
        ("slowest", max),
    ]
    print(f"one act, storage included, in milliseconds ({acts} acts each)")
    print(f"{'':<10}{'Dice Poker':>12}{'Thirteen Rows, six seats, last turn':>38}")
    for name, figure in figures:
        print(f"{name:<10}{figure(short) * 1000:>12.2f}{figure(long) * 1000:>38.2f}")
    ratio = median(long) / median(short)
    print(f"the longest record had {recorded} steps; the ratio of the medians is {ratio:.2f}")
    return int(ratio > ALLOWED)


if __name__ == "__main__":
    sys.exit(main())
