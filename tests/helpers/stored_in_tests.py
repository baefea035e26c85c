"""Fixtures of every test of the bot: quick commits, known seeds; tables and SQL are made once."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL, Engine, create_engine

from bot.storage import connection
from bot.table import seed
from bot.thinking.computers import prepare
from bot.thinking.kept_tables import FOLDER, KeptTables
from rules import registry
from rules.exact.kept import keep_with


@pytest.fixture(autouse=True, scope="session")
def unflushed() -> Iterator[None]:
    """Let SQLite not wait for the disk at each commit: only a loss of power could tell.

    The processes that tests start wait for it as ever.
    """
    real = connection._prepare_sqlite

    def prepare(opened: sqlite3.Connection, entry: Any) -> None:
        real(opened, entry)
        opened.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "_prepare_sqlite", prepare)
        yield


@pytest.fixture(autouse=True, scope="session")
def statements_compiled_once() -> Iterator[None]:
    """Let all engines of SQLite share what is compiled; else each test compiles its statements."""
    shared: dict[str, Any] = {}

    def create(url: URL, **named: Any) -> Engine:
        engine = create_engine(url, **named)
        if engine.dialect.name == "sqlite":
            given = engine.dialect, engine._compiled_cache
            engine.dialect, engine._compiled_cache = shared.setdefault("sqlite", given)
        return engine

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(connection, "create_engine", create)
        yield


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the seeds that are drawn one after the other the same in every run."""
    numbers = count(1)

    def known(length: int) -> bytes:
        return sha256(f"seed {next(numbers)}".encode()).digest()[:length]

    monkeypatch.setattr(seed, "token_bytes", known)


@pytest.fixture(autouse=True, scope="session")
def tables_built_once(pytestconfig: pytest.Config) -> Iterator[tuple[Path, ...]]:
    """Return the folder in which all processes of this and later runs keep the tables of exact play.

    It is that of the user's caches, so processes that tests start find in it what was built. They
    keep tables of their own beside their databases; a worker waits for one that another builds.
    """
    caches = pytestconfig.rootpath / ".pytest_cache"
    folder = caches / FOLDER
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", str(caches))
        patched.setattr("bot.thinking.kept_tables.LOCK_SECONDS", 120.0)
        keep_with(KeptTables([folder]))
        yield (folder,)


@pytest.fixture(scope="session")
def tables_ready(tables_built_once: tuple[Path, ...]) -> None:
    """Build the tables of all games now, before a test starts processes that would."""
    for game in registry.games().values():
        prepare(game)
