"""The cost of judging a finished round.

    python -m bench.statistics.judging [rounds, default 300] [--game GAME] [--presses N]

Members finish rounds, half of them against the computer where the game is one for two, half
against each other; sheets are filled alone. Then they are judged as at ticks. Printed are
the milliseconds of processor time that a round takes in the analysis process and on the storage
thread, and how many rounds are done a second: first half of the rounds when the bot is idle, then
the other half while N acts a second (50 unless told) are stored as those of presses are. Of
these acts, the slowest and the median are told, beside as many without any judging. A first
tick, in which the analysis process starts and solves the game, is left out.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from bench.seeded import Seeded
from bot.play.idle_time import IdleTime
from bot.statistics.judging import GameJudge
from bot.storage.database import Storage
from bot.storage.shards import ALL_SERVERS
from bot.storage.thread import StorageThread
from bot.table.store import rounds
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Change, OpenRequest, Table
from bot.thinking.process import AnalysisProcess
from rules import registry
from rules.levels import HOUSE

T = TypeVar("T")

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS = 300
PRESSES = 50
WARM_UP = 5
BASELINE_SECONDS = 3.0
MEMBERS = 32
SERVER = 1


class Players:
    """Members who finish rounds, one choice at a time."""

    def __init__(self, storage: Storage, game: str) -> None:
        self._storage, self._game = storage, game
        self._table, self._random = Table(Seeded(1), TimeLimits()), Random(1)

    def play(self, number: int) -> None:
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
        )
        stored = self._storage.write(rounds.open_round, self._table.open(request, NOW))
        if stored.status == "waiting":
            stored = self._change(stored, self._table.join(second, NOW))
        while stored.status == "playing":
            play: Any = stored.play
            seat = next(one for one in play.awaits.seats if stored.players[one.index].user)
            user = stored.players[seat.index].user or 0
            action = self._random.choice(play.game.legal(play.state, seat))
            stored = self._change(
                stored, self._table.choose_action(user, stored.moment, action, NOW)
            )

    def _change(self, stored: StoredRound, change: Change) -> StoredRound:
        return self._storage.write(rounds.save, change(stored), NOW)


async def spent(thread: StorageThread, analysis: AnalysisProcess) -> tuple[float, float]:
    """Return the processor seconds of the analysis process and of the storage thread so far."""
    return await analysis.ask(time.process_time), await thread.read(lambda _: time.thread_time())


class TimedThread(StorageThread):
    """The storage thread; `calls` holds the milliseconds of processor time of each read and write.

    Other programs of the machine do not change them.
    """

    def __init__(self, storage: Storage) -> None:
        super().__init__(storage)
        self.calls: list[float] = []

    async def _use(self, use: Callable[[Storage], T]) -> T:
        def timed(storage: Storage) -> T:
            began = time.thread_time()
            try:
                return use(storage)
            finally:
                self.calls.append(1000 * (time.thread_time() - began))

        return await super()._use(timed)

    def told(self) -> str:
        """Return the number of calls, their median and the longest ones in milliseconds."""
        some = sorted(self.calls)
        longest = ", ".join(f"{one:.1f}" for one in some[-5:])
        return f"{len(some)}, median {some[len(some) // 2]:.1f} ms, longest {longest} ms"


class Presses:
    """Acts stored at an even rate on the storage thread, as those of presses are; their times."""

    def __init__(self, thread: StorageThread, a_second: int) -> None:
        self._thread, self._pause = thread, 1 / a_second
        self.under_way: set[asyncio.Task[None]] = set()
        self.seconds: list[float] = []

    async def go_on(self) -> None:
        loop, number = asyncio.get_running_loop(), 0
        began = loop.time()
        while True:
            number += 1
            await asyncio.sleep(max(0.0, began + number * self._pause - loop.time()))
            task = asyncio.create_task(self._press())
            self.under_way.add(task)
            task.add_done_callback(self.under_way.discard)

    async def _press(self) -> None:
        began = time.perf_counter()
        await self._thread.write(rounds.mark_shown, {1: rounds.ShownVersion(1)})
        self.seconds.append(time.perf_counter() - began)

    def told(self) -> str:
        """Return their number, the median and the slowest in milliseconds."""
        some = sorted(self.seconds)
        middle, slowest = 1000 * some[len(some) // 2], 1000 * some[-1]
        self.seconds = []
        return f"{len(some)} acts, median {middle:.1f} ms, slowest {slowest:.1f} ms"


async def measure(storage: Storage, waiting: int, a_second: int) -> None:
    """Judge all rounds, and print what a round costs."""
    thread, analysis = TimedThread(storage), AnalysisProcess()
    presses = Presses(thread, a_second)
    idle = IdleTime(lambda: bool(presses.under_way))
    judge = GameJudge(storage=thread, analysis=analysis, held=lambda: ALL_SERVERS, idle=idle)
    for _ in range(WARM_UP):
        await judge.judge(0)
    thread.calls.clear()
    await _measure_half(judge, thread, analysis, waiting // 2, "idle")
    pressing = asyncio.create_task(presses.go_on())
    await asyncio.sleep(BASELINE_SECONDS)
    print(f"{'no judging':<20}{presses.told()}")
    await _measure_half(judge, thread, analysis, waiting - waiting // 2, f"{a_second} acts/s")
    print(f"{'meanwhile':<20}{presses.told()}")
    print(f"{'calls of the thread':<20}{thread.told()} of processor time")
    pressing.cancel()
    await asyncio.wait([pressing, *presses.under_way])
    thread.close()
    analysis.close()


async def _measure_half(
    judge: GameJudge, thread: StorageThread, analysis: AnalysisProcess, most: int, name: str
) -> None:
    before, began, done = await spent(thread, analysis), time.perf_counter(), 0
    while done < most:
        judged = await judge.judge(0)
        done += judged
        if not judged:
            break
    took, after = time.perf_counter() - began, await spent(thread, analysis)
    asked, stored = (
        (last - first) / done * 1000 for first, last in zip(before, after, strict=True)
    )
    print(
        f"{name:<20}{done / took:.0f} rounds a second ({done} rounds); each takes {asked:.2f} ms "
        f"in the analysis process, {stored:.2f} ms on the storage thread"
    )


def main() -> None:
    """Play the rounds, judge them, print what it cost."""
    parser = argparse.ArgumentParser(description="What judging a round costs.")
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("--game", default="dice-poker", choices=registry.games())
    parser.add_argument("--presses", type=int, default=PRESSES)
    chosen = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        Storage.open(f"sqlite:///{Path(folder) / 'judging.sqlite3'}") as storage,
    ):
        players = Players(storage, chosen.game)
        for number in range(1, chosen.rounds + WARM_UP + 1):
            players.play(number)
        asyncio.run(measure(storage, chosen.rounds, chosen.presses))


if __name__ == "__main__":
    main()
