"""The restoration of a dump on a server of PostgreSQL, by its own programs and a last step of ours.

The tables that are replaced stay in a schema `replaced_<time>`. `adapt` applies the steps of a
restoration with all of them. What it saw, the server and its timeline too, is stored, so that
`is_known` tells a database to which that was not done.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, text

from bot.storage import settings
from bot.storage.copies.backup import BackupFault, login
from bot.storage.copies.restoring import Step, apply_steps, open_connection
from bot.storage.database import Storage
from bot.storage.engine import address, engine_for, place_of
from bot.storage.errors import ShardsHeld, StatementError, StorageFailed
from bot.storage.inspection import KEPT, inspect_database
from bot.storage.keyed_hash import SCOPE
from bot.storage.process_lock import claim_all
from bot.storage.statement import Connection, Statement

KEY = "server"
"""The setting that holds the server with its timeline, and the schemas of kept tables."""

_SERVER = Statement(
    text(
        "SELECT system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) "
        "FROM pg_control_system()"
    )
)
_KEPT = Statement(text(KEPT))
_COUNT = Statement(text("SELECT count(*) FROM rounds"))


@dataclass(frozen=True, slots=True)
class ServerRestoration:
    """The outcome: the number of rounds, and the schemas of replaced tables.

    `was_read` is whether there are any, and all could be read.
    """

    place: str
    rounds: int
    kept: tuple[str, ...]
    was_read: bool


def commands(url: URL, dump: Path, now: datetime, program: str) -> str:
    """Return the commands that put a dump in place of the tables, without the password.

    `program` is the path of `dice-poker`, whose command is the last.

    The first one reads all of the dump: nothing is changed for one that is damaged or cut off.
    """
    to, file = login(url), shlex.quote(str(dump))
    return (
        f"pg_restore --file=/dev/null {file} && "
        f"psql{to} --single-transaction "
        f"-c 'ALTER SCHEMA public RENAME TO replaced_{now:%Y%m%d_%H%M%S}' "
        "-c 'CREATE SCHEMA public' && "
        f"pg_restore --single-transaction --no-owner{to} {file} && "
        f"{shlex.quote(program)} restored"
    )


def adapt(url: str, steps: Sequence[Step]) -> ServerRestoration:
    """Apply the steps of a restoration to a dump that was put back at a DATABASE_URL.

    Raises BackupFault where there is none, or where a bot uses it, and StorageFault.
    """
    parsed = address(url)
    if parsed.get_backend_name() != "postgresql":
        raise BackupFault("This is for PostgreSQL: dice-poker restore FILE does all for SQLite.")
    if inspect_database(url).state == "missing":
        raise BackupFault(
            f"The database {place_of(parsed)} has no tables of the bot: put the dump back first, "
            "with the commands that dice-poker restore FILE names."
        )
    with ExitStack() as stack:
        storage = stack.enter_context(Storage.open(url))
        try:
            stack.enter_context(storage.exclude_bots())
        except ShardsHeld:
            raise _running_fault(parsed) from None
        engine = engine_for(parsed)
        stack.callback(engine.dispose)
        here = stack.enter_context(open_connection(engine, place_of(parsed)))
        replaced = []
        for schema in storage.read(Connection.run, _KEPT).scalars():
            there = stack.enter_context(open_connection(engine, place_of(parsed)))
            there.execute(f"SET search_path TO {schema}")
            if not claim_all(there):  # a bot holds the lock of the tables that it knew
                raise _running_fault(parsed)
            replaced.append((schema, there))
        connections: list[Connection | None] = [there for _, there in replaced]
        was_read = [apply_steps(here, there, steps) for there in connections or [None]]
        storage.write(settings.put, SCOPE, KEY, " ".join(_server_and_schemas(storage)))
        rounds = storage.read(Connection.run, _COUNT).scalar()
    kept = tuple(schema for schema, _ in replaced)
    return ServerRestoration(place_of(parsed), rounds, kept, bool(kept) and all(was_read))


def _running_fault(url: URL) -> BackupFault:
    return BackupFault(f"The bot is running on {place_of(url)}: stop all its processes first.")


def is_known(storage: Storage, *, stores: bool = True) -> bool:
    """Return whether the database is on the server, and the timeline, that it was adapted to.

    Tables that it has replaced must have been there then, too. A database that was adapted to no
    server yet is taken as adapted to this one, which it `stores`.
    """
    if storage.file is not None or not (seen := _server_and_schemas(storage)):
        return True
    stored = storage.read(settings.get, SCOPE, KEY)
    if stored is not None:
        return seen <= {*stored.split()}
    if any(name.startswith("replaced_") for name in seen):
        return False
    if stores:
        storage.write(settings.put, SCOPE, KEY, " ".join(seen))
    return True


def _server_and_schemas(storage: Storage) -> set[str]:
    """Return the server with its timeline, where it tells them, and the schemas of kept tables."""
    seen: set[str] = set()
    for query in (_SERVER, _KEPT):
        with suppress(StatementError, StorageFailed):  # the server may not tell
            seen.update(storage.read(Connection.run, query).scalars())
    return seen
