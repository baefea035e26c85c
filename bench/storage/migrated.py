"""How long a large database of an older version takes to be migrated, killed on the way.

    python -m bench.storage.migrated CHECKOUT [rounds, 20,000 unless told] [--folder FOLDER]

The bot of an older version, in the folder CHECKOUT, plays and fills a database and leaves a round
of each game open. Then the present version migrates it, in a process that is killed five times:
when it has begun, three times under way, and while it ends. What is known of every round is
compared before and after, and the open rounds are played on by the present bot. SQLite only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from time import perf_counter, sleep
from typing import Any

from bench.discord.press import ROOT
from bench.local_discord import rounds
from bench.local_discord.messages import Message
from bench.local_discord.players import Player
from bench.local_discord.prefill import DATABASE
from bench.local_discord.process import BotProcess, Launch
from bench.local_discord.server import LocalDiscord
from bench.storage import full_database

MIGRATE = "import sys; from bot.storage.database import Storage; Storage.open(sys.argv[1]).close()"
KILLED_AT = (0.0, 0.3, 0.6, 0.9, 1.0)
"""How much of the rounds has been moved when the process is killed."""

LOOK_SECONDS = 0.01
CHANNELS = 12
LISTS = ("hints", "coached", "taken_back")
OPTIONS = {
    "match": "best_of",
    "next": "next_round",
    "end": "highlights",
    **{
        name: name
        for name in ("help", "hints", "take_back", "pace", "pair", "thread", "reach", "rules")
    },
    "replay": "replay",
}


@dataclass
class Figures:
    """What was measured: the seconds of each run, sizes in bytes, and what was compared."""

    rounds: int = 0
    seconds: list[float] = field(default_factory=list)
    killed: list[str] = field(default_factory=list)
    before: int = 0
    after: int = 0
    copy: int = 0
    equal: bool = False
    sound: bool = False
    went_on: dict[str, bool] = field(default_factory=dict)


async def measured(checkout: Path, count: int, folder: Path) -> Figures:
    """Make the database, migrate it and play on."""
    made = Figures()
    async with LocalDiscord(2, CHANNELS, sampled=50) as discord:
        old = Launch(None, checkout)
        database = await full_database.played(discord, folder, old)
        players = [Player(discord, place, strict=True) for place in discord.places]
        guilds = sorted({place.guild for place in discord.places})
        filled = full_database.fill(database, count, guilds, players[0].place)
        print(*full_database.lines(filled), sep="\n", flush=True)
        bot = await BotProcess.start("bot", discord, folder, old)
        begun = await _begun(players[1:])
        await bot.stop()
        _migrate(database, made)
        bot = await BotProcess.start("bot", discord, folder, Launch(None, ROOT))
        try:
            for game, (player, board) in begun.items():
                steps = _steps(database, player)
                await rounds.decide(player, board)
                made.went_on[game] = _steps(database, player) > steps > 0
        finally:
            await bot.stop()
    return made


async def _begun(players: list[Player]) -> dict[str, tuple[Player, Message]]:
    """Begin a round of each game, each in a channel of its own, and take one decision if many."""
    found: dict[str, tuple[Player, Message]] = {}
    for player, game in zip(players, rounds.games(players[0]), strict=False):
        board = await rounds.begin(player, game)
        if board is None:
            sys.exit(f"migrated.py: no round of {game} begins")
        found[game] = player, board
    return found


def _migrate(database: Path, made: Figures) -> None:
    """Migrate the database, killed on the way, and compare."""
    _emptied_log(database)
    made.before = database.stat().st_size
    before = _digest(database)
    with closing(_reading(database)) as connection:
        (made.rounds,) = connection.execute("SELECT max(id) FROM rounds").fetchone()
    for share in (*KILLED_AT, None):
        begun = perf_counter()
        command = [sys.executable, "-c", MIGRATE, f"sqlite:///{database}"]
        process = subprocess.Popen(command, cwd=ROOT)  # noqa: S603 — this Python
        if share is None:
            if process.wait():
                sys.exit("migrated.py: the migration failed")
        else:
            made.killed.append(_killed(process, database, share * made.rounds))
        made.seconds.append(perf_counter() - begun)
    _emptied_log(database)
    made.after = database.stat().st_size
    made.copy = sum(one.stat().st_size for one in database.parent.glob(f"{DATABASE}.before-*"))
    made.equal = _digest(database) == before
    with closing(_reading(database)) as connection:
        checks = ("PRAGMA integrity_check", "PRAGMA foreign_key_check")
        answers = [connection.execute(one).fetchall() for one in checks]
    made.sound = answers == [[("ok",)], []]


def _killed(process: subprocess.Popen[bytes], database: Path, number: float) -> str:
    """Kill a process once the rounds up to a number have been moved; return how far it was."""
    while process.poll() is None:
        with closing(_reading(database)) as connection:
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        _, begun, moved = revision.partition("-")
        if begun and int(moved) >= number:
            process.send_signal(signal.SIGKILL)
            process.wait()
            return str(revision)
        sleep(LOOK_SECONDS)
    sys.exit(f"migrated.py: it ended by itself before round {number:,.0f}")


def _steps(database: Path, player: Player) -> int:
    """Return how many steps the newest round in a member's channel has."""
    query = "SELECT recorded FROM rounds WHERE channel = ? ORDER BY id DESC LIMIT 1"
    with closing(_reading(database)) as connection:
        (recorded,) = connection.execute(query, (player.place.channel,)).fetchone()
    return int(recorded)


