"""Databases with any number of rounds: the bot plays some, SQL copies their rows.

Each copy has members, a server and a channel of its own; one member has a seat in every hundredth
copy (`BUSY_SHARE`). What is judged of the played rounds is copied too. SQLite only.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from bench.local_discord import rounds
from bench.local_discord.payloads import Place
from bench.local_discord.players import Player
from bench.local_discord.process import DATABASE, UNJUDGED, BotProcess, Failed, Launch
from bench.local_discord.server import FIRST_COPIED, LocalDiscord

BUSY_SHARE = 100
"""The interval of the rounds in which the busy member has a seat."""

FIRST_MEMBER = 10**17
ROUNDS_OF_MEMBER = 20
"""How many rounds the other members have on average."""

JUDGING_SECONDS = 120.0
PART = 50_000

OF_ROUNDS = (
    ("rounds", "id"),
    ("seats", "round"),
    ("steps", "round"),
    ("results", "round"),
    ("seeds", "round"),
)
"""The tables that are copied, with the column of the round."""


async def played(discord: LocalDiscord, folder: Path, launch: Launch) -> Path:
    """Let the bot play rounds of every game, and judge them; return the database.

    Raises Failed.
    """
    bot = await BotProcess.start("bot", discord, folder, launch)
    try:
        first, second = (Player(discord, place, strict=True) for place in discord.places[-2:])
        await rounds.of_each_game(first)
        for _ in range(3):
            await first.step()
            await first.finish()
        await _challenged(first, second, bot)
        await _judged(folder / DATABASE)
    finally:
        await bot.stop()
    return folder / DATABASE


async def _challenged(first: Player, second: Player, bot: BotProcess) -> None:
    """Let two members play a round, which the second one leaves."""
    sent = await first.challenge(second.place)
    board = sent.shown.result()
    second.place = second.place.beside(first.place)
    accepted = None if board is None else await second.choose(board, ["lobby:join"])
    if board is None or accepted is None:
        raise Failed(f"the challenge did not begin; the log ends with:\n{bot.log_end()}")
    asked = await second.choose(board, ["tool:leave"])
    question = None if asked is None else asked.shown.result()
    if question is not None:
        await second.choose(question, ["tool:leave-now"])


async def _judged(database: Path) -> None:
    """Wait until no game is to be judged any more. Raises Failed."""
    until = perf_counter() + JUDGING_SECONDS
    while perf_counter() < until:
        await asyncio.sleep(1)
        with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            (left,) = connection.execute(UNJUDGED).fetchone()
        if not left:
            return
    raise Failed("games are still to be judged")


def fill(database: Path, count: int, guilds: Sequence[int], busy: Place) -> int:
    """Copy the rounds that are over until there are `count` more, on these servers.

    Returns the number of all rounds.
    """
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("CREATE TEMP TABLE servers (number INTEGER PRIMARY KEY, guild INTEGER)")
        connection.executemany("INSERT INTO servers VALUES (?, ?)", [*enumerate(guilds)])
        over = connection.execute("SELECT id, guild FROM rounds WHERE status = 'over'").fetchall()
        if not over:
            raise Failed("no round is over")
        (last,) = connection.execute("SELECT max(id) FROM rounds").fetchone()
        members = max(100, count // ROUNDS_OF_MEMBER)
        for place, (original, _) in enumerate(over):
            for first in range(0, count // len(over), PART):
                some = range(first, min(first + PART, count // len(over)))
                with connection:
                    copy = _Copy(connection, original, last + 1 + place, len(over), members, busy)
                    copy.make(some, len(guilds))
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        os.sync()  # a bot that starts next would wait for it
        (total,) = connection.execute("SELECT count(*) FROM rounds").fetchone()
    return int(total)


@dataclass(frozen=True, slots=True)
class _Copy:
    """Copies of one round: copy n gets the id `first + n * step`."""

    connection: sqlite3.Connection
    original: int
    first: int
    step: int
    members: int
    busy: Place

    def make(self, some: range, guilds: int) -> None:
        """Make some of the copies."""
        users = self._users()
        for table, key in OF_ROUNDS:
            names = [row[1] for row in self.connection.execute(f"PRAGMA table_info({table})")]
            number = f"({self.first} + n.i * {self.step})"
            changed = {
                "id": "NULL",
                key: number,
                "guild": f"(SELECT guild FROM servers WHERE number = {number} % {guilds})",  # noqa: S608
                "user": self._member('one."user"', number, users),
                "opener": self._member("one.opener", number, users),
                "channel": f"({FIRST_COPIED} + {number})",
                "message": f"({FIRST_COPIED} + {number})",
                "successor_of": "NULL",
            }
            if table not in ("rounds", "results"):
                del changed["guild"]
            values = ", ".join(changed.get(name, f'one."{name}"') for name in names)
            columns = ", ".join(f'"{name}"' for name in names)
            # All parts of the statement are names of the schema and numbers.
            self.connection.execute(
                "WITH RECURSIVE n(i) AS "  # noqa: S608
                "(SELECT :low UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :high) "
                f"INSERT INTO {table} ({columns}) SELECT {values} "
                f"FROM n JOIN {table} AS one ON one.{key} = :original WHERE :low < :high",
                {"low": some.start, "high": some.stop, "original": self.original},
            )

    def _users(self) -> list[int]:
        """Return the members of the round, in order of their seats."""
        query = 'SELECT "user" FROM results WHERE round = ? AND "user" IS NOT NULL ORDER BY seat'
        return [row[0] for row in self.connection.execute(query, (self.original,))]

    def _member(self, column: str, number: str, users: list[int]) -> str:
        """Return the SQL of the member of a copy in this column of the original."""
        cases = [f"WHEN {user} THEN {self._as(place, number)}" for place, user in enumerate(users)]
        return f"CASE {column} {' '.join(cases)} ELSE {column} END" if cases else column

    def _as(self, place: int, number: str) -> str:
        """Return the SQL of the member of a copy who has this place among the members."""
        other = f"{FIRST_MEMBER} + (({number} + {place} * 7) * 40503) % {self.members}"
        if place:
            return f"({other})"
        busy = self.busy.user
        return f"(CASE ({number} / {self.step}) % {BUSY_SHARE} WHEN 0 THEN {busy} ELSE {other} END)"
