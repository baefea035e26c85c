"""Fixtures of every test of the bot: quick commits, known seeds, SQL that is compiled once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import sha256
from itertools import count
from typing import Any

import pytest
from sqlalchemy import URL, Engine, create_engine

from bot.storage import database
from bot.storage import engine as engines
from bot.storage.engine import file_of
from bot.storage.migrations import migrate
from bot.table import seed
from empty_database import fill_new_file


@pytest.fixture(autouse=True, scope="session")
def unflushed() -> Iterator[None]:
    """Let SQLite not wait for the disk at each commit: only a loss of power could tell.

    The processes that tests start wait for it as ever.
    """
    real = engines._prepare_sqlite

    def prepare(opened: sqlite3.Connection, entry: Any) -> None:
        real(opened, entry)
        opened.execute("PRAGMA synchronous = OFF")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(engines, "_prepare_sqlite", prepare)
        yield


@pytest.fixture(autouse=True, scope="session")
def new_files_filled() -> Iterator[None]:
    """Give a new file of SQLite the tables of one that was migrated before.

    A migration takes a tenth of a second. Tests of migrations call them themselves, and processes
    that tests start migrate as ever.
    """

    def fill_and_migrate(engine: Engine) -> None:
        file = file_of(engine.url)
        if file is not None and not (file.exists() and file.stat().st_size):
            fill_new_file(engine)
        migrate(engine)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(database, "migrate", fill_and_migrate)
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
        patched.setattr(engines, "create_engine", create)
        yield


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the seeds that are drawn one after the other the same in every run."""
    numbers = count(1)

    def known(length: int) -> bytes:
        return sha256(f"seed {next(numbers)}".encode()).digest()[:length]

    monkeypatch.setattr(seed, "token_bytes", known)
