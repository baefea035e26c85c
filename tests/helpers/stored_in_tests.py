"""Fixtures of every test of the bot: quick commits, known seeds, tables that are built once."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.storage import connection
from bot.table.commitment import Block, block_of
from bot.table.store.seed_blocks import Reservations
from bot.thinking.kept_tables import KeptTables
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


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the seeds of a channel the same in every run; none are computed ahead."""

    def known(_: Reservations, channel: int, number: int) -> Block:
        return known_block(channel, number)

    monkeypatch.setattr(Reservations, "new_block", known)
    monkeypatch.setattr(Reservations, "lacks", 0)


@cache
def known_block(channel: int, number: int) -> Block:
    """Return the block of seeds of a channel in tests."""
    return block_of(channel, number, sha256(f"{channel}/{number}".encode()).digest())


@pytest.fixture(autouse=True, scope="session")
def tables_built_once(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return the folder in which all processes of a run keep the tables of exact play."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "tables"
    keep_with(KeptTables([folder]))
    return (folder,)