def _digest(database: Path) -> str:
    """Return the SHA-256 of what is known of every round but its state, by its version's tables."""
    digest = sha256()
    with closing(_reading(database)) as connection:
        connection.row_factory = sqlite3.Row
        names = {row["name"] for row in connection.execute("PRAGMA table_info(rounds)")}
        told = _told_by_text(connection) if "sitters" in names else _told_by_columns(connection)
        for one in told:
            digest.update(json.dumps(one, sort_keys=True).encode())
        query = 'SELECT round, seat, "user", level, share, score FROM results ORDER BY round, seat'
        for row in connection.execute(query):
            digest.update(json.dumps(tuple(row)).encode())
    return digest.hexdigest()


def _told_by_text(connection: sqlite3.Connection) -> Iterator[Any]:
    query = "SELECT id, status, opener, state, sitters, table_options FROM rounds ORDER BY id"
    for row in connection.execute(query):
        seats = [
            [
                one["user"],
                one["level"],
                bool(one["accepted"]),
                bool(one["left"]),
                one["idles"],
                one.get("wins", 0),
                one.get("left_at", 0),
                *(one.get(name, []) for name in LISTS),
            ]
            for one in json.loads(row["sitters"])
        ]
        options = json.loads(row["table_options"])
        yield row["id"], row["status"], row["opener"], row["state"], seats, options


def _told_by_columns(connection: sqlite3.Connection) -> Iterator[Any]:
    sitting = connection.execute("SELECT * FROM seats ORDER BY round, seat")
    seat = next(sitting, None)
    for row in connection.execute("SELECT * FROM rounds ORDER BY id"):
        seats = []
        while seat is not None and seat["round"] == row["id"]:
            lists = ([*map(int, (seat[name] or "").split())] for name in LISTS)
            seats.append(
                [
                    seat["user"],
                    seat["level"],
                    bool(seat["accepted"]),
                    bool(seat["left"]),
                    seat["missed_turns"],
                    seat["wins"],
                    seat["left_at"],
                    *lists,
                ]
            )
            seat = next(sitting, None)
        options = {key: row[name] for key, name in OPTIONS.items() if row[name] is not None}
        if row["closed"] is not None:
            by = row["closed_by"]
            options["closed"] = row["closed"] if by is None else f"{row['closed']}.{by}"
        yield row["id"], row["status"], row["opener"], row["state"], seats, options


def _reading(database: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=60)


def _emptied_log(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def report(made: Figures) -> int:
    """Print what was measured; return the exit code."""
    runs = ", ".join(f"{one:.1f}" for one in made.seconds)
    print(f"{made.rounds:,} rounds, killed at {', '.join(made.killed)}")
    print(f"seconds of each run: {runs}; {sum(made.seconds):.1f} together")
    sizes = (made.before, made.after, made.copy)
    told = [f"{size / 1e6:,.0f} MB" for size in sizes]
    print(f"size: {told[0]} before, {told[1]} after, {told[2]} the copy from before")
    print(f"every round is what it was: {made.equal}; the file is sound: {made.sound}")
    print("played on: " + ", ".join(f"{game} {went}" for game, went in made.went_on.items()))
    return int(not (made.equal and made.sound and made.went_on and all(made.went_on.values())))


def main(argv: list[str] | None = None) -> int:
    """Make, migrate, compare and print."""
    parser = argparse.ArgumentParser(description="Measure the migration of a large database.")
    parser.add_argument("checkout", type=Path, help="the folder of an older version")
    parser.add_argument("rounds", type=int, nargs="?", default=20_000)
    parser.add_argument("--folder", type=Path, help="for the database (default: a temporary one)")
    chosen = parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="migrated-", dir=chosen.folder) as folder:
        made = asyncio.run(measured(chosen.checkout.resolve(), chosen.rounds, Path(folder)))
    return report(made)


if __name__ == "__main__":
    sys.exit(main())
