"""Databases with a million finished and open rounds before the bot starts.

The bot itself plays one round of each kind; SQL copies their rows. Only the tables and the
names of a few columns of `bot.storage.schema` are relied on. SQLite only.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bench.local_discord.load import at_rest
from bench.local_discord.players import Player
from bench.local_discord.process import DATABASE, BotProcess, Failed, Launch
from bench.local_discord.server import FIRST_COPIED, LocalDiscord

TABLES = (
    ("rounds", "id"),
    ("seats", "round"),
    ("steps", "round"),
    ("results", "round"),
    ("seeds", "round"),
)
"""The tables of rounds, each with its column of the round's id."""


async def template(discord: LocalDiscord, folder: Path, launch: Launch) -> Path:
    """Let the bot play one round to its end and leave one between two members open.

    Returns the database. Raises Failed.
    """
    bot = await BotProcess.start("bot", discord, folder, launch)
    try:
        first, second = (Player(discord, place, strict=True) for place in discord.places[-2:])
        await first.step()
        await first.finish()
        sent = await first.challenge(second.place)
        board = sent.shown.result()
        second.place = second.place.beside(first.place)
        accepted = None if board is None else await second.choose(board, ["lobby:join"])
        if accepted is None or accepted.shown.result() is not board:
            raise Failed(f"the challenge did not begin; the log ends with:\n{bot.log_end()}")
        await at_rest(bot)
    finally:
        await bot.stop()
    return folder / DATABASE


def fill(database: Path, finished: int, unfinished: int) -> None:
    """Copy the finished round and the open one; remove the open original."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        with connection:
            for status, count in (("over", finished), ("playing", unfinished)):
                (original,) = connection.execute(
                    "SELECT max(id) FROM rounds WHERE status = ?", (status,)
                ).fetchone()
                _copy(connection, original, count)
                if status == "playing":
                    _remove(connection, original)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def set_deadlines(database: Path, after: timedelta) -> None:
    """Let the copied open rounds fall due after a delay, without reminders."""
    # Times are stored as SQLAlchemy writes them for SQLite.
    deadline = (datetime.now(UTC) + after).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(
            "UPDATE rounds SET deadline = ?, remind_at = NULL "
            "WHERE channel >= ? AND status = 'playing'",
            (deadline, FIRST_COPIED),
        )


def due(database: Path) -> int:
    """Return how many of the copied rounds are open and due."""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        (count,) = connection.execute(
            "SELECT count(*) FROM rounds WHERE status IN ('waiting', 'playing') "
            "AND deadline <= ? AND channel >= ?",
            (now, FIRST_COPIED),
        ).fetchone()
    return int(count)


def _copy(connection: sqlite3.Connection, original: int, count: int) -> None:
    """Copy a round with its steps, results and seed `count` times."""
    (last,) = connection.execute("SELECT max(id) FROM rounds").fetchone()
    number, place = f"{last} + n.i", f"{FIRST_COPIED + last} + n.i"
    changed = {"id": "NULL", "channel": place, "message": place, "successor_of": "NULL"}
    for table, key, names in _there(connection):
        shifted = {**(changed if table in ("rounds", "seeds") else {}), key: number}
        values = ", ".join(shifted.get(name, f'one."{name}"') for name in names)
        columns = ", ".join(f'"{name}"' for name in names)
        # All parts of the statement are names of the schema and numbers.
        statement = (
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) "  # noqa: S608
            f"INSERT INTO {table} ({columns}) SELECT {values} "
            f"FROM n JOIN {table} AS one ON one.{key} = ?2 WHERE ?1 > 0"
        )
        connection.execute(statement, (count, original))


def _there(connection: sqlite3.Connection) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the tables that the version has, each with its columns."""
    for table, key in TABLES:
        names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if names:
            yield table, key, names


def _remove(connection: sqlite3.Connection, original: int) -> None:
    for table, key, _ in reversed([*_there(connection)]):
        connection.execute(f"DELETE FROM {table} WHERE {key} = ?", (original,))  # noqa: S608
