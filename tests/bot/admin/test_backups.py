"""The running bot makes a backup a day, keeps seven, and nobody waits for it."""

import logging
import os
from datetime import UTC, date, datetime, timedelta
from threading import Event

import pytest

from bot.admin.backups import RETRY_AFTER
from bot.client import DicePokerBot
from bot.storage.copies import daily_backups
from bot.storage.copies.backup import BackupFault, check
from bot.storage.database import Storage
from bot.storage.disk_space import disk_space
from bot.storage.errors import Busy, DiskFull, NotADatabase
from bot.storage.shards import Shards
from simulated import table


class Seconds:
    """A clock that stands until it is moved."""

    now = 0.0

    def __call__(self):
        return self.now


def bot_with(copies, tmp_path):
    """Start the bot with BACKUP_DIR."""
    url = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    return table(tmp_path, backup_dir=str(copies), database_url=url)


async def tick(sim):
    await sim.bot.ticks.run("backups")


def made(folder):
    return [file.name for file in sorted(folder.iterdir())]


def test_the_newest_dump_of_postgresql_is_found_whatever_its_name(tmp_path):
    url = "postgresql://bot@localhost/rounds"
    assert daily_backups.newest_time(url, tmp_path) is None
    for name, made_at in (("b.dump", 2000), ("a.dump", 3000), ("c.unfinished", 4000)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (made_at, made_at))
    assert daily_backups.newest_time(url, tmp_path) == datetime.fromtimestamp(3000, UTC)


def test_the_disk_tells_what_is_free_and_how_old_the_newest_backup_is(tmp_path):
    url, copies = f"sqlite:///{tmp_path / 'rounds.sqlite3'}", tmp_path / "copies"
    with Storage.open(url):
        file = daily_backups.make_backup(url, copies, date(2026, 1, 1))
        made_at = datetime.fromtimestamp(file.stat().st_mtime, UTC)
        found = disk_space(url, str(copies), made_at + timedelta(hours=2))
        assert found.backup_age == pytest.approx(7200)
        assert set(found.free) == {"database", "backups"}
        assert min(found.free.values()) > 0
    later = datetime(2026, 1, 2, tzinfo=UTC)
    away = disk_space("postgresql://bot@localhost/rounds", str(tmp_path / "gone"), later)
    assert (away.free, away.backup_age) == ({}, None)


def test_a_name_with_letters_of_a_pattern_is_taken_as_it_is(tmp_path):
    url, day = f"sqlite:///{tmp_path / 'rounds[1]*.sqlite3'}", date(2026, 1, 1)
    with Storage.open(url):
        file = daily_backups.make_backup(url, tmp_path / "copies", day)
    (tmp_path / "copies" / "rounds[1]-other-2026-01-01.sqlite3").touch()
    assert daily_backups.list_backups(url, tmp_path / "copies") == [file]


