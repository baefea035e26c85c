"""What a restored database takes over, however it is restored and opened after that.

Members who were erased stay erased. The seeds of next games are drawn anew, and those of games that
were played on after the backup; days stay.
"""

import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

import private_rounds
from bot.admin.store import erasing
from bot.commands.maintenance.copies import put_in_place
from bot.commands.maintenance.copies import restore as restore_command
from bot.daily.calendar import game_of
from bot.daily.store import shared_dice as daily_store
from bot.storage.copies.backup import back_up
from bot.storage.database import Storage
from bot.table.seed import draw_seed
from bot.table.store import erasures, rounds, seeds
from dumps import dump, dumped_database, restore
from empty_database import write_empty_database
from sql import run

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
TODAY = NOW.date()
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


@pytest.fixture(params=[at_once, by_the_command, killed_once_the_copy_was_ready, "on a server"])
def backup(request, sqlite_url, tmp_path, monkeypatch):
    """Return the address of a database, and functions that make a backup of it and restore that."""
    copy = tmp_path / "copy"
    if request.param == "on a server":
        with dumped_database() as url:
            yield url, lambda: dump(url, copy), lambda: restore(url, copy, NOW)
    else:
        write_empty_database(tmp_path / "rounds.sqlite3")
        yield (
            sqlite_url,
            lambda: back_up(sqlite_url, copy),
            lambda: request.param(sqlite_url, copy, monkeypatch),
        )


@pytest.mark.parametrize("opening", [Storage.open, Storage.open_existing])
def test_erasures_seeds_and_private_rounds(maker, backup, opening):
    url, make, put_back = backup
    with Storage.open(url) as storage:
        stored = storage.write(rounds.open_round, maker.begun(channel=CHANNEL))
        storage.write(rounds.save, stored.ended_as("closed"), NOW)
        today = storage.write(daily_store.draw_day, TODAY, NOW)
        storage.write(
            daily_store.begin_round, private_rounds.begun(today, game_of(TODAY), 300, 1, NOW)
        )
        private_round = private_rounds.loaded(storage, TODAY, 300)
        storage.write(
            daily_store.begin_round, private_rounds.begun(today, game_of(TODAY), 200, 1, NOW)
        )
        shown = storage.write(seeds.show_next, CHANNEL, NOW)
        unseen = storage.write(seeds.next_of, CHANNEL + 1, NOW)
        make()
        storage.write(erasing.erase_part, 200, 0)
        storage.write(erasing.finish_erasure, 200, NOW)
    put_back()
    with opening(url) as storage:
        first, second = storage.read(rounds.load, stored.id).players
        assert (first.user, second.former) == (100, True)
        assert storage.read(erasures.count_erasures) == 1
        (earlier,) = storage.read(seeds.earlier, CHANNEL)
        assert (earlier.seal, earlier.round) == (shown.seal, None)
        assert storage.read(seeds.earlier, CHANNEL + 1) == ()
        for before in (shown, unseen):
            after = storage.write(seeds.next_of, before.channel, NOW)
            assert after.secret != before.secret
        assert private_rounds.loaded(storage, TODAY, 300) == private_round
        assert storage.read(run, "SELECT round FROM steps EXCEPT SELECT id FROM rounds") == []
        assert storage.read(daily_store.load_dice, TODAY) == today


@pytest.mark.parametrize("replaced", ["read", "unreadable", "gone"])
def test_open_games_have_other_seeds_and_those_that_had_ended_keep_theirs(
    sqlite_url, tmp_path, maker, replaced
):
    """They may have been played further: their boards are drawn again, so no press tells of it."""
    copy, file = tmp_path / "copy.sqlite3", tmp_path / "rounds.sqlite3"
    write_empty_database(file)
    with Storage.open(sqlite_url) as storage:
        opened = {}
        for status in ("waiting", "playing", "resting", "closed"):
            channel = 10 + len(opened)
            made = maker.lobby if status == "waiting" else maker.begun
            new = replace(made(channel=channel), seed=storage.write(seeds.next_of, channel, NOW))
            stored = storage.write(rounds.open_round, new, draw_seed(channel, NOW, "game"))
            if status in ("resting", "closed"):
                storage.write(rounds.save, stored.ended_as(status), NOW)
            opened[status] = stored
        back_up(sqlite_url, copy)
    if replaced == "unreadable":
        file.write_bytes(b"\xff" * 50_000)
    elif replaced == "gone":
        file.unlink()
    put_in_place(sqlite_url, copy, NOW)
    with Storage.open(sqlite_url) as storage:
        after = {status: storage.read(rounds.load, one.id).seed for status, one in opened.items()}
        closed = after.pop("closed")
        assert (closed.secret, closed.proven) == (opened["closed"].seed.secret, True)
        for status, seed in after.items():
            before = opened[status].seed
            assert (seed.channel, seed.proven) == (before.channel, False)
            assert seed.secret != before.secret
