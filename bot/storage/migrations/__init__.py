"""The migration of a database to the newest revision when it is opened.

The revisions are the numbered files in `versions`; a revision's id is the beginning of its file's
name. Each change of `bot.storage.schema` needs a new revision; published revisions are not edited.
A migration is one transaction: if it fails, the database is unchanged.
"""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Engine, inspect
from sqlalchemy.exc import DBAPIError

from bot.storage.engine import address, engine_for, file_of, place_of
from bot.storage.errors import BadRevision, BrokenKeys, NoRoom, TooNew, TooOld
from bot.storage.files import copy_database

VERSIONS = Path(__file__).parent / "versions"

_LOCK = 7_776
"""The key of the PostgreSQL advisory lock that serialises migrations."""

_ROOM = 3
"""How many sizes of the database a migration of SQLite writes: each page in the write-ahead log,
those of new tables, and these once more in the file."""

_MEGABYTE = 1_000_000

_OF_ANALYZE = frozenset(
    ("table", name, name, f"CREATE TABLE {name}({columns})")
    for name, columns in (
        ("sqlite_stat1", "tbl,idx,stat"),
        ("sqlite_stat4", "tbl,idx,neq,nlt,ndlt,sample"),
    )
)
"""The tables in which SQLite keeps its statistics."""

_GONE = {
    "r0002": (
        "rounds, results, settings, bars and days are kept, and open games go on; deleted are "
        "ratings, the log of moderators, the blocks of /host, settings without a use and the seeds "
        "of 1.0.0, so that its games have no proof; days and dares that had begun are closed, and "
        "today's day begins anew; CHANGELOG.md tells the rest"
    ),
}
"""What a revision leaves of a database and what it deletes, told in the log."""

_log = logging.getLogger(__name__)


def migrate(
    engine: Engine,
    versions: Sequence[Path] = (VERSIONS,),
    *,
    copies: bool = True,
    goal: str | None = None,
) -> None:
    """Migrate the database to the newest revision in the folders `versions`, or to `goal`.

    With `copies`, an SQLite file with tables is first copied to `<name>.before-<revision>-<time>`.
    Raises TooOld and TooNew as `check_revision` does, NoRoom before anything is written, BrokenKeys
    after which nothing has changed, and the errors of the driver and the file system.
    """
    if is_newest(engine, versions):
        return
    # Alembic is loaded only where there is something to migrate.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    settings = Config()
    settings.set_main_option("script_location", "bot.storage:migrations")
    settings.set_main_option("path_separator", "newline")
    settings.set_main_option("version_locations", "\n".join(map(str, versions)).replace("%", "%%"))
    newest = goal or _revisions(versions)[-1]
    with (
        engine.connect() as connection,
        _foreign_keys_off(connection),
        _exclude_others(connection),
        connection.begin(),
    ):
        first = present_revision(connection)
        if first == newest:
            return
        if first:
            check_revision(first, place_of(engine.url), versions)
        file = file_of(engine.url)
        if file is not None and inspect(connection).get_table_names():
            _check_room(connection, file, copies=copies)
            if copies:
                _back_up(file, newest)
        settings.attributes["connection"] = connection
        command.upgrade(settings, newest)
        _check_keys(connection)
    _log.info("database migrated from revision %s to %s", first or "none", newest)
    for revision, gone in _GONE.items():
        if first and first < revision <= newest:
            _log.info(gone)


def present_revision(connection: Connection) -> str:
    """Return the revision of a database, an empty string if it has no tables.

    Raises BadRevision.
    """
    if not inspect(connection).has_table("alembic_version"):
        return ""
    rows = connection.exec_driver_sql("SELECT version_num FROM alembic_version").all()
    return only_revision(rows, place_of(connection.engine.url))


def only_revision(rows: Sequence[Sequence[Any]], place: str) -> str:
    """Return the revision in the rows of `alembic_version`. Raises BadRevision unless it is one."""
    if len(rows) != 1 or not rows[0][0]:
        raise BadRevision(place, rows=len(rows))
    return str(rows[0][0])


