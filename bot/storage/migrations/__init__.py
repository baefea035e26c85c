"""Brings a database to the newest revision when it is opened.

Revisions stand in `versions`, numbered in order: a change of `bot.storage.schema`
is a new file there, never an edit of an old one. All steps of a migration
happen in one transaction, so that one that fails leaves the database as it was.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import cast

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect

from bot.storage.connection import file_of, place_of
from bot.storage.errors import TooNew

VERSIONS = Path(__file__).parent / "versions"

_LOCK = 7_776
"""The number under which processes that migrate wait for each other on PostgreSQL."""

_log = logging.getLogger(__name__)


def migrate(engine: Engine, versions: Sequence[Path] = (VERSIONS,)) -> None:
    """Bring the database to the newest of the revisions in the folders `versions`.

    An SQLite file that holds tables is copied to `<name>.before-<revision>`
    first. Raises TooNew for a revision that is not known here, and the errors
    of the driver and of the file system.
    """
    settings = Config()
    settings.set_main_option("script_location", "bot.storage:migrations")
    settings.set_main_option("path_separator", "newline")
    settings.set_main_option("version_locations", "\n".join(map(str, versions)).replace("%", "%%"))
    script = ScriptDirectory.from_config(settings)
    newest = str(script.get_current_head())
    with engine.connect() as connection, _foreign_keys_off(connection), connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        present = MigrationContext.configure(connection).get_current_revision()
        if present == newest:
            return
        if present not in {None, *(known.revision for known in script.walk_revisions())}:
            raise TooNew(place_of(engine.url), str(present))
        file = file_of(engine.url)
        if file is not None and inspect(connection).get_table_names():
            _back_up(file, newest)
        settings.attributes["connection"] = connection
        command.upgrade(settings, newest)
        _log.info("database migrated from revision %s to %s", present or "none", newest)


@contextmanager
def _foreign_keys_off(connection: Connection) -> Iterator[None]:
    """Let SQLite rebuild tables that others refer to; it listens outside transactions only."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    driver.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys = ON")


def _back_up(file: Path, revision: str) -> None:
    """Copy the database beside itself, whole or not at all, with what its log still holds."""
    copy = file.with_name(f"{file.name}.before-{revision}")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(copy)
    _log.info("database copied to %s before its migration", copy)
