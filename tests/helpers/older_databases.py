"""Databases of earlier revisions: dumps of their time, and present ones taken back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from bot.storage.connection import address, engine_for
from bot.storage.database import Storage
from bot.storage.migrations import VERSIONS

DUMPS = Path(__file__).parents[1] / "bot" / "storage"


def rounds_of(version: str) -> list[dict[str, Any]]:
    """Return what a version ("0_1_0") read from its database, round for round."""
    rounds: list[dict[str, Any]] = json.loads(
        (DUMPS / f"rounds_{version}.json").read_text(encoding="utf-8")
    )
    return rounds


def each(rounds: Sequence[dict[str, Any]]) -> pytest.MarkDecorator:
    """Parametrise a test by these rounds, so that a failure names its round."""
    return pytest.mark.parametrize(
        "expected", rounds, ids=[f"{one['id']} {one['game']}: {one['about']}" for one in rounds]
    )


@contextmanager
def copies_of(
    version: str, factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], tuple[Path, Storage]]]:
    """Yield a function that opens a copy of a version's database, one for each name."""
    dump = (DUMPS / f"rounds_{version}.sql").read_text(encoding="utf-8")
    with ExitStack() as stack:

        @cache
        def opened(name: str) -> tuple[Path, Storage]:
            file = factory.mktemp("old") / "rounds.sqlite3"
            with closing(sqlite3.connect(file)) as connection:
                connection.executescript(dump)
            return file, stack.enter_context(Storage.open(f"sqlite:///{file}"))

        yield opened


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
