"""How long `dice-poker move` takes, and whether everything arrives.

    python -m bench.storage.moving URL [rounds, 100000 unless told]

Plays a round of every game, by one and by two seats, accounts for them, and copies their rows by
SQL until an SQLite file has so many rounds; then moves it to the empty PostgreSQL database at URL.
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from bench.storage.sizes import play
from bot.statistics.account_making import accounts_of
from bot.statistics.store import accounts
from bot.storage import moving
from bot.storage.database import Storage
from bot.storage.schema import metadata, rounds
from rules import registry


def templates(storage: Storage) -> int:
    """Play and account for the rounds that are copied; return how many there are."""
    random = Random(1)
    kinds = [(key, game, seats) for key, game in registry.games().items() for seats in (1, 2)]
    channel = 0
    for key, game, seats in kinds:
        if seats in game.info.seats:
            channel += 1
            play(storage, key, seats, random, channel)
            found = storage.read(accounts.to_account, [channel])
            for round_id, (stored, record) in found.items():
                made = accounts_of(game, stored.options, record, stored.counted_to)
                storage.write(accounts.store, {round_id: made})
    return channel


def multiply(file: Path, made: int, times: int) -> None:
    """Copy all rows of the first rounds so many times: ids, channels and messages move on."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN")
        for table in metadata.sorted_tables:
            of_rounds = {
                column.name
                for column in table.c
                if any(key.column is rounds.c.id for key in column.foreign_keys)
            }
            if table is not rounds and not of_rounds:
                continue
            shifted = of_rounds | {"channel", "message"} | ({"id"} if table is rounds else set())
            values = ", ".join(
                f'one."{column.name}" + n.i * {made}'
                if column.name in shifted
                else f'one."{column.name}"'
                for column in table.c
            )
            columns = ", ".join(f'"{column.name}"' for column in table.c)
            # All parts of the statement are names of the schema and numbers.
            statement = (
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "  # noqa: S608
                f'INSERT INTO "{table.name}" ({columns}) '
                f'SELECT {values} FROM n, "{table.name}" AS one WHERE ?1 > 0'
            )
            connection.execute(statement, (times,))
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def main(arguments: list[str]) -> None:
    """Fill a file, move it and print the times."""
    parser = argparse.ArgumentParser(description="The time of a move; see the module.")
    parser.add_argument("url", help="an empty PostgreSQL database")
    parser.add_argument("rounds", type=int, nargs="?", default=100_000, help="(100000)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.sqlite3"
        url = f"sqlite:///{file}"
        with Storage.open(url) as storage:
            made = templates(storage)
        multiply(file, made, max(0, given.rounds // made - 1))
        size = file.stat().st_size / 1e6
        begun, computed = perf_counter(), process_time()
        marks: list[float] = []
        moved = moving.move(url, given.url, lambda *_: marks.append(perf_counter()))
        ended, computed = perf_counter(), process_time() - computed
        total = sum(moved.rows.values())
        print(f"{moved.rows['rounds']:,} rounds, {total:,} rows, {size:,.0f} MB of SQLite:")
        print(
            f"{ended - begun:,.0f} s: {marks[-1] - begun:,.0f} to copy, "
            f"{ended - marks[-1]:,.0f} to compare; {computed:,.0f} s of the processor without "
            "PostgreSQL's own"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
