"""The programs of PostgreSQL that `dice-poker backup` and `restore` name copy a database and put it back."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

from analysis_thread import ThreadAnalysis
from bot.admin.store import erasing
from bot.commands.run.command import _open_and_lock
from bot.config import Config
from bot.storage import settings
from bot.storage.copies import daily_backups, restored_server
from bot.storage.copies.backup import BackupFault
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import BadAddress, LostDatabase, StorageFailed
from bot.storage.keyed_hash import SCOPE
from bot.storage.statement import Statement
from bot.table.store import rounds
from bot.table.store.errors import RoundGone
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from dumps import dump, dumped_database, restore, run_told
from rounds_alone import RoundsAlone
from rules.engine import Landed
from rules.screen import Action

NOW = datetime(2026, 11, 21, 22, 15, 7, tzinfo=UTC)
TABLE = Table(None, TimeLimits())


@pytest.fixture
def database() -> Iterator[str]:
    with dumped_database() as url:
        yield url


def assert_restored(url: str, made: Path, first: StoredRound, later: StoredRound) -> None:
    """Restore a dump that was made after the round `first` and before `later`."""
    assert ": 1 round." in restore(url, made, NOW)
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, first.id).play == first.play
        with pytest.raises(RoundGone):
            storage.read(rounds.load, later.id)


SCRIPT = Path(__file__).parents[4] / "deploy" / "postgresql-backup"


def run_script(url: str, folder: Path | str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the script of the timer, with the settings of the bot."""
    env = {**os.environ, "DATABASE_URL": url, "BACKUP_DIR": str(folder), **more}
    return subprocess.run(
        [SCRIPT], check=False, capture_output=True, text=True, timeout=60, env=env
    )


def test_the_script_of_the_timer_dumps_and_its_dump_is_restored(database, maker, tmp_path):
    folder = tmp_path / "dumps of a day"
    with Storage.open(database) as storage:
        first = storage.write(rounds.open_round, maker.begun(channel=1))
        assert run_script(database, folder).returncode == 0
        later = storage.write(rounds.open_round, maker.begun(channel=2))
    (made,) = folder.iterdir()
    assert made.stat().st_mode & 0o777 == 0o600
    assert made.stat().st_size > 0
    written = datetime.fromtimestamp(made.stat().st_mtime, UTC)
    assert daily_backups.newest_time(database, folder) == written
    assert_restored(database, made, first, later)


def test_only_the_newest_dumps_stay_and_other_files_do(database, tmp_path):
    for day in range(1, 10):
        (tmp_path / f"dice-poker-2026-01-0{day}.dump").touch()
    (tmp_path / "before-the-move.dump").touch()
    with Storage.open(database):
        assert run_script(database, tmp_path).returncode == 0
    names = sorted(file.name for file in tmp_path.iterdir())
    assert names[:2] == ["before-the-move.dump", "dice-poker-2026-01-04.dump"]
    assert names[6] == "dice-poker-2026-01-09.dump"
    assert len(names) == 8


def test_a_dump_that_fails_leaves_the_last_one(database, tmp_path):
    wrong = make_url(database).set(database="nobody_has_it")
    day = f"dice-poker-{datetime.now(UTC):%Y-%m-%d}.dump"
    (tmp_path / day).write_bytes(b"the one of before")
    done = run_script(wrong.render_as_string(hide_password=False), tmp_path)
    assert done.returncode == 1
    assert "nobody_has_it" in done.stderr
    assert (tmp_path / day).read_bytes() == b"the one of before"