@contextmanager
def _exclude_others(connection: Connection) -> Iterator[None]:
    """Exclude other processes that migrate the same database of PostgreSQL."""
    if connection.dialect.name != "postgresql":
        yield
        return
    with connection.begin():
        connection.exec_driver_sql(f"SELECT pg_advisory_lock({_LOCK})")
    try:
        yield
    finally:
        with suppress(DBAPIError), connection.begin():
            connection.exec_driver_sql(f"SELECT pg_advisory_unlock({_LOCK})")


def is_newest(engine: Engine, versions: Sequence[Path] = (VERSIONS,)) -> bool:
    """Return whether the database is at the newest revision.

    Raises TooOld and TooNew as `check_revision` does.
    """
    with engine.connect() as connection, connection.begin():
        revision = present_revision(connection)
    return bool(revision) and check_revision(revision, place_of(engine.url), versions)


def difference(connection: sqlite3.Connection, revision: str) -> str:
    """Return what differs in an SQLite database from a new one of its revision: a kind and a name.

    Returns an empty string for a database with exactly our tables and indexes.
    """
    differing = _parts(connection) ^ _parts_of(revision)
    for kind, name, *_ in sorted(differing - _OF_ANALYZE, key=str):
        return f"{kind} {name!a}"
    return ""


@cache
def _parts_of(revision: str) -> frozenset[tuple[object, ...]]:
    """Return what a new SQLite database of a revision consists of."""
    engine = engine_for(address("sqlite://"))
    try:
        migrate(engine, goal=revision)
        with engine.connect() as connection:
            return _parts(cast(sqlite3.Connection, connection.connection.driver_connection))
    finally:
        engine.dispose()


def _parts(connection: sqlite3.Connection) -> frozenset[tuple[object, ...]]:
    """Return kind, name, table and definition of all that an SQLite database consists of."""
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master")
    return frozenset((*names, " ".join(str(sql).split())) for *names, sql in rows)


def check_revision(revision: str, place: str, versions: Sequence[Path] = (VERSIONS,)) -> bool:
    """Return whether the revision of a database is the newest in the folders `versions`.

    Raises TooOld for a revision from before version 1.0.0, which is a bare number, and TooNew
    for one that is not in `versions`.
    """
    revisions = _revisions(versions)
    if revision[0].isdigit():
        raise TooOld(place)
    if revision not in revisions:
        raise TooNew(place, revision=revision)
    return revision == revisions[-1]


def _revisions(versions: Sequence[Path]) -> list[str]:
    """Return the ids of the revisions in some folders, the newest last."""
    return sorted(file.name[:5] for folder in versions for file in folder.glob("r*.py"))


@contextmanager
def _foreign_keys_off(connection: Connection) -> Iterator[None]:
    """Disable SQLite's foreign keys, to rebuild tables; call it outside transactions."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _check_keys(connection: Connection) -> None:
    """Raise BrokenKeys if a row of SQLite names a missing one, which nothing else noticed."""
    if connection.dialect.name != "sqlite":
        return
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise BrokenKeys(place_of(connection.engine.url), table=broken.table, parent=broken.parent)


def _check_room(connection: Connection, file: Path, *, copies: bool) -> None:
    """Raise NoRoom unless the disk has room for the copy and for what a migration writes."""
    size = 1
    for name in ("page_count", "page_size"):
        size *= connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
    needed, free = size * (_ROOM + copies), shutil.disk_usage(file.absolute().parent).free
    if free < needed:
        megabytes = {"needed": needed // _MEGABYTE + 1, "free": free // _MEGABYTE}
        raise NoRoom(str(file), **megabytes)


def _back_up(file: Path, revision: str) -> None:
    """Copy the database to a file beside it."""
    with closing(sqlite3.connect(file)) as source:
        copy = copy_database(source, file, f".before-{revision}")
    _log.info("database copied to %s before its migration", copy)
