"""The bytes of a finished round in an SQLite database, by game.

    python -m bench.storage.sizes [rounds of each game, default 300]

Rounds are played at random by two seats (Thirteen Rows and Nine Categories alone as
well) through storage as the bot does it, one transaction an act, and the file is
measured after a checkpoint. Then the moves are deleted as KEEP_ROUNDS_DAYS does once the rounds
are judged, and the pages that are left in use are counted.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import update

from bot.admin.store import retention
from bot.storage.database import Storage
from bot.storage.schema import results
from bot.storage.statement import Statement
from bot.table.luck import SeededLuck
from bot.table.players import Player, Players
from bot.table.seed import draw_seed
from bot.table.store import rounds, seeds
from bot.table.stored_round import Deadline, DiscordPlace, StoredRound
from rules import engine, registry

NOW = datetime(2026, 1, 1, tzinfo=UTC)
MEMBER, CHANNEL = 2**60, 2**61


def play(storage: Storage, key: str, seats: int, random: Random) -> int:
    """Play a round to its end and return how many steps it has."""
    seed = storage.write(seeds.next_of, CHANNEL, NOW)
    game, luck = registry.game(key), SeededLuck(seed.secret)
    stored = storage.write(
        rounds.open_round,
        StoredRound(
            place=DiscordPlace(channel=CHANNEL, guild=MEMBER, message=MEMBER),
            game=key,
            opener=MEMBER,
            players=Players(Player(user=MEMBER + seat) for seat in range(seats)),
            opened=NOW,
            status="playing",
            options=game.complete({}),
            deadline=Deadline(NOW),
            play=engine.begin(game, seats, {}, luck),
            seed=seed,
        ),
        draw_seed(CHANNEL, NOW, "game"),
    )
    while stored.status == "playing":
        play: Any = stored.play
        seat = play.awaits.seats[0]
        after = engine.act(play, seat, random.choice(game.legal(play.state, seat)), luck)
        ended = after.over is not None
        stored = storage.write(
            rounds.save, replace(stored, play=after, status="over" if ended else "playing"), NOW
        )
    return 0 if stored.play is None else stored.play.recorded


def used(file: Path) -> int:
    """Return how many bytes of a database are in use."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages, free, size = (
            connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


def measure(folder: Path, key: str, seats: int, rounds: int) -> tuple[float, float, float]:
    """Return steps a round, bytes a round, and bytes once its moves are deleted."""
    file, random = folder / f"{key}-{seats}.sqlite3", Random(1)
    with Storage.open(f"sqlite:///{file}") as storage:
        empty = used(file)
        steps = sum(play(storage, key, seats, random) for _ in range(rounds))
        whole = used(file) - empty
        storage.write(
            lambda connection: connection.run(
                Statement(update(results).values(choices=1, lost=0.1, par=0.1))
            )
        )
        after: int | None = 0
        while after is not None:
            _, after = storage.write(retention.thin_rounds, NOW + timedelta(days=1), after, 100)
        thin = used(file) - empty
    return steps / rounds, whole / rounds, thin / rounds


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description="Bytes of a round; see the module.")
    parser.add_argument("rounds", type=int, nargs="?", default=300, help="rounds a game (300)")
    rounds = parser.parse_args(arguments).rounds
    print("| game | players | steps | bytes a round | without its moves |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for key, game in registry.games().items():
            for seats in sorted({game.info.seats.start, 2}):
                steps, whole, thin = measure(Path(folder), key, seats, rounds)
                name = game.info.name.template
                print(f"| {name} | {seats} | {steps:.0f} | {whole:,.0f} | {thin:,.0f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
