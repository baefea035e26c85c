"""What the accounting of a round costs, once the round is over.

    python -m bench.statistics.accounting [rounds, 300 unless told] [--game GAME] [--at-once N]

Members finish rounds, half of them against the computer where the game is one for two, half
against each other; sheets are filled alone. Then the accounting is made as at ticks, N rounds at
a time. Printed are the milliseconds of processor time that a round takes in the analysis process
and on the storage thread, and how many rounds are done a second. A first tick, in which the
analysis process starts and solves the game, is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bench.seeded import Seeded
from bot.statistics.accounting import Accounting
from bot.storage.database import Storage
from bot.storage.thread import StorageThread
from bot.table.pace import TimeLimits
from bot.table.store import rounds
from bot.table.stored_round import NONE, StoredRound
from bot.table.use_cases import Change, OpenRequest, Table
from bot.thinking.process import AnalysisProcess
from rules import registry
from rules.levels import HOUSE

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS = 300
AT_ONCE = 5
MEMBERS = 32
SERVER = 1


class Players:
    """Members who finish rounds, each by one choice after the other."""

    def __init__(self, storage: Storage, game: str) -> None:
        self._storage, self._game = storage, game
        self._table, self._random = Table(Seeded(1), TimeLimits()), Random(1)

    def play(self, number: int) -> None:
        """Play a round to its end."""
        first, second = self._random.sample(range(1, MEMBERS + 1), 2)
        for_two = registry.game(self._game).info.for_two
        alone = not for_two or number % 2 == 0
        request = OpenRequest(
            self._game,
            first,
            number,
            guild=SERVER,
            opponent=None if alone else second,
            level=HOUSE.key if for_two and alone else None,
            table_options={"help": NONE},
        )
        stored = self._storage.act(rounds.open_round, self._table.open(request, NOW))
        if stored.status == "waiting":
            stored = self._change(stored, self._table.join(second, NOW))
        while stored.status == "playing":
            play: Any = stored.play
            seat = next(one for one in play.awaits.seats if stored.players[one.index].user)
            user = stored.players[seat.index].user or 0
            action = self._random.choice(play.game.legal(play.state, seat))
            stored = self._change(stored, self._table.act(user, stored.moment, action, NOW))

    def _change(self, stored: StoredRound, change: Change) -> StoredRound:
        return self._storage.act(rounds.save, change(stored), NOW)


async def spent(thread: StorageThread, analysis: AnalysisProcess) -> tuple[float, float]:
    """Return the processor seconds of the analysis process and of the storage thread so far."""
    return await analysis.ask(time.process_time), await thread.read(lambda _: time.thread_time())


async def measure(storage: Storage, at_once: int, ticks: Iterable[int]) -> None:
    """Make the accounting of all rounds that wait, and print what a round costs."""
    thread, analysis = StorageThread(storage), AnalysisProcess()
    accounting = Accounting(thread, analysis, lambda: None)
    done = await accounting.make(at_once)
    before, began, done = await spent(thread, analysis), time.perf_counter(), 0
    for _ in ticks:
        made = await accounting.make(at_once)
        done += made
        if not made:
            break
    took, after = time.perf_counter() - began, await spent(thread, analysis)
    for name, first, last in zip(
        ("analysis process", "storage thread"), before, after, strict=True
    ):
        print(f"{name:<20}{(last - first) / done * 1000:8.2f} ms a round")
    print(f"{'both, one by one':<20}{took / done * 1000:8.2f} ms a round, {done} rounds")
    thread.close()
    analysis.close()


def main() -> None:
    """Play the rounds, make their accounting, print what it cost."""
    parser = argparse.ArgumentParser(description="What the accounting of a round costs.")
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("--game", default="dice-poker", choices=registry.games())
    parser.add_argument("--at-once", type=int, default=AT_ONCE)
    chosen = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        Storage.open(f"sqlite:///{Path(folder) / 'accounting.sqlite3'}") as storage,
    ):
        players = Players(storage, chosen.game)
        for number in range(1, chosen.rounds + chosen.at_once + 1):
            players.play(number)
        asyncio.run(measure(storage, chosen.at_once, range(chosen.rounds)))


if __name__ == "__main__":
    main()
