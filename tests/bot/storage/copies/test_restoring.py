"""A backup takes the place of the database as a whole, wherever a restoration is killed."""

import os
import signal
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.commands.maintenance.copies import put_in_place
from bot.storage.copies import restoring
from bot.storage.copies.backup import BackupFault, back_up
from bot.storage.database import Storage
from bot.storage.errors import StorageFailed, TooNew, TooOld
from bot.storage.files import files_of
from bot.table.store import deadlines, rounds
from bot.table.store.errors import RoundGone
from empty_database import write_empty_database
from kept_versions import read_database
from running_bot import running_bot
from sql import run

NOW = datetime(2026, 11, 21, 22, 15, 7, tzinfo=UTC)
KEPT = "rounds.sqlite3-replaced-20261121-221507"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the tests kill processes")


@pytest.fixture
def copy(sqlite_url, maker, tmp_path):
    """Return a backup of two rounds; the database has gone on to three."""
    copy = tmp_path / "copies" / "copy.sqlite3"
    copy.parent.mkdir()
    write_empty_database(tmp_path / "rounds.sqlite3")
    with Storage.open(sqlite_url) as storage:
        for channel in (1, 2):
            stored = storage.write(rounds.open_round, maker.begun(channel=channel))
            storage.write(rounds.mark_message, stored, 10 * channel, 1)
        back_up(sqlite_url, copy)
        storage.write(rounds.open_round, maker.begun(channel=3))
    return copy


def in_a_child(do):
    """Do something in a process that then dies without closing anything; return how it ended."""
    child = os.fork()
    if child == 0:
        try:
            do()
        except BaseException as error:  # noqa: BLE001 — the child ends here
            os.write(2, f"{error!r}\n".encode())
            os._exit(3)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def ids(url):
    with Storage.open(url) as storage:
        found = []
        for number in range(1, 5):
            try:
                found.append(storage.read(rounds.load, number).id)
            except RoundGone:
                continue
        return found


def test_the_backup_takes_the_place_of_the_database(sqlite_url, copy, tmp_path):
    restored = put_in_place(sqlite_url, copy, NOW)
    assert (restored.contents.rows["rounds"], restored.was_read) == (2, True)
    assert restored.kept == tmp_path / KEPT
    assert ids(sqlite_url) == [1, 2]
    assert ids(f"sqlite:///{restored.kept}") == [1, 2, 3]
    assert [file.name for file in copy.parent.iterdir()] == ["copy.sqlite3"]


