"""Databases of earlier revisions, made of the present one by taking revisions back."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from bot.storage.connection import address, engine_for
from bot.storage.migrations import VERSIONS


def take_back(url: str, revision: str) -> None:
    """Take a database back to an earlier revision."""
    engine = engine_for(address(url))
    later = sorted(one.stem for one in VERSIONS.glob("r*.py") if one.name[1:5] > revision)
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            driver: Any = connection.connection.driver_connection
            driver.execute("PRAGMA foreign_keys = OFF")
        with connection.begin():
            with Operations.context(MigrationContext.configure(connection)):
                for name in reversed(later):
                    import_module(f"bot.storage.migrations.versions.{name}").downgrade()
            noted = text("UPDATE alembic_version SET version_num = :to")
            connection.execute(noted, {"to": revision})
    engine.dispose()
