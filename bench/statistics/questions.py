"""The time of questions about statistics among 200,000 stored seats.

    python -m bench.statistics.questions [seats]

Fills an empty database (that of `DATABASE_URL`, else a file of SQLite) with made-up games of the
last hundred days, half of them on one server with ten thousand members, and asks many times what
/stats asks, and what is to be judged. The lists are those of that server.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from sqlalchemy import Table, insert

from bot.statistics.store import leaderboards, of_member, to_judge
from bot.statistics.store.leaderboards import LeaderboardQuery
from bot.storage.database import Storage
from bot.storage.schema import results, rounds
from bot.storage.shards import Shards
from bot.storage.statement import Connection, Statement, binds

LIMIT_MS = 50.0
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
SPAN = timedelta(days=100)
BATCH = 2_000
FILL_SECONDS = 600.0
GAMES = ("dice-poker", "yams", "yams/alone", "yams/alone")
"""The games, as often as they are played: half of the games are sheets alone."""

BIG_SERVER, BUSY = 1, 10_001
"""The server with most members, and the member of it with most games."""

MEMBERS, OTHERS = 10_000, 500
SERVERS = 40


def game_rows(number: int, ended: datetime, random: Random) -> list[dict[str, Any]]:
    """Return the rows of a game in `results`, one or two."""
    server = BIG_SERVER if random.random() < 0.5 else random.randrange(2, SERVERS)
    members = MEMBERS if server == BIG_SERVER else OTHERS
    game = random.choice(GAMES)
    alone = game.endswith("/alone")
    users = [server * 100_000 + one for one in random.sample(range(members), 1 if alone else 2)]
    if server == BIG_SERVER and random.random() < 0.02:
        users[0] = BUSY
    return [
        {
            "round": number,
            "seat": seat,
            "user": user,
            "guild": server,
            "game": game,
            "seat_count": len(users),
            "day": False,
            "begun": ended - timedelta(minutes=5),
            "finished": ended,
            "share": str(1 - seat),
            "won": None if alone else seat == 0,
            "score": None if game == "dice-poker" else random.randrange(80, 400),
            "left": random.random() < 0.03,
            "hinted": random.random() < 0.03,
            "choices": 30,
            "lost": None if number % 100 == 0 else 30 * random.random(),
            "par": 15.0,
        }
        for seat, user in enumerate(users)
    ]


def round_row(number: int, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the row of the round to which results belong."""
    first = rows[0]
    return {
        "id": number,
        "version": 5,
        "drawn": 5,
        "status": "over",
        "game": first["game"].removesuffix("/alone"),
        "guild": first["guild"],
        "channel": number,
        "opener": first["user"],
        "language": "en",
        "options": "{}",
        "recorded": 8,
        "opened": first["begun"],
        **dict.fromkeys(("pair", "in_thread", "out_of_reach", "rules_known", "has_card"), False),
    }


def fill(storage: Storage, seats: int, random: Random) -> None:
    """Store games with this number of seats, the oldest first."""
    stored, number, step = 0, 0, SPAN / seats * 1.3
    while stored < seats:
        some: list[list[dict[str, Any]]] = []
        while stored < seats and len(some) < BATCH:
            number += 1
            some.append(game_rows(number, NOW - SPAN + number * step, random))
            stored += len(some[-1])
        with storage._held.transaction(reads=False, seconds=FILL_SECONDS) as connection:  # noqa: SLF001 — fills tables as no code does
            _insert(connection, rounds, [round_row(one[0]["round"], one) for one in some])
            _insert(connection, results, [row for one in some for row in one])
    with storage._held.transaction(reads=False, seconds=FILL_SECONDS) as connection:  # noqa: SLF001 — as a server does by itself
        connection.execute("ANALYZE")


def _insert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    connection.run_many(Statement(insert(table).values(binds(*rows[0]))), rows)


def questions(storage: Storage) -> dict[str, Callable[[], object]]:
    def of_list(kind: leaderboards.Kind, game: str) -> Callable[[], object]:
        asked = LeaderboardQuery(BIG_SERVER, kind, game, BUSY, NOW)
        return lambda: storage.read(leaderboards.read_leaderboard, asked)

    def games(connection: Connection) -> of_member.Games:
        return of_member.games(connection, BIG_SERVER, BUSY, NOW)

    return {
        "games won": of_list("won", ""),
        "best totals": of_list("best", "yams/alone"),
        "accuracy": of_list("accuracy", "yams/alone"),
        "games of a member": lambda: storage.read(games),
        "to be judged": lambda: storage.read(to_judge.load_oldest, 16),
        "to be judged: own shard": lambda: storage.read(to_judge.load_oldest, 16, Shards(2, (0,))),
        "how many": lambda: storage.read(to_judge.queue_length),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seats", nargs="?", type=int, default=200_000)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--filled", action="store_true", help="keep the data and measure again")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = os.environ.get("DATABASE_URL") or f"sqlite:///{folder}/stats.sqlite3"
        with Storage.open(url) as storage:
            if not arguments.filled:
                begun = perf_counter()
                fill(storage, arguments.seats, Random(13))
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