def test_the_log_of_a_killed_bot_is_kept_with_its_file_and_has_no_effect(
    sqlite_url, copy, tmp_path, maker
):
    """A copy over the file alone would have none: SQLite would go on with the -wal."""
    killed = in_a_child(
        lambda: Storage.open(sqlite_url).write(rounds.open_round, maker.begun(channel=4))
    )
    assert killed == 0
    assert files_of(tmp_path / "rounds.sqlite3")[1].stat().st_size
    restored = put_in_place(sqlite_url, copy, NOW)
    assert not any(file.exists() for file in files_of(tmp_path / "rounds.sqlite3")[1:])
    assert all(file.exists() for file in files_of(restored.kept))
    assert ids(f"sqlite:///{restored.kept}") == [1, 2, 3, 4]
    assert ids(sqlite_url) == [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("step", range(1, 7))
def test_killed_at_any_step_the_old_or_the_new_is_whole(  # noqa: PLR0917
    sqlite_url, copy, tmp_path, maker, monkeypatch, step
):
    """Every renaming is such a step: of the copy, of each of the three files, into place."""
    assert (
        in_a_child(
            lambda: Storage.open(sqlite_url).write(rounds.open_round, maker.begun(channel=4))
        )
        == 0
    )
    real, left = Path.replace, iter(range(1, 100))

    def replace(self, target):
        if next(left) == step:
            os.kill(os.getpid(), signal.SIGKILL)
        return real(self, target)

    def killed():
        monkeypatch.setattr(Path, "replace", replace)
        put_in_place(sqlite_url, copy, NOW)

    ended = in_a_child(killed)
    assert ended == (0 if step == 6 else -signal.SIGKILL)
    expected = [1, 2, 3, 4] if step == 1 else [1, 2]
    assert ids(sqlite_url) == expected
    if step > 1:
        assert ids(f"sqlite:///{tmp_path / KEPT}") == [1, 2, 3, 4]
    put_in_place(sqlite_url, copy, NOW.replace(hour=23))
    assert ids(sqlite_url) == [1, 2]
    assert not [*tmp_path.glob("*-restoring-*")]


def test_a_running_bot_is_refused(sqlite_url, copy):
    with (
        running_bot(sqlite_url),
        pytest.raises(BackupFault, match=r"The bot is running on .*rounds.sqlite3: stop it"),
    ):
        put_in_place(sqlite_url, copy, NOW)
    assert ids(sqlite_url) == [1, 2, 3]
    put_in_place(sqlite_url, copy, NOW)


def test_a_newer_a_foreign_and_a_damaged_file_are_refused(sqlite_url, copy, tmp_path):
    before = sorted(file.name for file in tmp_path.iterdir())
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
    with pytest.raises(TooNew):
        put_in_place(sqlite_url, copy, NOW)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("DROP TABLE steps")
    with pytest.raises(BackupFault, match=r"copy.sqlite3 is not a database of this bot"):
        put_in_place(sqlite_url, copy, NOW)
    copy.write_text("Dear diary, " * 500)
    with pytest.raises(BackupFault, match="is not a database, or it is damaged: use another"):
        put_in_place(sqlite_url, copy, NOW)
    with pytest.raises(BackupFault, match="There is no file"):
        put_in_place(sqlite_url, tmp_path / "nothing", NOW)
    with pytest.raises(BackupFault, match="is the database itself"):
        put_in_place(sqlite_url, tmp_path / "rounds.sqlite3", NOW)
    after = sorted(file.name for file in tmp_path.iterdir() if file.name != "rounds.sqlite3.lock")
    assert after == before
    assert ids(sqlite_url) == [1, 2, 3]


def test_on_a_fresh_machine_there_is_nothing_to_keep(copy, tmp_path):
    restored = put_in_place(f"sqlite:///{tmp_path / 'new' / 'rounds.sqlite3'}", copy, NOW)
    assert (restored.kept, restored.was_read) == (None, True)
    assert ids(f"sqlite:///{tmp_path / 'new' / 'rounds.sqlite3'}") == [1, 2]


def test_a_database_that_cannot_be_read_is_replaced_and_kept(sqlite_url, copy, tmp_path):
    (tmp_path / "rounds.sqlite3").write_bytes(b"\xff" * 50_000)
    restored = put_in_place(sqlite_url, copy, NOW)
    assert not restored.was_read
    assert (tmp_path / KEPT).read_bytes() == b"\xff" * 50_000


def test_open_rounds_are_drawn_again_and_no_id_is_given_twice(sqlite_url, copy, maker):
    """Their boards on Discord show later moments; messages of round 3 mean a round that is gone."""
    put_in_place(sqlite_url, copy, NOW)
    with Storage.open(sqlite_url) as storage:
        assert storage.read(deadlines.undrawn) == (2, 1)
        assert storage.write(rounds.open_round, maker.begun(channel=9)).id == 4


def change(file, *statements):
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


def language_as(definition):
    """Return statements that edit the definition of a column as a text: SQLite checks nothing."""
    edited = f"replace(sql, 'language VARCHAR(16) NOT NULL', 'language {definition}')"
    return (
        "PRAGMA writable_schema = ON",
        f"UPDATE sqlite_master SET sql = {edited} WHERE type = 'table' AND name = 'rounds'",
    )


ADDED = {
    "trigger": ("CREATE TRIGGER odd AFTER UPDATE ON rounds BEGIN DELETE FROM settings; END",),
    "view": ("CREATE VIEW odd AS SELECT 1",),
    "table": ('CREATE TABLE "odd""; --" (n)',),
    "virtual table": ("CREATE VIRTUAL TABLE odd USING fts5(words)",),
    "index": ("CREATE INDEX odd ON rounds (lower(language))",),
    "column": ("ALTER TABLE rounds ADD COLUMN odd AS (hex(language))",),
    "check": language_as("VARCHAR(16) CHECK (hex(language))"),
    "default": language_as("VARCHAR(16) DEFAULT (random())"),
    "no index": ("DROP INDEX results_of_member",),
}


@pytest.mark.parametrize("added", ADDED)
def test_a_backup_with_more_than_our_tables_and_indexes_is_refused(
    sqlite_url, copy, tmp_path, added
):
    was = copy.read_bytes()
    change(copy, *ADDED[added])
    assert copy.read_bytes() != was
    before, names = copy.read_bytes(), {*tmp_path.iterdir()}
    with pytest.raises(BackupFault, match=r"copy.sqlite3 is refused, since the \w+ '.*' is not as"):
        put_in_place(sqlite_url, copy, NOW)
    assert copy.read_bytes() == before
    assert {*tmp_path.iterdir()} - names <= {tmp_path / "rounds.sqlite3.lock"}
    assert ids(sqlite_url) == [1, 2, 3]


def test_a_database_that_a_ready_copy_is_about_to_replace_is_not_in_place(sqlite_url):
    with Storage.open(sqlite_url) as storage:
        assert storage.in_place
        storage.file.with_name(f"{storage.file.name}-restoring-20260101-120000").touch()
        assert not storage.in_place


def test_a_backup_with_statistics_of_sqlite_is_restored(sqlite_url, copy):
    change(copy, "ANALYZE")
    put_in_place(sqlite_url, copy, NOW)
    assert ids(sqlite_url) == [1, 2]


@pytest.mark.parametrize("upgraded", [False, True])
@pytest.mark.parametrize(("version", "revision"), [("1.0.0", "r0001"), ("2.0.0", "r0002")])
def test_a_backup_of_each_version_is_restored(tmp_path, version, revision, upgraded):
    """Its tables are those that the revisions make, to the letter, also after an upgrade."""
    copy = tmp_path / "copy.sqlite3"
    read_database(Path(__file__).parents[2] / "versions" / version, f"sqlite:///{copy}")
    if upgraded:
        Storage.open(f"sqlite:///{copy}").close()
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    assert put_in_place(url, copy, NOW).contents.revision == ("r0002" if upgraded else revision)
    with Storage.open(url) as storage:
        assert storage.read(rounds.load, 10).status == "playing"


def test_functions_in_a_backup_are_not_called_before_it_is_refused(sqlite_url, copy, monkeypatch):
    """Checking a file calls them, so definitions are compared first, and trusted in none."""
    change(copy, *ADDED["check"])
    connect, checked = sqlite3.connect, []

    def connected(*args, **more):
        connection = connect(*args, **more)
        if "immutable" in str(args[0]):
            connection.set_trace_callback(checked.append)
        return connection

    monkeypatch.setattr("bot.storage.copies.backup.sqlite3.connect", connected)
    with pytest.raises(BackupFault, match="is refused"):
        put_in_place(sqlite_url, copy, NOW)
    assert checked[0] == "PRAGMA trusted_schema = OFF"
    assert all(" FROM sqlite_master" in one or " FROM alembic_" in one for one in checked[1:])


def test_a_copy_with_its_log_is_read_and_stays_as_it_is(sqlite_url, copy, maker):
    in_a_child(lambda: Storage.open(sqlite_url).write(rounds.open_round, maker.begun(channel=4)))
    kept = put_in_place(sqlite_url, copy, NOW).kept
    before = [file.read_bytes() for file in files_of(kept)[:2]]
    put_in_place(sqlite_url, kept, NOW)
    assert ids(sqlite_url) == [1, 2, 3, 4]
    assert [file.read_bytes() for file in files_of(kept)[:2]] == before


@pytest.mark.parametrize("seconds", [0, -3600])
def test_what_was_replaced_before_is_never_overwritten(sqlite_url, copy, seconds):
    """In the same second, or where the clock was set back."""
    first = put_in_place(sqlite_url, copy, NOW).kept
    before = first.read_bytes()
    second = put_in_place(sqlite_url, copy, NOW + timedelta(seconds=seconds)).kept
    third = put_in_place(sqlite_url, copy, NOW).kept
    assert len({first, second, third}) == 3
    assert first.read_bytes() == before
    assert ids(f"sqlite:///{first}") == [1, 2, 3]
    assert ids(f"sqlite:///{second}") == [1, 2]


def test_steps_see_the_restored_and_the_replaced_database(sqlite_url, copy):
    seen = []

    def step(here, there):
        count = text("SELECT count(*) FROM rounds")
        seen.append([run(one, count).scalar() for one in (here, there)])
        run(here, "DELETE FROM results")

    restoring.restore(sqlite_url, copy, NOW, (step,))
    assert seen == [[2, 3]]


def test_a_backup_from_before_the_first_release_is_refused(sqlite_url, copy):
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0024'")
    with pytest.raises(TooOld) as refused:
        put_in_place(sqlite_url, copy, NOW)
    assert str(copy) in str(refused.value)
    assert ids(sqlite_url) == [1, 2, 3]


def test_a_disk_that_is_full_is_that_of_the_database(sqlite_url, copy, tmp_path):
    def step(here, _):
        run(here, "PRAGMA max_page_count = 1")
        run(here, "CREATE TABLE more AS SELECT randomblob(9000000)")

    with pytest.raises(StorageFailed) as refused:
        restoring.restore(sqlite_url, copy, NOW, (step,))
    assert str(refused.value) == (
        f"The disk that holds the database {tmp_path / 'rounds.sqlite3'} is full: free some disk "
        "space."
    )
    assert ids(sqlite_url) == [1, 2, 3]


def test_a_dump_of_postgresql_is_not_called_damaged(tmp_path, sqlite_url):
    dump = tmp_path / "rounds.dump"
    dump.write_bytes(b"PGDMP\x01\x0e\x00")
    with pytest.raises(BackupFault, match="is a dump of PostgreSQL: let DATABASE_URL name"):
        put_in_place(sqlite_url, dump, NOW)


def test_postgresql_is_told_its_own_program(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [".venv/bin/dice-poker", "restore", "my copy"])
    with pytest.raises(BackupFault, match=r"There is no file my copy that can be read\."):
        put_in_place("postgresql://dice:s3cret@db.example/games", Path("my copy"), NOW)
    Path("my copy").touch()
    with pytest.raises(BackupFault) as refused:
        put_in_place("postgresql://dice:s3cret@db.example/games", Path("my copy"), NOW)
    assert str(refused.value) == (
        "PostgreSQL has programs of its own for this, to be run once the bot is stopped: "
        "pg_restore --file=/dev/null 'my copy' && psql --host=db.example --username=dice --dbname=games "
        "--single-transaction "
        "-c 'ALTER SCHEMA public RENAME TO replaced_20261121_221507' -c 'CREATE SCHEMA public' && "
        "pg_restore --single-transaction --no-owner --host=db.example --username=dice --dbname=games 'my copy' && "
        ".venv/bin/dice-poker restored"
    )
