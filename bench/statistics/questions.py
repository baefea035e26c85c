"""The time of questions about statistics among a million stored results.

    python -m bench.statistics.questions [results]

Fills an empty database (that of `DATABASE_URL`, else a file of SQLite) with made-up rounds of
some servers, one of them with ten thousand members, and asks everything that the
tabs of /stats ask, and what waits for its accounting, many times.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import insert

from bot.statistics.standing import PERIODS, Standing, span
from bot.statistics.store import history, standings
from bot.statistics.store.standings import LeaderboardQuery, standing_values
from bot.storage.database import Storage
from bot.storage.schema import (
    account_queue as account_queue_table,
)
from bot.storage.schema import (
    accounts as accounts_table,
)
from bot.storage.schema import (
    results,
    rounds,
    seats,
)
from bot.storage.schema import (
    standings as standings_table,
)
from bot.storage.shards import Shards
from bot.table.store import account_queue
from rules.skill import SkillSums

LIMIT_MS = 50.0
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
BATCH = 2_000
FILL_SECONDS = 600.0
GAMES = ("dice-poker", "poker-dice", "thirteen", "nine", "six-card", "")
WAITING = 50_000
"""How many rounds wait for their accounting, all of one shard's servers."""

BIG_SERVER, BUSY = 1, 10_000
"""The server with most members, and the member of it with most rounds."""


def members(server: int) -> int:
    """Return how many members a server has."""
    return 10_000 if server == BIG_SERVER else 500


def round_rows(number: int, random: Random) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the row of a round for two, and what its seats have in `results` and `accounts`."""
    server = BIG_SERVER if random.random() < 0.5 else random.randrange(2, 40)
    pair = random.sample(range(members(server)), 2)
    users = [server * 10_000 + one for one in pair]
    if server == BIG_SERVER and random.random() < 0.02:
        users[0] = BUSY
    ended = NOW - timedelta(minutes=2 * number)
    row = {
        "id": number,
        "version": 5,
        "drawn": 5,
        "status": "over",
        "game": random.choice(GAMES[:-1]),
        "guild": server,
        "channel": number,
        "opener": users[0],
        "language": "en",
        "options": "{}",
        "recorded": 8,
        "opened": ended,
    }
    seats = [
        {
            "round": number,
            "seat": seat,
            "user": user,
            "share": str(1 - seat),
            "won": seat == 0,
            "finished": ended,
            "guild": server,
        }
        for seat, user in enumerate(users)
    ]
    return row, seats


def seat_row(end: dict[str, Any]) -> dict[str, Any]:
    """Return the row of the seat that has a result."""
    plain = {"accepted": True, "left": False, "left_at": 0, "missed_turns": 0, "wins": 0}
    return {**{key: end[key] for key in ("round", "seat", "user")}, **plain, "open": False}


def fill(storage: Storage, count: int, random: Random) -> None:
    """Store this number of results, two a round, with an account for each."""
    amounts = dict.fromkeys(
        ("start", "luck", "skill", "others", "hidden", "estimate", "result"), 0.1
    )
    for first in range(1, count // 2 + 1, BATCH):
        made = [
            round_rows(number, random)
            for number in range(first, min(first + BATCH, count // 2 + 1))
        ]
        ends = [seat for _, seats in made for seat in seats]
        told = [
            {
                **{key: end[key] for key in ("round", "seat", "user")},
                **amounts,
                "guild": row["guild"],
                "game": row["game"],
                "ended": row["opened"],
                "given": random.random(),
                "expected": 1.0,
                "variance": 4.0,
                "counted": 3,
                "gone": False,
            }
            for row, seats in made
            for end in seats
        ]
        queued = [
            {"round": row["id"], "ended": NOW, "attempts": 0, "guild": row["guild"]}
            for row, _ in made
            if row["id"] <= WAITING
        ]
        with storage._held.transaction(reads=False, seconds=FILL_SECONDS) as connection:  # noqa: SLF001 — fills tables as no code does
            connection.execute(insert(rounds), [row for row, _ in made])
            connection.execute(insert(seats), [seat_row(end) for end in ends])
            connection.execute(insert(results), ends)
            connection.execute(insert(accounts_table), told)
            if queued:
                connection.execute(insert(account_queue_table), queued)


def stand(storage: Storage, random: Random) -> None:
    """Store the standings of every member of every server, in every game and period."""
    for server in range(1, 40):
        lines = [
            line for one in range(members(server)) for line in standing_rows(server, one, random)
        ]
        for first in range(0, len(lines), BATCH):
            with storage._held.transaction(reads=False, seconds=FILL_SECONDS) as connection:  # noqa: SLF001 — fills tables as no code does
                connection.execute(insert(standings_table), lines[first : first + BATCH])


def standing_rows(server: int, member: int, random: Random) -> Iterator[dict[str, Any]]:
    sums = SkillSums(rounds=40, given=30.0, expected=40.0, variance=4.0)
    values = standing_values(Standing(rounds=40, sums=sums, among=40, last_counted=NOW))
    for game in GAMES:
        for period in PERIODS:
            yield {
                **values,
                "guild": server,
                "user": server * 10_000 + member,
                "game": game,
                "period": period,
                "span": span(period, NOW),
                "by_skill": random.randrange(1800, 3001),
                "by_results": random.randrange(600, 1900),
                "by_best": random.randrange(80, 300),
            }


def questions(storage: Storage) -> dict[str, Callable[[], object]]:
    last = LeaderboardQuery(BIG_SERVER, "", "skill", "all", NOW, BUSY)
    return {
        "stats: standing": lambda: storage.read(standings.of_member, BIG_SERVER, BUSY),
        "leaderboard: first page": lambda: storage.read(standings.leaderboard, last, 0),
        "leaderboard: last page": lambda: storage.read(standings.leaderboard, last, 999),
        "history: first page": lambda: storage.read(history.page, BIG_SERVER, BUSY, 0),
        "history: page 500": lambda: storage.read(history.page, BIG_SERVER, BUSY, 500),
        "history: another server": lambda: storage.read(history.page, 2, BUSY, 0),
        "the queue": lambda: storage.read(account_queue.waiting, 5),
        "the queue: own shard": lambda: storage.read(account_queue.waiting, 5, Shards(2, (0,))),
        "the queue: other shard": lambda: storage.read(account_queue.waiting, 5, Shards(2, (1,))),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="?", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--filled", action="store_true", help="keep the data and measure again")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/stats.sqlite3"
        with Storage.open(url) as storage:
            if not arguments.filled:
                random, begun = Random(13), perf_counter()
                fill(storage, arguments.results, random)
                stand(storage, random)
                print(f"filled in {perf_counter() - begun:.0f} s", flush=True)
            slow = 0
            for name, ask in questions(storage).items():
                taken = []
                for _ in range(arguments.times):
                    before = perf_counter()
                    ask()
                    taken.append(1000 * (perf_counter() - before))
                slow += median(taken) > LIMIT_MS
                print(f"{name:<26}{median(taken):8.1f} ms, at most {max(taken):6.1f}", flush=True)
    print(f"{slow} questions took longer than {LIMIT_MS:.0f} ms")


if __name__ == "__main__":
    main()