@pytest.mark.skipif(not shutil.which("sh"), reason="there is no sh")
@pytest.mark.parametrize(
    ("url", "shown", "password"),
    [
        ("postgresql://bot:secret@db:5432/rounds", "postgresql://bot@db:5432/rounds", "secret"),
        ("postgresql+psycopg://bot:a-b@db/rounds", "postgresql://bot@db/rounds", "a-b"),
        ("postgres+psycopg://bot:a-b@db/rounds", "postgresql://bot@db/rounds", "a-b"),
        ("postgresql+asyncpg://bot:a-b@db/rounds\n", "postgresql://bot@db/rounds", "a-b"),
        (
            "postgresql://bot:p?:#[&+@[::1]:65535/rounds",
            "postgresql://bot@[::1]:65535/rounds",
            "p?:#[&+",
        ),
        ("postgresql://bot@db/rounds", "postgresql://bot@db/rounds", "none"),
        ("postgresql:///rounds?host=/run", "postgresql:///rounds?host=/run", "none"),
        ("postgresql://bot:%40@db/rounds", "postgresql://bot:%40@db/rounds", "none"),
    ],
)
def test_no_password_stands_in_the_arguments(tmp_path, url, shown, password):
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("pg_dump", "pg_restore"):
        stand_in = programs / name
        stand_in.write_text(
            f'#!/bin/sh\necho "$@" "${{PGPASSWORD:-none}}" >> {tmp_path}/{name}\n'
            'for one in "$@"; do case $one in --file=*) : > "${one#--file=}";; esac; done\n'
        )
        stand_in.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    env = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
    env |= {"DATABASE_URL": url, "BACKUP_DIR": str(tmp_path / "dumps"), "PATH": path}
    subprocess.run([SCRIPT], check=True, capture_output=True, timeout=60, env=env)
    arguments = (tmp_path / "pg_dump").read_text().split()
    assert arguments[-2:] == [f"--dbname={shown}", password]


@pytest.mark.skipif(not shutil.which("sh"), reason="there is no sh")
@pytest.mark.parametrize(
    "given",
    [
        "u:S3cr@et@127.0.0.1/db",
        "u:S3%ret@127.0.0.1/db",
        "u:S3cret%@127.0.0.1/db",
        "u:S3/cret@127.0.0.1/db",
        "u:S3cret/db",
        "u:99999/db",
        "u:S3cret@127.0.0.1",
        "u:S3cret@127.0.0.1/",
        "u@S3cret@127.0.0.1/db?sslmode=disable",
    ],
)
def test_an_address_that_the_bot_refuses_is_refused_in_its_words(tmp_path, given):
    for scheme in ("postgresql://", "postgres+psycopg://"):
        with pytest.raises(BadAddress) as caught:
            address(scheme + given)
        done = run_script(scheme + given, tmp_path / "dumps")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.strip().rpartition(" or ")[2] in str(caught.value)
        assert "DATABASE_URL is not the address of a database: write postgresql://" in done.stderr
        assert not re.search("S3|ret|et@|99999", done.stderr)
        assert not (tmp_path / "dumps").exists()


@pytest.mark.parametrize("given", ["postgre://u:S3cret@h/db", "host=h password=S3cret", "db"])
def test_what_is_no_address_is_refused(tmp_path, given):
    done = run_script(given, tmp_path)
    assert (done.returncode, "S3cret" in done.stderr) == (2, False)


def test_without_a_folder_or_for_sqlite_it_says_so(tmp_path):
    assert "set BACKUP_DIR" in run_script("postgresql://bot@db/rounds", "").stderr
    refused = run_script("sqlite:///rounds.sqlite3", tmp_path)
    assert (refused.returncode, "SQLite" in refused.stderr) == (2, True)


@pytest.mark.skipif(not shutil.which("sh"), reason="there is no sh")
def test_a_folder_that_cannot_be_written_is_one_line_and_code_2(tmp_path):
    file = tmp_path / "file"
    file.touch()
    for folder in (file, file / "dumps"):
        done = run_script("postgresql://bot@db/rounds", folder)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith(f"postgresql-backup: {folder} cannot be written: allow ")
        assert done.stderr.endswith(" to write this folder, or name another one in BACKUP_DIR\n")


def test_a_dump_of_a_running_bot_is_restored_whole(database, maker, tmp_path):
    file = tmp_path / "dice poker.dump"
    with Storage.open(database) as storage:
        first = storage.write(rounds.open_round, maker.begun(channel=1))
        dump(database, file)
        later = storage.write(rounds.open_round, maker.begun(channel=2))
    assert_restored(database, file, first, later)


