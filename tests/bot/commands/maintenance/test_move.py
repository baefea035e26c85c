"""`dice-poker move`: everything goes from SQLite to PostgreSQL, or back, or nothing does."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from unittest.mock import ANY, Mock

import pytest
from sqlalchemy import create_engine, event, make_url, select, text

from bot.daily.store import shared_dice as daily_store
from bot.storage import settings as settings_store
from bot.storage.copies import moving
from bot.storage.copies.restored_server import KEY, is_known
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import DiskFull, StorageFailed
from bot.storage.keyed_hash import SCOPE
from bot.storage.schema import metadata, settings
from bot.table.players import Player, Players
from bot.table.store import bars, rounds, seeds, server_settings
from bot.table.store.errors import ChannelTaken
from bot.table.stored_round import Deadline, DiscordPlace, StoredRound
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from judged_games import judge_all
from refusals import write_or_refuse
from rules.losses import Judgement
from sql import run as run_sql

URL = "sqlite:///dice-poker.sqlite3"
ROOT = Path(__file__).parents[4]
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = date(2026, 3, 2)
BACK = Path("back/dice-poker.sqlite3")


@pytest.fixture
def everything(here, played) -> dict[str, int]:
    """Store beside rounds of every game what else there is, and letters that are no ASCII."""
    with Storage.open(URL) as storage:
        judge_all(storage, Judgement(2, 0.1 + 0.2, 1 / 3))
        storage.write(server_settings.set_of_guild, 7, "language", "ro — țară, 骰子, \t\n\\N")
        storage.write(daily_store.draw_day, DAY, NOON)
        storage.write(seeds.next_of, 90, NOON)
        of_open = text("UPDATE seeds SET round = :open")
        storage.write(run_sql, of_open, open=played["open"])
        storage.write(seeds.show_next, 5, NOON)
        storage.write(bars.bar, 7, 300, NOON + timedelta(days=1), 100)
    return played


@pytest.fixture
def back(run, everything, postgres_url, monkeypatch) -> str:
    """Move everything to PostgreSQL; return the address of the file to move it back to."""
    assert run("move", postgres_url)[0] == 0
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    return f"sqlite:///{BACK}"


@pytest.fixture(params=["to PostgreSQL", "back to SQLite"])
def way(request, everything, postgres_url) -> tuple[str, str]:
    """Return the addresses of the database with everything and of the one to move it to."""
    if request.param == "to PostgreSQL":
        return URL, postgres_url
    return postgres_url, request.getfixturevalue("back")


def rows(url: str) -> dict[str, list[str]]:
    """Return every row of every table, sorted as Python writes it."""
    with Storage.open_existing(url) as storage:
        return {
            table.name: sorted(
                repr(tuple(row)) for row in storage.read(lambda c, t=table: run_sql(c, select(t)))
            )
            for table in metadata.sorted_tables
        }


def test_every_row_of_every_table_is_moved(run, way):
    old, new = way
    before = rows(old)
    code, out, err = run("move", new)
    assert (code, err) == (0, "")
    assert rows(new) == before == rows(old) == rows(URL)
    assert all(
        before[name]
        for name in ("rounds", "seats", "steps", "results", "daily_days", "seeds", "bars")
    )
    told = dict(line.split(": ") for line in out.splitlines()[:-2])
    assert told == {name: str(len(found)) for name, found in before.items()}
    total = sum(map(len, before.values()))
    assert f"{len(before['rounds'])} rounds, {total} rows in {len(before)} tables." in out
    assert "DATABASE_URL" in out


def test_what_is_moved_is_of_one_moment(way):
    old, new = way
    before = rows(old)

    def change(name, _):
        if name == "bars":
            with Storage.open(old) as storage:
                storage.write(run_sql, "DELETE FROM settings")

    moving.move(old, new, change)
    assert rows(new) == before != rows(old)


def test_a_round_that_was_saved_after_its_rematch_is_moved(run, back, postgres_url):
    with Storage.open(postgres_url) as storage:
        storage.write(run_sql, "UPDATE rounds SET successor_of = 1 WHERE id = 2")
        storage.write(run_sql, "UPDATE rounds SET version = version + 1 WHERE id = 1")
    assert run("move", back) == (0, ANY, "")


def test_the_planner_knows_what_was_moved_and_other_tables_are_left_alone(
    run, everything, postgres_url
):
    engine = create_engine(address(postgres_url), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        here = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
        other = f"{here}_of_another_program"
        connection.exec_driver_sql(f"CREATE SCHEMA {other}")
        connection.exec_driver_sql(f"CREATE TABLE {other}.things AS SELECT 1 AS thing")
        assert run("move", postgres_url)[0] == 0
        known = text(
            "SELECT reltuples FROM pg_class "
            "WHERE relname = :name AND relnamespace = CAST(:schema AS regnamespace)"
        )
        moved, others = (
            connection.execute(known, {"name": name, "schema": schema}).scalar_one()
            for name, schema in (("rounds", here), ("things", other))
        )
        connection.exec_driver_sql(f"DROP SCHEMA {other} CASCADE")
    engine.dispose()
    assert (moved, others) == (len(rows(URL)["rounds"]), -1)


def test_an_open_round_is_played_on_and_the_next_one_gets_a_new_id(run, everything, way):
    old, new = way
    with Storage.open(old) as storage:
        gone = [storage.write(rounds.open_round, _lobby(channel)).id for channel in range(50, 60)]
        storage.write(run_sql, f"DELETE FROM rounds WHERE id >= {gone[0]}")
    assert run("move", new)[0] == 0
    with Storage.open(new) as storage:
        with pytest.raises(ChannelTaken):
            write_or_refuse(storage, rounds.open_round, _lobby(90))
        opened = storage.read(rounds.load, everything["open"])
        awaited = opened.play.awaits.seats[0]
        action = opened.play.game.legal(opened.play.state, awaited)[0]
        user = opened.players[awaited.index].user
        table = Table(None, TimeLimits())
        after = table.choose_action(user, opened.moment, action, NOON)(opened)
        saved = storage.write(rounds.save, after)
        assert storage.read(rounds.load, saved.id).play.recorded > opened.play.recorded
        assert storage.write(rounds.open_round, _lobby(50)).id > gone[-1]  # no old message means it
        assert storage.read(bars.bar_end, 7, 300, NOON) == NOON + timedelta(days=1)
        with Storage.open(old) as here:
            assert storage.read(daily_store.load_dice, DAY) == here.read(daily_store.load_dice, DAY)


def _lobby(channel: int) -> StoredRound:
    return StoredRound(
        place=DiscordPlace(channel=channel, guild=7),
        game="dice-poker",
        opener=100,
        players=Players((Player(user=100), Player(user=200, accepted=False))),
        opened=NOON,
        deadline=Deadline(NOON + timedelta(minutes=10)),
    )


def test_what_a_start_without_rounds_left_there_makes_room(run, way):
    old, new = way
    with Storage.open(new) as storage:
        storage.write(daily_store.draw_day, DAY, NOON)
        storage.write(server_settings.set_of_guild, 8, "language", "en")
    assert run("move", new)[0] == 0
    assert rows(new) == rows(old)


def test_a_second_move_finds_the_same_and_changes_nothing(run, way):
    _, new = way
    assert run("move", new)[0] == 0
    code, out, err = run("move", new)
    assert (code, err) == (0, "")
    assert "holds the same already" in out


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rounds SET moment = moment + 1 WHERE id = 1",
        "DELETE FROM settings",
        "UPDATE results SET lost = lost * (1 + 1e-15)",
    ],
)
def test_other_rounds_there_are_left_alone(run, way, change):
    _, new = way
    assert run("move", new)[0] == 0
    with Storage.open(new) as storage:
        changed = storage.write(lambda c: run_sql(c, change).changed)
    assert changed
    before = rows(new)
    code, _, err = run("move", new)
    assert (code, err.count("\n")) == (2, 1)
    assert "holds other rounds already: name an empty database" in err
    assert rows(new) == before


def test_rounds_of_another_version_there_are_not_migrated(run, way):
    _, new = way
    with Storage.open(new) as storage:
        storage.write(rounds.open_round, _lobby(1))
        storage.write(lambda c: run_sql(c, "UPDATE alembic_version SET version_num = 'r0001'"))
    code, _, err = run("move", new)
    assert (code, err.count("\n")) == (2, 1)
    assert "holds other rounds already" in err
    engine = create_engine(address(new))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            ("r0001",)
        ]
    engine.dispose()


def test_what_does_not_arrive_as_it_is_is_not_stored(run, way, monkeypatch):
    old, new = way
    read = moving._rows

    def lossy(connection, table):
        for found in read(connection, table):
            lost = connection.dialect.name in new and table is settings
            yield found[1:] if lost else found

    monkeypatch.setattr(moving, "_rows", lossy)
    code, _, err = run("move", new)
    assert (code, err.count("\n")) == (2, 1)
    assert "The rows of settings cannot be copied as they are (others arrived)" in err
    assert not any(rows(new).values())
    assert any(rows(old).values())


def test_what_postgresql_does_not_take_is_one_line(run, everything, postgres_url):
    with Storage.open(URL) as storage:
        storage.write(server_settings.set_of_guild, 7, "language", "a\0b")
    code, _, err = run("move", postgres_url)
    assert (code, err.count("\n")) == (2, 1)
    assert "The rows of settings cannot be copied as they are (PostgreSQL text fields" in err
    assert "a\0b" not in err
    assert not any(rows(postgres_url).values())


def test_a_move_that_is_killed_leaves_nothing_and_is_repeated(run, way):
    old, new = way
    script = (
        "import os, signal, sys\n"
        "from bot.storage.copies import moving\n"
        "tell = lambda name, rows: name == 'steps' and os.kill(os.getpid(), signal.SIGKILL)\n"
        "moving.move(sys.argv[1], sys.argv[2], tell)\n"
    )
    killed = subprocess.run(
        [sys.executable, "-c", script, *map(absolute, way)], cwd=ROOT, check=False, timeout=60
    )
    assert killed.returncode == -signal.SIGKILL
    assert not any(rows(new).values())
    until = time.monotonic() + 20
    while (moved := run("move", new))[0] and time.monotonic() < until:
        assert "The bot is running on" in moved[2]  # PostgreSQL has not noticed the end yet
        time.sleep(0.1)
    assert moved[0] == 0
    assert rows(new) == rows(old)


def absolute(url: str) -> str:
    """Return an address for a process in another folder."""
    return url.replace("sqlite:///", f"sqlite:///{Path.cwd()}/")


@contextmanager
def running(url: str) -> Iterator[None]:
    """Hold the database as a bot in another process does."""
    script = (
        "import sys\nfrom bot.storage.database import Storage\n"
        "storage = Storage.open(sys.argv[1])\nstorage.process_lock([1]).acquire(0)\n"
        "print('held', flush=True)\nsys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, url],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")
@pytest.mark.parametrize("where", ["here", "there"])
def test_a_bot_that_runs_on_either_is_to_be_stopped_first(run, way, where):
    old, new = way
    with running(absolute(old if where == "here" else new)):
        code, out, err = run("move", new)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "The bot is running on" in err
    assert "stop it, then move" in err


def test_a_new_file_is_as_private_as_one_that_the_bot_makes(run, back):
    assert run("move", back)[0] == 0
    assert [file.name for file in BACK.parent.iterdir() if file.suffix != ".lock"] == [BACK.name]
    assert {stat.S_IMODE(file.stat().st_mode) for file in BACK.parent.iterdir()} == {0o600}


def test_the_log_of_an_earlier_file_is_kept(run, back):
    """SQLite would delete it, though the file may still be found."""
    log = BACK.with_name(f"{BACK.name}-wal")
    log.parent.mkdir()
    log.write_bytes(b"rounds")
    code, out, err = run("move", back)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{log} belongs to another database of this name: name another file." in err
    assert [*BACK.parent.iterdir()] == [log]
    assert log.read_bytes() == b"rounds"


def test_a_backup_that_is_being_restored_there_is_kept(run, back):
    with Storage.open(back) as storage:
        storage.write(rounds.open_round, _lobby(1))
    before = rows(back)
    BACK.rename(BACK.with_name(f"{BACK.name}-restoring-20260301-120000"))
    code, _, err = run("move", back)
    assert (code, err.count("\n")) == (2, 1)
    assert "holds other rounds already" in err
    assert rows(back) == before


def test_a_full_disk_is_one_line_and_nothing_is_moved(run, back, postgres_url, monkeypatch):
    with Storage.open(postgres_url) as storage:
        storage.write(settings_store.put, SCOPE, "large", "." * 1_000_000)

    def engine_for(url):
        engine = engine_of(url)
        if url.get_backend_name() == "sqlite":
            as_large = "PRAGMA max_page_count = 1"  # of a larger file: as it is
            event.listen(engine, "connect", lambda driver, _: driver.execute(as_large))
        return engine

    engine_of = moving.engine_for
    with monkeypatch.context() as patch:
        patch.setattr(moving, "engine_for", engine_for)
        code, _, err = run("move", back)
    assert (code, err.count("\n")) == (1, 1)
    assert f"The disk that holds the database {BACK} is full" in err
    assert not any(rows(back).values())
    assert run("move", back)[0] == 0


def test_a_disk_that_is_full_once_all_is_stored_is_no_success(run, back, monkeypatch):
    full = StorageFailed(str(DiskFull(str(BACK))))
    with monkeypatch.context() as patch:
        patch.setattr(Storage, "checkpoint", Mock(side_effect=full))
        code, _, err = run("move", back)
    assert (code, err) == (1, f"dice-poker: {full}\n")
    assert "holds the same already" in run("move", back)[1]


def test_the_server_that_a_database_was_on_is_not_moved(run, back, postgres_url):
    """Else the next move to PostgreSQL would look as a dump that was put back there."""
    with Storage.open(postgres_url) as storage:
        assert is_known(storage)
        assert storage.read(settings_store.get, SCOPE, KEY)
        storage.write(settings_store.put, SCOPE, "other", "moved")
    assert run("move", back)[0] == 0
    with Storage.open(back) as storage:
        found = {key: storage.read(settings_store.get, SCOPE, key) for key in (KEY, "other")}
    assert found == {KEY: None, "other": "moved"}
    assert "holds the same already" in run("move", back)[1]


def test_a_server_that_was_put_back_is_adapted_first(run, back, postgres_url):
    with Storage.open(postgres_url) as storage:
        storage.write(settings_store.put, SCOPE, KEY, "7/00000001")
    code, out, err = run("move", back)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "run dice-poker restored first, then move" in err
    assert not BACK.exists()
    assert run("restored")[0] == 0
    assert run("move", back)[0] == 0


@pytest.mark.parametrize(
    ("url", "code", "told"),
    [
        ("mysql://here/there", 2, "the address to move to is not the address of a database"),
        ("sqlite:///other.sqlite3", 2, "use dice-poker backup and restore, or pg_dump"),
        ("sqlite://", 2, "use dice-poker backup and restore, or pg_dump"),
        (
            "postgresql://dice:s3cret@127.0.0.1:1/games",
            1,
            "PostgreSQL at 127.0.0.1:1/games cannot be used now",
        ),
    ],
)
def test_a_wrong_address_is_one_line(run, everything, url, code, told):
    found, out, err = run("move", url)
    assert (found, out, err.count("\n")) == (code, "", 1)
    assert told in err
    assert "DATABASE_URL" not in err
    assert "s3cret" not in err
    assert not Path("other.sqlite3").exists()


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://dice:s3cret@db.example/games", "use dice-poker backup and restore, or pg_"),
        ("sqlite://", "A database in memory cannot be moved"),
        ("sqlite:///nothing.sqlite3", "There is no database nothing.sqlite3"),
    ],
)
def test_where_there_is_nothing_to_move_one_line_says_so(run, here, monkeypatch, url, told):
    monkeypatch.setenv("DATABASE_URL", url)
    code, out, err = run("move", "postgresql://127.0.0.1:1/games")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
    assert "s3cret" not in err


def test_a_database_that_is_not_there_is_told(run, everything):
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        pytest.skip("TEST_DATABASE_URL is not set")
    missing = make_url(given).set(database="no_such_database")
    code, _, err = run("move", missing.render_as_string(hide_password=False))
    assert (code, err.count("\n")) == (2, 1)
    assert '"no_such_database" does not exist. Correct that in the address to move to' in err


def test_the_address_is_read_from_standard_input(run, everything, postgres_url, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{postgres_url}\n"))
    assert run("move", "-")[0] == 0
    assert rows(postgres_url) == rows(URL)


def test_nothing_is_moved_into_memory(run, here, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://dice:s3cret@127.0.0.1:1/games")
    code, out, err = run("move", "sqlite://")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "A database in memory cannot be moved: name a file" in err


@pytest.mark.parametrize("rest", [["s3cret@h/dice"], ["s3cret", "x@h/dice"], ["--s3cret@h/dice"]])
def test_an_address_that_a_shell_has_split_is_not_repeated(run, rest):
    for command in (["move", "postgresql://dice:a", *rest], ["postgresql://dice:s3cret@h/dice"]):
        code, out, err = run(*command)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "s3cret" not in err
