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

from sqlalchemy import Connection, Engine, inspect

from bot.storage.connection import file_of, place_of
from bot.storage.errors import TooNew
from bot.storage.files import copy_database

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
    if is_newest(engine, versions):
        return
    # Alembic is loaded only where there is something to migrate.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

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


def is_newest(engine: Engine, versions: Sequence[Path] = (VERSIONS,)) -> bool:
    """Return whether the database is at the newest revision; revisions are numbered in order."""
    numbers = sorted(file.name[1:5] for folder in versions for file in folder.glob("r*.py"))
    with engine.connect() as connection, connection.begin():
        if not inspect(connection).has_table("alembic_version"):
            return False
        present = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()
        return numbers[-1:] == list(present)


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
    """Copy the database to a file beside it."""
    copy = file.with_name(f"{file.name}.before-{revision}")
    with closing(sqlite3.connect(file)) as source:
        copy_database(source, copy)
    _log.info("database copied to %s before its migration", copy)