class Play:
    """A process on the database, in which member 100 plays."""

    def __init__(self, url):
        self.storage = Storage.open(url)
        self.live = RoundsAlone(self.storage, ThreadAnalysis())

    async def begun(self, channel):
        """Open a round of Yams; return it, with its first dice."""
        asked = OpenRequest("yams", 100, channel)
        return await self.live.open(channel, lambda seed: TABLE.open(asked, NOW, seed), now=NOW)

    async def rerolled(self, stored):
        """Reroll all dice of a turn as often as one can; return all that has landed."""
        for _ in range(2):
            act = TABLE.choose_action(100, stored.moment, Action.parse("reroll.12345"), NOW)
            _, stored = await self.live.change(stored.id, act, NOW)
        record = await self.live.storage.read(rounds.record, stored.id)
        return [step.faces for step in record if isinstance(step, Landed)]

    def close(self):
        self.live.close()
        self.storage.close()


async def test_no_id_no_seed_and_no_landing_is_given_again(database, tmp_path):
    """The clock stands still, so that nothing but what is restored makes the difference."""
    file = tmp_path / "dice-poker.dump"
    given = []

    async def play(before=None):
        process = Play(database)
        await process.live.begin(NOW)
        going_on = before or await process.begun(1)
        if before is None:
            dump(database, file)
        going_on = await process.live.load(going_on.id, fresh=True)
        new = [await process.begun(channel) for channel in (2, 3)]
        landed = [(await process.rerolled(one))[-2:] for one in (going_on, *new)]
        assert all(len(one) == 2 for one in landed)
        given.append(([one.id for one in new], [one.seed for one in (going_on, *new)], landed))
        process.close()
        return going_on

    going_on = await play()
    restore(database, file, NOW)
    await play(going_on)
    for first, second in zip(*given, strict=True):
        assert not [one for one in second if one in first]
    assert [seed.proven for seed in given[1][1]] == [False, True, True]


def test_the_tables_before_it_are_kept_until_the_host_drops_them(database, maker, tmp_path):
    with Storage.open(database) as storage:
        storage.write(rounds.open_round, maker.begun())
    dump(database, tmp_path / "dump")
    printed = restore(database, tmp_path / "dump", NOW)
    assert "is restored: 1 round.\nThe tables before it are kept in the schema replaced_" in printed
    assert "could not be read" not in printed
    restored = restore(database, tmp_path / "dump", NOW + timedelta(seconds=1))
    (two,) = re.findall("kept in the schemas (.*)[.] Once", restored)
    assert re.fullmatch("replaced_[0-9_]+, replaced_[0-9_]+", two)
    drop = restored.strip().rpartition("them: ")[2]
    run_told(BackupFault(f"Drop them: {drop}"), database)
    assert "could not be read" in run_told(BackupFault("Again: dice-poker restored"), database)


def test_erasures_are_known_from_all_tables_before_it(database, maker, tmp_path):
    """Those after the dump are in the first ones, those after its restoration in the second."""
    file = tmp_path / "dump"
    with Storage.open(database) as storage:
        stored = storage.write(rounds.open_round, maker.begun())
        storage.write(rounds.save, stored.ended_as("closed"), NOW)
    dump(database, file)
    for number, member in enumerate((100, 200)):
        with Storage.open(database) as storage:
            storage.write(erasing.erase_part, member, 0)
            storage.write(erasing.finish_erasure, member, NOW)
        restore(database, file, NOW + timedelta(seconds=number))
    with Storage.open(database) as storage:
        assert all(player.former for player in storage.read(rounds.load, stored.id).players)


def test_a_bot_that_runs_on_is_noticed_though_its_tables_were_renamed(database, tmp_path):
    file = tmp_path / "dump"
    Storage.open(database).close()
    dump(database, file)
    with Storage.open(database) as storage:
        storage.process_lock([3]).acquire(0)
        with pytest.raises(AssertionError, match=r"The bot is running on .*: stop all its proc"):
            restore(database, file, NOW)
    assert restored_server.adapt(database, ()).was_read


