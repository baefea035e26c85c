"""What a restored database takes over, however it is restored and opened after that.

Members who were erased stay erased, seeds that may have been shown are drawn anew, as are
the days of the daily challenge that nobody has played; those that were played stay.
"""

import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

import attempts
from bot.admin.store import erasing
from bot.commands.maintenance.copies import put_in_place
from bot.commands.maintenance.copies import restore as restore_command
from bot.daily import store as daily_store
from bot.daily.calendar import game_of
from bot.daily.sets import Card, SharedSet
from bot.storage.backup import back_up
from bot.storage.database import Storage
from bot.storage.schema import seed_blocks as seed_table
from bot.table.commitment import block_of
from bot.table.store import erasures, rounds, seed_blocks
from empty_database import write_empty_database

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
TODAY = NOW.date()
NEW_DICE = 12
TOMORROW = TODAY + timedelta(days=1)
CHANNEL = 10

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tests kill processes")


def at_once(url, copy, monkeypatch):
    put_in_place(url, copy, NOW)


def by_the_command(url, copy, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", url)
    assert restore_command(copy) == 0


def killed_once_the_copy_was_ready(url, copy, monkeypatch):
    """Whoever opens the database next ends the restoration."""
    child = os.fork()
    if child == 0:
        real, left = Path.replace, iter(range(1, 100))

        def replaced(self, target):
            if next(left) == 2:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(self, target)

        Path.replace = replaced
        put_in_place(url, copy, NOW)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


def attempted(storage):
    """Commit to two days and to new dice, and begin an attempt on the first day."""
    card = Card("nine", 300, NOW + timedelta(days=3), "en", CHANNEL)
    storage.write(daily_store.open_set, SharedSet(NEW_DICE, bytes(32), "0", "", NOW, card=card))
    today, _ = (
        storage.write(daily_store.commit, day, bytes([number]) * 32, NOW)
        for number, day in enumerate((TODAY, TOMORROW))
    )
    storage.write(daily_store.begin, attempts.begun(today, game_of(TODAY), 300, 1, NOW))
    return attempts.loaded(storage, TODAY, 300)


@pytest.mark.parametrize("opening", [Storage.open, Storage.open_existing])
@pytest.mark.parametrize("restoring", [at_once, by_the_command, killed_once_the_copy_was_ready])
def test_erasures_seeds_and_attempts(  # noqa: PLR0917
    sqlite_url, tmp_path, maker, monkeypatch, restoring, opening
):
    copy = tmp_path / "copy.sqlite3"
    write_empty_database(tmp_path / "rounds.sqlite3")
    with Storage.open(sqlite_url) as storage:
        stored = storage.act(rounds.open_round, maker.begun(channel=CHANNEL))
        storage.act(rounds.save, replace(stored, status="closed", deadline=None), NOW)
        attempt = attempted(storage)
        storage.write(seed_blocks.keep, block_of(CHANNEL, 1, b"secret"))
        back_up(sqlite_url, copy)
        storage.write(erasing.erase_part, 200, 0)
        storage.write(erasing.finish, 200, NOW)
    restoring(sqlite_url, copy, monkeypatch)
    with opening(sqlite_url) as storage:
        first, second = storage.read(rounds.load, stored.id).players
        assert (first.user, second.former) == (100, True)
        assert storage.read(erasures.count) == 1
        assert storage.read(seed_blocks.look_up, CHANNEL).blocks == ()
        ended = select(seed_table.c.ended).where(seed_table.c.channel == CHANNEL)
        assert storage.read(lambda one: one.execute(ended).scalars().all()) == [seed_blocks.RENEWED]
        assert attempts.loaded(storage, TODAY, 300) == attempt
        assert storage.read(daily_store.load_set, TOMORROW) is None
        assert storage.read(daily_store.load_set, NEW_DICE) is None, "its seed may be known"
