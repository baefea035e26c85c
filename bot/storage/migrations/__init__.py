"""Migrates a database to the newest revision when it is opened.

The revisions are the numbered files in `versions`. Each change of `bot.storage.schema`
needs a new one; published revisions are not edited. A migration is one transaction: if
it fails, the database is unchanged.
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
"""The key of the PostgreSQL advisory lock that serialises migrations."""

_log = logging.getLogger(__name__)


def migrate(engine: Engine, versions: Sequence[Path] = (VERSIONS,)) -> None:
    """Migrate the database to the newest revision in the folders `versions`.

    An SQLite file with tables is first copied to `<name>.before-<revision>`. Raises
    TooNew if the revision of the database is not in `versions`, and the errors of the
    driver and of the file system.
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
        current = MigrationContext.configure(connection).get_current_revision()
        if current == newest:
            return
        if current not in {None, *(known.revision for known in script.walk_revisions())}:
            raise TooNew(place_of(engine.url), str(current))
        file = file_of(engine.url)
        if file is not None and inspect(connection).get_table_names():
            _back_up(file, newest)
        settings.attributes["connection"] = connection
        command.upgrade(settings, newest)
        _log.info("database migrated from revision %s to %s", current or "none", newest)


@contextmanager
def _foreign_keys_off(connection: Connection) -> Iterator[None]:
    """Disable foreign keys of SQLite, so that tables can be rebuilt; call outside transactions."""
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
    """Copy the database, including its write-ahead log, to a file beside it; atomic."""
    copy = file.with_name(f"{file.name}.before-{revision}")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(unfinished)) as target:
        source.backup(target)
    unfinished.replace(copy)
    _log.info("database copied to %s before its migration", copy)
