"""A connection to SQLite that is left open is told by the test that opened it."""

from __future__ import annotations

import sqlite3

import pytest

from bot.storage.database import Storage
from open_connections import all_closed


@pytest.mark.parametrize("opened", [Storage.open, lambda url: sqlite3.connect(url[10:])])
def test_who_leaves_a_connection_open_is_named(tmp_path, opened):
    told = r"left open: .*test_open_connections\.py:\d+"
    with pytest.raises(AssertionError, match=told), all_closed():
        opened(f"sqlite:///{tmp_path / 'rounds.sqlite3'}")


def test_closed_connections_are_not_told(tmp_path):
    with all_closed(), Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        assert storage.file is not None
