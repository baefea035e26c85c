"""Days with many private rounds: their judgement, and standings of thousands.

    python -m bench.statistics.daily [rounds, default 1000] [--members N] [--game GAME]

Members finish one day, so many private rounds, which are judged as at their end. Meanwhile a
member asks the analysis process every quarter of a second what takes it no time, as presses of
*Hint* do, and acts of another private round are stored. Printed are the rounds judged a second, the
median and the slowest wait for an answer and for a stored act, beside those while nothing is
judged. Then N members (10,000 unless told) have finished a day and a dare: printed is what reading
the standings of the day and the card of the dare takes, the median and the slowest of 20, with the
milliseconds of processor time, which other programs on the machine change little. Ends
with 1 where fewer than 20 are judged a second or standings take more than 50 ms of that.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import insert

from bot.daily import standings
from bot.daily.private_round import new_round
from bot.daily.private_rounds import DailyJudge
from bot.daily.shared_dice import Dare, Key, SharedDice, dare_key, key_text
from bot.daily.store import shared_dice as store
from bot.storage.database import Storage
from bot.storage.schema import entries
from bot.storage.statement import Connection, Statement, binds
from bot.storage.thread import StorageThread
from bot.table.players import Players
from bot.table.seed import Seed, seal_of
from bot.table.store import rounds
from bot.table.store.entries import total
from bot.table.stored_round import NO_CHANNEL, StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from bot.thinking.process import AnalysisProcess
from rules.engine import Round
from rules.screen import Action

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY, SERVER = date(2026, 11, 21), 1
LEAST_A_SECOND, MOST_MS = 20.0, 50.0
ASK_EVERY, IDLE_SECONDS = 0.25, 3.0
TABLE = Table(None, TimeLimits())
PLAYED = 25
"""How many private rounds are played; the others are the same ones of other members."""


def opened(storage: Storage, game: str) -> SharedDice:
    """Return a dare, as it is stored."""
    seed = Seed(NO_CHANNEL, sha256(b"bench").digest(), NOW)
    dare = Dare(game, 1, NOW + timedelta(days=3), "en", 2, SERVER)
    return storage.write(store.open_dare, SharedDice(dare_key(seed), seed, dare=dare))


def played(shared: SharedDice, number: int) -> StoredRound:
    """Return the private round of a member who rerolls and writes at random."""
    private, random = begun(shared, number), Random(number)
    while private.play is not None and private.status == "private":
        legal = private.play.game.legal(private.play.state, private.seats_of(number)[0])
        private = choose(private, random.choice(legal))
    return private


def begun(shared: SharedDice, member: int) -> StoredRound:
    """Return the private round of a member, which has begun and is not stored yet."""
    if shared.sheet is None:
        raise ValueError("the dice have no game")
    return TABLE.begin_private(new_round(shared, shared.sheet.info.key, member, SERVER, NOW), NOW)


def choose(private: StoredRound, action: Action) -> StoredRound:
    """Return a private round after a choice of its member."""
    return TABLE.choose_action(private.opener, private.moment, action, NOW)(private)


async def waits(do: Callable[[], Awaitable[object]], until: asyncio.Event) -> list[float]:
    """Return how many milliseconds something took, done again and again."""
    taken = []
    while not until.is_set():
        begun = time.perf_counter()
        await do()
        taken.append(1000 * (time.perf_counter() - begun))
        await asyncio.sleep(ASK_EVERY)
    return taken


async def judging(folder: str, count: int, game: str) -> bool:
    """Judge private rounds; return whether that was fast enough."""
    storage = Storage.open(f"sqlite:///{Path(folder) / 'rounds.sqlite3'}")
    thread, analysis = StorageThread(storage), AnalysisProcess()
    shared = opened(storage, game)
    models = [played(shared, number) for number in range(1, PLAYED + 1)]
    storage.write(
        _insert,
        [_of_member(models[number % PLAYED], number + 1) for number in range(count)],
        shared.key,
    )
    acting = storage.read(rounds.load, storage.write(store.begin_round, begun(shared, 10**6)).round)

    async def save() -> None:
        nonlocal acting
        acting = await thread.write(rounds.save, acting, NOW)

    async def ask() -> None:
        await analysis.ask(seal_of, b"")

    await analysis.ask(seal_of, b"")
    judges = DailyJudge(thread, analysis)
    try:
        alone = await _both(ask, save, asyncio.sleep(IDLE_SECONDS))
        started = time.perf_counter()
        beside = await _both(ask, save, judges.judge_unjudged())
        seconds = time.perf_counter() - started
        left = storage.read(store.unjudged_entries, 1)
    finally:
        analysis.close()
        thread.close()
        storage.close()
    rate, children = count / seconds, resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = 1000 * (children.ru_utime + children.ru_stime) / count
    print(
        f"{game}: {count} rounds judged in {seconds:.1f} s, {rate:.0f} a second; the analysis "
        f"process worked {worked:.1f} ms for each, its start included"
    )
    for name, (answers, acts) in (("nothing is judged", alone), ("they are judged", beside)):
        print(
            f"  while {name}: an answer waits {median(answers):.1f} ms, {max(answers):.1f} at most;"
            f" a stored act {median(acts):.1f} ms, {max(acts):.1f} at most"
        )
    return rate >= LEAST_A_SECOND and not left


async def _both(
    ask: Callable[[], Awaitable[None]],
    act: Callable[[], Awaitable[None]],
    meanwhile: Awaitable[object],
) -> tuple[list[float], list[float]]:
    ended = asyncio.Event()
    timed = [asyncio.ensure_future(waits(one, ended)) for one in (ask, act)]
    await meanwhile
    ended.set()
    answers, acts = await asyncio.gather(*timed)
    return answers, acts


async def ranking(folder: str, members: int) -> bool:
    """Read standings of private rounds; return whether that was fast enough."""
    storage = Storage.open(f"sqlite:///{Path(folder) / 'standings.sqlite3'}")
    thread, random = StorageThread(storage), Random(1)
    shared = opened(storage, "nine")
    day = storage.write(store.draw_day, DAY, NOW)
    for of in (shared, day):
        model = played(of, 1)
        without_steps = replace(model, play=replace_steps(model))
        many = [_of_member(without_steps, member) for member in range(1, members + 1)]
        given = [random.expovariate(0.04) for _ in many]
        storage.write(_insert, many, of.key, given)
    fast = True
    try:
        for name, read in (
            ("the standings of a day", lambda: standings.read_standings(thread, SERVER, DAY, 1)),
            ("the card of a dare", lambda: thread.read(store.finished_entries, shared.key)),
        ):
            taken, worked = [], []
            for _ in range(20):
                begun, working = time.perf_counter(), time.process_time()
                await read()
                taken.append(1000 * (time.perf_counter() - begun))
                worked.append(1000 * (time.process_time() - working))
            print(
                f"{name} with {members} rounds: {median(taken):.1f} ms, {max(taken):.1f} at most;"
                f" {median(worked):.1f} ms of processor time"
            )
            fast = fast and median(worked) < MOST_MS
    finally:
        thread.close()
        storage.close()
    return fast


def _of_member(model: StoredRound, member: int) -> StoredRound:
    players = Players(replace(one, user=one.user and member) for one in model.players)
    return replace(model, opener=member, players=players)


_ENTRY = Statement(
    insert(entries).values(binds("round", "set_key", "member", "guild", "total", "given"))
)


def replace_steps(model: StoredRound) -> Round[Any] | None:
    """Return the play of a round without its steps: standings read none."""
    return None if model.play is None else replace(model.play, recorded=0, steps=())


def _insert(
    connection: Connection, many: list[StoredRound], key: Key, given: Sequence[float] = ()
) -> None:
    """Store finished private rounds, with their losses where those are known."""
    for private, lost in zip_longest(many, given):
        stored = rounds.open_round(connection, private)
        row = {"round": stored.id, "set_key": key_text(key), "member": private.opener}
        made = {"guild": SERVER, "total": str(total(private)), "given": lost}
        connection.run(_ENTRY, **row, **made)


def main() -> int:
    """Measure both; return 1 where a limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int, nargs="?", default=1000)
    parser.add_argument("--members", type=int, default=10_000)
    parser.add_argument("--game", default="thirteen")
    told = parser.parse_args()
    with TemporaryDirectory() as folder:
        judged = asyncio.run(judging(folder, told.rounds, told.game))
        ranked = asyncio.run(ranking(folder, told.members))
    return 0 if judged and ranked else 1


if __name__ == "__main__":
    raise SystemExit(main())
