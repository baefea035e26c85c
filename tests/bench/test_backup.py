"""Backups of a playing bot are prefixes of what it reported; the comparison sees one that is torn."""

import sqlite3
import sys
import time
from contextlib import closing

import pytest

from bench import backup

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")


def test_backups_under_load_are_whole(tmp_path):
    """Two hundred are one command away: python bench/backup.py."""
    figures = backup.back_up_again_and_again(tmp_path, 10)
    assert figures.copies == 10
    assert figures.held > 5
    assert figures.reported >= figures.held - 4  # those that the kill kept from being reported


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (
            "DELETE FROM steps WHERE number > 2",
            "does not replay|is missing|another proof|stops before the end",
        ),
        ("DELETE FROM results", "has 0 results|is missing"),
    ],
)
def test_a_torn_copy_is_found(tmp_path, monkeypatch, damage, found):
    real = backup.back_up

    def torn(url, file):
        """Copy until there is something to damage, however slow the machine is."""
        while True:
            real(url, file)
            with closing(sqlite3.connect(file, isolation_level=None)) as connection:
                if connection.execute(damage).rowcount:
                    return
            file.unlink()
            time.sleep(0.1)

    monkeypatch.setattr(backup, "back_up", torn)
    with pytest.raises(Exception, match=found):
        backup.back_up_again_and_again(tmp_path, 3)
