"""Inspections of a database that may be in use or foreign, without changing it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import URL, Connection
from sqlalchemy.exc import DBAPIError

from bot.storage.engine import address, engine_for, file_of, place_of
from bot.storage.errors import (
    Busy,
    LostDatabase,
    NoSchema,
    NotAllowed,
    NotOurs,
    NotWritable,
    OnlyRead,
)
from bot.storage.faults import fault_of, without_values
from bot.storage.file_systems import danger_of, kind_of
from bot.storage.files import files_of
from bot.storage.first_connection import refuse_server
from bot.storage.migrations import check_revision, difference, only_revision, present_revision

TABLES = ("alembic_version", "results", "rounds", "settings", "steps")
"""Tables that every database of this bot has, in every version."""

BUSY_SECONDS = 3.0
"""Seconds to wait for other processes that write to the file."""

_MAY_WRITE = (
    "SELECT coalesce(has_table_privilege(to_regclass('rounds'), 'INSERT'), "
    "has_schema_privilege(current_schema(), 'CREATE'))"
)

_HOLDS_TABLES = (
    "SELECT EXISTS (SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
    "WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS "
    "(SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e'))"
)
"""Whether there are tables or views that do not belong to an extension of PostgreSQL."""

KEPT = (
    "SELECT nspname FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid "
    "WHERE nspname ~ '^replaced_[0-9_]+$' AND relname = 'rounds' ORDER BY pg_class.oid"
)
"""The schemas of tables that a dump has replaced, in the order in which the tables were made."""


@dataclass(frozen=True, slots=True)
class Inspection:
    """The findings of an inspection.

    `damage` and `danger` are empty if there is none; `free` is None where the disk is not this
    machine's. `added` names what the bot has not made as it is.
    """

    place: str
    state: Literal["missing", "older", "newest"]
    size: int
    free: int | None
    damage: str = ""
    danger: str = ""
    added: str = ""


def inspect_database(url: str) -> Inspection:
    """Inspect the database of a DATABASE_URL. Raises a StorageFault, whose text is for the host."""
    parsed = address(url)
    file = file_of(parsed)
    with _translate_faults(parsed):
        if file is not None:
            return _inspect_file(file, parsed)
        if parsed.get_backend_name() == "sqlite":
            return Inspection(place_of(parsed), "missing", 0, None)
        return _inspect_postgres(parsed)


def refuse_unusable(url: URL) -> None:
    """Raise a StorageFault for a database of another program, or one that cannot be written.

    A database that does not exist yet is accepted.
    """
    file = file_of(url)
    with _translate_faults(url):
        if file is not None:
            _refuse_file(file, url)
        elif url.get_backend_name() == "postgresql":
            with _connect(url) as connection:
                _refuse_postgres(connection, url)


def _refuse_file(file: Path, url: URL) -> None:
    writable = not file.exists() or (file.is_file() and may_access(os.W_OK, file))
    if not (writable and may_write_into(file.parent)):
        raise NotWritable(place_of(url))
    if not file.exists() or file.stat().st_size == 0:
        return
    # Any other way to open a file that is in WAL mode leaves a log beside it.
    unused = "" if files_of(file)[1].exists() else "&immutable=1"
    uri = f"{file.absolute().as_uri()}?mode=ro{unused}"
    with closing(sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS)) as connection:
        tables = connection.execute(
            "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~'"
        )
        names = {name for (name,) in tables}
        if names.issuperset(TABLES):
            _revision(connection, url)
        elif names:
            raise NotOurs(place_of(url))


def _revision(connection: sqlite3.Connection, url: URL) -> str:
    """Return the revision of a database with tables. Raises BadRevision."""
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return only_revision(rows, place_of(url))


def may_write_into(folder: Path) -> bool:
    """Return whether this process may write into a folder, which it may have to make."""
    with suppress(OSError):
        nearest = _nearest(folder)
        return nearest.is_dir() and may_access(os.W_OK | os.X_OK, nearest)
    return False


def _nearest(folder: Path) -> Path:
    """Return a folder, or the nearest one above it that exists."""
    return next(each for each in (folder, *folder.absolute().parents) if each.exists())


def may_access(do: int, path: Path) -> bool:
    """Return whether this process may `do` something with a path, by `os.access`."""
    return os.access(path, do, effective_ids=os.access in os.supports_effective_ids)


@contextmanager
def _connect(url: URL) -> Iterator[Connection]:
    """Open a transaction on a server that the bot can use."""
    engine = engine_for(url)
    refuse_server(engine, place_of(url))
    with engine.connect() as connection, connection.begin():
        yield connection


def _refuse_postgres(connection: Connection, url: URL) -> None:
    if connection.exec_driver_sql("SHOW transaction_read_only").scalar_one() == "on":
        raise OnlyRead(place_of(url))
    if connection.exec_driver_sql("SELECT current_schema()").scalar_one() is None:
        raise NoSchema(place_of(url))
    if not connection.exec_driver_sql(_HOLDS_TABLES).scalar_one():
        kept = connection.exec_driver_sql(KEPT).scalars().all()
        if kept:
            remedy = "put a dump back, with the commands that dice-poker restore FILE names"
            anew = f"drop or rename the schema {kept[-1]}, which holds the tables before it"
            raise LostDatabase(place_of(url), remedy=remedy, anew=anew)
        return
    # Asked second: another process may make all of ours in between.
    calls = ", ".join(f"to_regclass('{name}')" for name in TABLES)
    if None in connection.exec_driver_sql(f"SELECT {calls}").one():
        raise NotOurs(place_of(url))


def _inspect_file(file: Path, url: URL) -> Inspection:
    folder = _nearest(file.parent)
    free = shutil.disk_usage(folder).free
    danger = danger_of(kind_of(folder))
    _refuse_file(file, url)
    if not file.exists() or file.stat().st_size == 0:
        return Inspection(place_of(url), "missing", 0, free, danger=danger)
    uri = f"{file.absolute().as_uri()}?mode=rw"
    with closing(
        sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    ) as connection:
        connection.execute("BEGIN IMMEDIATE")  # SQLite opens read-only files for reading
        connection.execute("PRAGMA user_version = 0")
        connection.execute("ROLLBACK")
        damage = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        revision = _revision(connection, url) if "alembic_version" in tables else ""
        state = _state(revision, url)
        found_damage = "" if damage == "ok" else damage
        compares = state == "newest" and not found_damage
        added = difference(connection, revision) if compares else ""
    size = file.stat().st_size
    return Inspection(place_of(url), state, size, free, found_damage, danger, added)


def _inspect_postgres(url: URL) -> Inspection:
    with _connect(url) as connection:
        _refuse_postgres(connection, url)
        size = connection.exec_driver_sql(
            "SELECT pg_database_size(current_database())"
        ).scalar_one()
        revision = present_revision(connection)
        if not connection.exec_driver_sql(_MAY_WRITE).scalar_one():
            raise NotAllowed(place_of(url))
        state = _state(revision, url)
    return Inspection(place_of(url), state, int(size), None)


def _state(revision: str, url: URL) -> Literal["missing", "older", "newest"]:
    if not revision:
        return "missing"
    return "newest" if check_revision(revision, place_of(url)) else "older"


@contextmanager
def _translate_faults(url: URL) -> Iterator[None]:
    """Raise the StorageFault for an error of the driver in the block."""
    try:
        yield
    except (DBAPIError, sqlite3.Error, OSError) as error:
        fault = fault_of(error, place_of(url))
        if fault is not None:
            raise fault from error
        if isinstance(error, sqlite3.OperationalError):
            raise Busy(place_of(url)) from error
        if isinstance(error, DBAPIError):
            raise without_values(error) from None
        raise
