"""Keeps what a version stores: `python tests/helpers/kept_versions.py FOLDER`, once before a tag.

PYTHONPATH has `.`, `tests/helpers` and `tests/conformance`, as pytest's has.

Members play every game to its end, and begin every game again; one plays a computer, a table waits
for others, a sheet is on offer and taken up, another rests, a day is begun by one member and shared
by another. Settings are chosen, a member is barred. The database is written to FOLDER as SQL, with
what every later version has to read of it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, create_engine, insert, select, text

from bot.play.fair.replay import check_proof
from bot.storage.database import Storage
from bot.storage.engine import address, file_of
from bot.storage.migrations import migrate, present_revision
from bot.storage.migrations.versions import r0001_tables, r0002_less
from bot.table import proof
from bot.table.store import rounds
from daily_days import best, finish, open_daily, share
from dares_played import join, offered, seeded_table
from results_counted import ended
from rules import registry
from simulated import Sim, components
from whole_rounds import at_random, click, offered_by, seat, step

DATABASE, FACTS = "rounds.sql", "rounds.json"

TABLES = {one.revision: one.metadata for one in (r0001_tables, r0002_less)}
"""The tables of each revision."""

CUSTOM_IDS = "custom_ids.txt"
"""One custom id of each kind and effect that the tests of a version send, by `custom_ids_sent`."""


def facts_of(storage: Storage, number: int) -> dict[str, Any]:
    """Return what every later version reads of a round."""
    stored, record = storage.read(rounds.load, number), storage.read(rounds.record, number)
    seed = stored.seed if stored.status == "over" else None
    return {
        "game": stored.game,
        "status": stored.status,
        "members": [player.user for player in stored.players],
        "moment": stored.moment,
        "steps": len(record),
        "results": len(storage.read(ended, number)),
        "proof": seed is not None and not check_proof(proof.proof_file(stored, record, seed)).fault,
    }


def numbers_of(storage: Storage) -> list[int]:
    """Return the ids of all rounds."""
    with storage._held.engine.connect() as connection:
        return [*connection.exec_driver_sql("SELECT id FROM rounds ORDER BY id").scalars()]


def read_database(folder: Path, url: str) -> None:
    """Fill an empty database with the one that is kept in a folder, as that version left it."""
    place = address(url)
    with TemporaryDirectory() as empty:
        file = file_of(place) or Path(empty) / "kept.sqlite3"
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript((folder / DATABASE).read_text(encoding="utf-8"))
        if file_of(place) is None:
            _copy(create_engine(f"sqlite:///{file}"), create_engine(place))


def _copy(kept: Engine, new: Engine) -> None:
    """Copy a database of SQLite to an empty one of PostgreSQL, at the same revision."""
    with kept.connect() as reads:
        revision = present_revision(reads)
    migrate(new, goal=revision)
    with kept.connect() as reads, new.begin() as writes:
        for table in TABLES[revision].sorted_tables:
            rows = [row._asdict() for row in reads.execute(select(table))]
            if rows:
                writes.execute(insert(table), rows)
            ids = table.autoincrement_column
            if ids is not None and rows:
                last = {"name": table.name, "last": max(row[ids.name] for row in rows)}
                writes.execute(
                    text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), last
                )
    kept.dispose()
    new.dispose()


async def fill(sim: Sim) -> None:
    """Play in many channels, so that every table has rows."""
    await _rest(sim)
    sim.channel = sim.guild.create_text_channel("dare")
    card = await offered(sim, sim.member("dora"))
    await join(sim, sim.member("emil"), card)
    people = (sim.ana, sim.bogdan)
    for ends in (True, False):
        for game in registry.games():
            sim.channel = sim.guild.create_text_channel(f"{game}-{ends}")
            await seat(sim, game, people)
            if game == "six-card":
                for member in people[: 1 + ends]:
                    own = sim.reread_private(await click(member, sim.message, r"peek:\d+:\d+"))
                    await sim.choose(member, own, offered_by(own)[0])
            else:
                number = sim.latest
                while await step(sim, people, at_random(game), number) and ends:
                    pass
    sim.channel = sim.guild.create_text_channel("computer")
    await seat(sim, "nine", [sim.carmen], ["house"])
    await step(sim, [sim.carmen], at_random("computer"), sim.latest)
    sim.channel = sim.guild.create_text_channel("waiting")
    await sim.open_table(sim.carmen, "yams")
    sim.channel = sim.guild.create_text_channel("alone")
    await open_daily(sim, sim.carmen)
    finish(sim, sim.ana, sim.env.now().date(), best)
    await share(sim, sim.ana)
    await _choose_settings(sim)
    await sim.tick_through(minutes=1)


async def _rest(sim: Sim) -> None:
    """Begin a sheet for everybody, keep a member out, let another take a turn, and let it rest."""
    page = (await sim.ana.slash(sim.channel, "play")).response
    for control in ("table:0:0", "everybody:0:0", "everybody:0:0:yams"):
        await sim.press_id(sim.ana, page, control)
    board = sim.message
    more = sim.reread_private(await sim.press_id(sim.ana, board, "*:more"))
    answer = await sim.press_id(sim.ana, more, "*:keep-out")
    asked = answer.response or sim.reread(more)
    menu = next(one["custom_id"] for one in components(asked) if one["type"] == 5)
    await sim.ana.select(asked, [sim.carmen], custom_id=menu)
    await sim.mark(sim.bogdan, board, 1)
    await sim.wait(minutes=30)


async def _choose_settings(sim: Sim) -> None:
    """Choose settings of a member and of the server, bar a member, and erase another."""
    await sim.own_settings(sim.ana, "daily")
    await sim.own_settings(sim.bogdan, "positions")
    await sim.bot.servers.set(sim.guild.id, "minutes", "30")
    moderator = sim.member("moderator", manage_messages=True)
    await moderator.slash(sim.channel, "bar", member=sim.member("barred"), duration="month")
    await sim.erase(sim.member("erased"))


def keep(folder: Path) -> None:
    """Fill a database, and write it and its facts to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:

        async def filled() -> str:
            async with seeded_table(Path(name)) as sim:
                await fill(sim)
                return sim.url

        url = asyncio.run(filled())
        with Storage.open(url) as storage:
            facts = {number: facts_of(storage, number) for number in numbers_of(storage)}
        with closing(sqlite3.connect(Path(name) / "rounds.sqlite3")) as connection:
            dump = "\n".join(connection.iterdump())
    (folder / DATABASE).write_text(dump + "\n", encoding="utf-8")
    (folder / FACTS).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
