"""The restoration of a dump on a server of PostgreSQL, by its own programs and a last step of ours.

The tables that are replaced stay in a schema `replaced_<time>`. `adapt` applies the steps of a
restoration with them. Which server and timeline the tables were adapted to is stored among them, so
that `is_known` tells others that hold an earlier state.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, text

from bot.storage import settings
from bot.storage.copies.backup import BackupFault, login
from bot.storage.copies.restoring import Step, apply_steps, connected
from bot.storage.database import Storage
from bot.storage.engine import address, engine_for, place_of
from bot.storage.errors import ShardsHeld, StatementError, StorageFailed
from bot.storage.inspection import inspect_database
from bot.storage.keyed_hash import SCOPE
from bot.storage.statement import Connection, Statement

KEY = "server"
"""The setting that holds the server and its timeline."""

_SERVER = Statement(
    text(
        "SELECT system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) "
        "FROM pg_control_system()"
    )
)
_REPLACED = Statement(
    text(
        "SELECT nspname FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid "
        "WHERE nspname ~ '^replaced_[0-9_]+$' AND relname = 'rounds' ORDER BY nspname DESC LIMIT 1"
    )
)
_COUNT = Statement(text("SELECT count(*) FROM rounds"))


@dataclass(frozen=True, slots=True)
class Adapted:
    """The outcome: the number of rounds, and the schema of the replaced tables, None without any.

    `was_read` is whether there are any, and they could be read.
    """

    place: str
    rounds: int
    kept: str | None
    was_read: bool


def commands(place: URL, dump: Path, now: datetime) -> str:
    """Return the commands that put a dump in place of the tables, without the password."""
    to = login(place)
    return (
        f"psql{to} --single-transaction "
        f"-c 'ALTER SCHEMA public RENAME TO replaced_{now:%Y%m%d_%H%M%S}' "
        f"-c 'CREATE SCHEMA public' && pg_restore --exit-on-error{to} {shlex.quote(str(dump))} "
        "&& dice-poker restored"
    )


def adapt(url: str, steps: Sequence[Step]) -> Adapted:
    """Apply the steps of a restoration to a dump that was put back at a DATABASE_URL.

    Raises BackupFault where there is none, or where a bot uses it, and StorageFault.
    """
    place = address(url)
    if place.get_backend_name() != "postgresql":
        raise BackupFault("This is for PostgreSQL: dice-poker restore FILE does all for SQLite.")
    if inspect_database(url).state == "missing":
        raise BackupFault(
            f"The database {place_of(place)} has no tables of the bot: put the dump back first, "
            "with the commands that dice-poker restore FILE names."
        )
    with ExitStack() as stack:
        storage = stack.enter_context(Storage.open(url))
        lock = storage.process_lock(None)
        try:
            lock.acquire(0)
        except ShardsHeld:
            raise BackupFault(
                f"The bot is running on {place_of(place)}: stop all its processes first."
            ) from None
        stack.callback(lock.release)
        server = _server(storage)
        engine = engine_for(place)
        stack.callback(engine.dispose)
        here = stack.enter_context(connected(engine))
        there, kept = None, here.run(_REPLACED).scalar()
        here.driver.rollback()
        if kept is not None:
            there = stack.enter_context(connected(engine))
            there.execute(f"SET search_path TO {kept}")

        def note(restored: Connection, _: Connection | None) -> None:
            settings.put(restored, SCOPE, KEY, server)

        was_read = apply_steps(here, there, (*steps, note))
        rounds = here.run(_COUNT).scalar()
    return Adapted(place_of(place), rounds, kept, was_read and kept is not None)


def is_known(storage: Storage) -> bool:
    """Return whether the database is on the server, and the timeline, that it was adapted to.

    One that was on none yet is taken as adapted to this one, and so is each where the server does
    not tell.
    """
    server = _server(storage)
    if server is None:
        return True
    stored = storage.read(settings.get, SCOPE, KEY)
    if stored is None:
        storage.write(settings.put, SCOPE, KEY, server)
    return stored in (None, server)


def _server(storage: Storage) -> str | None:
    """Return the system identifier and the timeline of the server; None where it has none."""
    if storage.file is not None:
        return None
    try:
        server: str = storage.read(lambda connection: connection.run(_SERVER).scalar())
    except (StatementError, StorageFailed):  # SQLite in memory, or a host's servers do not tell
        return None
    return server