async def test_every_day_one_and_the_last_seven_stay(tmp_path):
    folder = tmp_path / "copies"
    async with bot_with(folder, tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await tick(sim)
        [first] = made(folder)
        assert check(folder / first).rows["rounds"] in (0, 1)
        before = (folder / first).stat().st_mtime_ns
        await tick(sim)
        assert [(folder / first).stat().st_mtime_ns, *made(folder)] == [before, first]
        sim.bot.ticks.stop()  # or eight days would be a quarter of a million ticks
        for _ in range(8):
            await sim.wait(days=1)
            await tick(sim)
        days = made(folder)
        assert len(days) == 7
        assert first not in days
        assert check(folder / days[-1]).rows["rounds"] == 1
        assert daily_backups.newest_time(sim.url, folder) is not None
        (folder / days[-1]).unlink()
        await sim.restart()  # as soon as it is due after downtime
        await tick(sim)
        assert made(folder) == days


async def test_of_several_processes_that_of_shard_0_makes_it(tmp_path, monkeypatch):
    copies = tmp_path / "copies"
    async with bot_with(copies, tmp_path) as sim:
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(DicePokerBot, "held_shards", Shards(2, (1,)))
            await sim.wait(seconds=60)
            assert not copies.exists()
        await sim.wait(seconds=60)
        assert len(made(copies)) == 1


async def test_what_is_not_its_own_stays(tmp_path, monkeypatch):
    monkeypatch.setattr(daily_backups, "KEPT", 1)
    folder = tmp_path / "copies"
    folder.mkdir()
    names = ("other-2026-01-01", "rounds-by-hand", "rounds-of-another-bot-2026-01-01")
    others = [f"{name}.sqlite3" for name in names]
    for name in others:
        (folder / name).write_text("mine")
    (folder / "rounds-2026-01-01.sqlite3.77.unfinished").write_text("of a bot that was killed")
    async with bot_with(folder, tmp_path) as sim:
        await tick(sim)
        assert {*others} < {*made(folder)}
        [one] = {*made(folder)} - {*others}
        assert one.startswith("rounds-")


async def test_a_press_does_not_wait_for_it(tmp_path, monkeypatch):
    """The copy hangs, on a thread of its own, while a member plays on."""
    hangs, goes_on, real = Event(), Event(), daily_backups.make_backup

    def slow(*args):
        hangs.set()
        assert goes_on.wait(20)
        return real(*args)

    monkeypatch.setattr(daily_backups, "make_backup", slow)
    folder = tmp_path / "copies"
    async with bot_with(folder, tmp_path) as sim:
        making = sim.bot.loop.create_task(tick(sim))
        try:
            await sim.bot.loop.run_in_executor(None, hangs.wait, 20)
            await sim.play(sim.ana)
            await sim.press(sim.ana, sim.message, "Keep all")
            assert sim.stored().play.recorded > 2
        finally:
            goes_on.set()
        await making
        assert len(made(folder)) == 1


async def test_a_failure_is_a_line_in_the_log_and_tried_again(tmp_path, caplog):
    folder = tmp_path / "copies"
    folder.write_text("a file in its way")
    async with bot_with(folder, tmp_path) as sim:
        backups, clock = sim.bot.backups, Seconds()
        backups._monotonic, backups._again = clock, 0.0
        caplog.clear()
        with caplog.at_level(logging.ERROR):
            await tick(sim)
        [line] = [one for one in caplog.messages if "the backup of today failed" in one]
        assert line.endswith(
            f": {folder} cannot be written (File exists): name a place that exists, has room and "
            "may be written by the bot."
        )
        folder.unlink()
        await tick(sim)
        assert not folder.exists()
        clock.now = RETRY_AFTER
        await tick(sim)
        assert len(made(folder)) == 1


@pytest.mark.parametrize(
    "fault",
    [DiskFull("/copies/a.sqlite3"), Busy("r"), BackupFault("a is b: do c."), NotADatabase("r")],
)
async def test_every_failure_is_told_in_a_sentence(tmp_path, caplog, monkeypatch, fault):
    def fail(*_, **__):
        raise fault

    monkeypatch.setattr(daily_backups, "back_up", fail)
    async with bot_with(tmp_path / "copies", tmp_path) as sim:
        sim.bot.backups._again = float("-inf")
        caplog.clear()
        await tick(sim)
    [record] = [one for one in caplog.records if "the backup of today failed" in one.message]
    assert record.message.endswith(f"in ten minutes: {fault}")
    assert record.exc_info is None


async def test_a_name_that_cannot_be_is_told(tmp_path, caplog):
    async with bot_with(tmp_path / ("n" * 300), tmp_path) as sim:
        sim.bot.backups._again = float("-inf")
        await tick(sim)
    assert "cannot be written (File name too long): name a place" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    "settings", [{}, {"backup_dir": "copies", "database_url": "postgresql://me@db/games"}]
)
async def test_otherwise_none_is_made(tmp_path, settings):
    async with table(tmp_path, **settings) as sim:
        assert "backups" not in sim.bot.ticks.loops