def test_without_the_last_command_each_start_warns(database, tmp_path, caplog):
    """So it does after one whose steps have failed."""

    def fail(*_):
        raise StorageFailed("The database does not answer.")

    file = tmp_path / "dump"
    with _open_and_lock(Config(database_url=database)):
        pass
    dump(database, file)
    restore(database, file, NOW, whole=False)
    with pytest.raises(StorageFailed):
        restored_server.adapt(database, (fail,))
    for _ in range(2):
        caplog.clear()
        with _open_and_lock(Config(database_url=database)):
            assert "run dice-poker restored, then start" in caplog.text
    restored_server.adapt(database, ())
    caplog.clear()
    with _open_and_lock(Config(database_url=database)):
        assert not caplog.text


def test_a_dump_that_is_cut_off_changes_nothing(database, maker, tmp_path):
    with Storage.open(database) as storage:
        storage.write(rounds.open_round, maker.begun())
    file = tmp_path / "dump"
    dump(database, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) - 2000])
    with pytest.raises(AssertionError):
        restore(database, file, NOW)
    with Storage.open(database) as storage:
        assert storage.read(rounds.load, 1).id == 1
    file.write_bytes(whole[:-10])  # after its list
    with pytest.raises(AssertionError):
        restore(database, file, NOW)
    file.write_bytes(whole)
    assert ": 1 round." in restore(database, file, NOW)
    assert len(restored_server.adapt(database, ()).kept) == 1


def test_without_tables_but_with_those_before_it_no_new_ones_are_made(database):
    Storage.open(database).close()
    engine = create_engine(address(database), poolclass=NullPool)
    with engine.begin() as connection:
        connection.execute(text("ALTER SCHEMA public RENAME TO replaced_20261121_221507"))
        connection.execute(text("CREATE SCHEMA public"))
    with pytest.raises(LostDatabase, match="put a dump back, with the commands that dice-poker"):
        Storage.open(database)


def test_no_dump_holds_the_tables_before_it(database, tmp_path):
    """Else it could not be restored beside them, and would keep what was erased."""
    Storage.open(database).close()
    first = tmp_path / "first"
    dump(database, first)
    restore(database, first, NOW)
    dump(database, tmp_path / "by the command")
    assert run_script(database, tmp_path / "by the script").returncode == 0
    made = (tmp_path / "by the command", *(tmp_path / "by the script").iterdir())
    for number, file in enumerate(made, 1):
        restore(database, file, NOW + timedelta(seconds=number))


def test_a_database_without_a_dump_or_with_a_running_bot_is_refused(database):
    with pytest.raises(BackupFault, match="has no tables of the bot: put the dump back first"):
        restored_server.adapt(database, ())
    with Storage.open(database) as storage:
        storage.process_lock([3]).acquire(0)
        with pytest.raises(BackupFault, match=r"The bot is running on .*: stop all its processes"):
            restored_server.adapt(database, ())
    assert restored_server.adapt(database, ()).rounds == 0


def test_another_server_is_noticed_until_the_database_is_adapted(database, monkeypatch, caplog):
    with Storage.open(database) as storage:
        assert [restored_server.is_known(storage) for _ in range(2)] == [True, True]
        storage.write(settings.put, SCOPE, restored_server.KEY, "7/00000001")
        assert [restored_server.is_known(storage) for _ in range(2)] == [False, False]
    with _open_and_lock(Config(database_url=database)):
        assert "run dice-poker restored, then start" in caplog.text
    restored_server.adapt(database, ())
    caplog.clear()
    with _open_and_lock(Config(database_url=database)) as storage:
        assert not caplog.text
        assert restored_server.is_known(storage)
        monkeypatch.setattr(restored_server, "_SERVER", Statement(text("SELECT no_such()")))
        assert restored_server.is_known(storage), "a server that does not tell"


def test_it_is_not_for_sqlite(sqlite_storage, sqlite_url):
    assert restored_server.is_known(sqlite_storage)
    with pytest.raises(BackupFault, match="This is for PostgreSQL: dice-poker restore FILE"):
        restored_server.adapt(sqlite_url, ())
