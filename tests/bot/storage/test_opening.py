"""How a database is opened, and the sentence that a host reads when it cannot be."""

import errno
import os
import shutil
import sqlite3
import tempfile
import traceback
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from sqlalchemy import create_engine, event

from bot.storage.database import Storage
from bot.storage.engine import _prepare_sqlite, address, engine_for, place_of
from bot.storage.errors import (
    BadAddress,
    BadEncoding,
    Busy,
    DiskFull,
    NoDriver,
    NoHome,
    NotADatabase,
    NotAllowed,
    NotWritable,
    StorageFault,
)
from bot.storage.faults import failure_of
from bot.storage.inspection import inspect_database
from bot.table.store import rounds


def refused(url: str, kind: type[StorageFault]) -> str:
    """Open a database that has this fault; return the sentence that the host reads."""
    with pytest.raises(StorageFault) as caught:
        Storage.open(url)
    assert type(caught.value) is kind, str(caught.value)
    sentence = str(caught.value)
    assert "\n" not in sentence
    everything = sentence + "".join(traceback.format_exception(caught.value))
    assert "secret-word" not in everything
    return sentence


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///rounds.sqlite3", "sqlite+pysqlite"),
        (" sqlite:///rounds.sqlite3\n", "sqlite+pysqlite"),
        ("sqlite+aiosqlite:///rounds.sqlite3", "sqlite+pysqlite"),
        ("sqlite://", "sqlite+pysqlite"),
        ("postgres://ann@host/dice", "postgresql+psycopg"),
        ("postgresql://ann:p@[::1]:5432/dice?sslmode=require", "postgresql+psycopg"),
        ("postgresql:///dice?host=/run/postgresql", "postgresql+psycopg"),
        ("postgresql://ann@host/dice", "postgresql+psycopg"),
        ("postgresql+psycopg://ann@host/dice", "postgresql+psycopg"),
        ("postgresql+asyncpg://ann@host/dice", "postgresql+psycopg"),
    ],
)
def test_addresses_are_understood_in_every_usual_form(given, driver):
    assert address(given).drivername == driver


@pytest.mark.parametrize(
    "given",
    [
        "",
        "rounds.sqlite3",
        "/var/lib/rounds.sqlite3",
        "mysql://ann:secret-word@host/dice",
        "sqlite://rounds.sqlite3",
        "sqlite://@/rounds.sqlite3",
        "postgresql://ann:secret-word@host",
        "postgresql://ann:secret-word@host:port/dice",
        "https://ann:secret-word@host/dice",
        "postgresql://ann:secret-word@5432/dice@host",
        "postgresql://ann:9secret-word@@host/dice",
        "postgresql://ann:9@secret-word@host/dice",
        "postgresql://ann:9@secret-word:5432@host/dice",
        "postgresql://ann@secret-word:9@host/dice",
        "postgresql://ann:9/secret-word@host/dice",
        "postgresql://9/secret-word:ann@host/dice",
        "postgresql://ann:9/secret-word@host",
        "postgresql://ann:9/?secret-word@host/dice",
        "postgresql://ann:9/secret-word/dice",
        "postgresql://ann:secret-word:9/dice",
        "postgresql://ann:secret-word/dice",
        "postgresql://ann:secret-word%@host/dice",
        "postgresql://ann:9%secret-word@host/dice",
        "postgresql://ann:9@host/dice?options=secret-word@host",
        "postgresql://ann:12345678/dice",
        "postgresql://ann:secret-word@host:0/dice",
        "postgresql://ann:secret-word@host:65536/dice",
        "postgresql://ann:secret-word@host/dice?port=65536",
        "postgresql://ann:secret-word@host/dice?port=x",
        "postgresql://ann:secret-word@host/dice?host=a,b&port=1,65536",
        "postgresql://ann:secret-word@host/dice?host=a&host=b&port=1",
        "postgresql://ann:secret-word@host/dice?plugin=x",
        "postgresql://ann:secret-word%00@host/dice",
        "sqlite:///rounds.sqlite3?plugin=x",
        "sqlite:///rounds.sqlite3?timeout=x",
        "sqlite:///rounds.sqlite3?timeout=1&timeout=2",
        "sqlite:///rounds.sqlite3?mode=ro",
        "sqlite:///what?/rounds.sqlite3",
        "sqlite:///rounds.sqlite3?",
        "sqlite:///rounds%00.sqlite3",
    ],
)
def test_anything_else_is_no_address(given):
    sentence = refused(given, BadAddress)
    assert "DATABASE_URL" in sentence
    assert "contains @, /, : or %, write %40, %2F, %3A, %25." in sentence


@pytest.mark.parametrize(
    ("written", "name"),
    [
        *(
            (name, name)
            for name in ("a b", "a#b", "100%", "~a", "a~", "ș🎲", "{place}", "a:b", "@")
        ),
        *(("a%20b", "a b"), ("a%2520b", "a%20b"), ("a%3Fb", "a?b"), ("%7Ea", "~a")),
    ],
)
def test_other_signs_of_a_path_stand_for_themselves_or_are_escaped(tmp_path, written, name):
    url = f"sqlite:///{tmp_path}/{written}.sqlite3"
    with Storage.open(url):
        assert (tmp_path / f"{name}.sqlite3").exists()
    with Storage.open_existing(url):
        pass
    assert inspect_database(url).state == "newest"


def test_a_path_may_begin_with_the_home_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    parsed = address("sqlite:///~/dice/rounds.sqlite3")
    assert place_of(parsed) == f"{tmp_path}/dice/rounds.sqlite3"
    with Storage.open("sqlite:///~/dice/rounds.sqlite3"):
        pass
    with Storage.open("sqlite:///./~/rounds.sqlite3"):  # as in a shell
        pass
    assert (tmp_path / "dice" / "rounds.sqlite3").exists()
    assert (tmp_path / "~" / "rounds.sqlite3").exists()
    assert (
        place_of(address("sqlite:///~root/rounds.sqlite3"))
        == f"{Path('~root').expanduser()}/rounds.sqlite3"
    )


@pytest.mark.parametrize("path", ["~nobody-has-this-name/rounds.sqlite3", "~"])
def test_an_unknown_home_folder_is_told(path, monkeypatch):
    def unknown(_):
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    sentence = refused(f"sqlite:///{path}", NoHome)
    assert f"The home folder of {path} is unknown here: write the whole path" in sentence


@pytest.mark.parametrize("password", ["p@/:?#[]% &=+'\\ss", "plain", "ș🎲", "@", "%41"])
def test_every_password_can_be_written(password):
    given = f"postgresql://ann%40home:{quote(password, safe='')}@host:1234/dice"
    read = address(given)
    assert (read.username, read.password) == ("ann@home", password)
    assert place_of(read) == "host:1234/dice"


@pytest.mark.parametrize("given", ["p:ss", "p?ss", "p#ss", "p[ss", "p&s=s", "p+s"])
def test_signs_that_change_no_other_part_of_the_address_may_stand(given):
    read = address(f"postgresql://ann:{given}@host/dice")
    assert (read.password, place_of(read)) == (given, "host/dice")


@pytest.mark.parametrize("given", ["host:1/dice", "host:65535/dice", "/dice?host=a%2Cb&port=1%2C2"])
def test_every_port_can_be_written(given):
    assert address(f"postgresql://{given}").render_as_string() == f"postgresql+psycopg://{given}"


def test_a_place_is_named_without_its_password():
    assert place_of(address("postgres://ann:secret-word@host:1234/dice")) == "host:1234/dice"
    assert place_of(address("postgres:///dice")) == "localhost/dice"
    assert place_of(address("sqlite:///a/b.sqlite3")) == "a/b.sqlite3"


def test_the_file_and_its_folders_are_made(tmp_path, maker):
    file = tmp_path / "var" / "lib" / "rounds.sqlite3"
    with Storage.open(f"sqlite:///{file}") as storage:
        stored = storage.write(rounds.open_round, maker.begun())
    with Storage.open(f"sqlite:///{file}") as storage:
        assert storage.read(rounds.load, stored.id) == stored
    assert file.is_file()


def test_a_database_in_memory_is_one_database(maker):
    with Storage.open("sqlite://") as storage:
        stored = storage.write(rounds.open_round, maker.begun())
        assert storage.read(rounds.load, stored.id) == stored


def test_sqlite_is_set_to_lose_nothing(sqlite_url, monkeypatch):
    monkeypatch.setattr("bot.storage.engine._prepare_sqlite", _prepare_sqlite)
    full = 2
    expected = {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 8_000,
    }
    with (
        Storage.open(sqlite_url) as storage,
        storage._engine.connect() as first,
        storage._engine.connect() as second,
    ):
        for connection in (first, second):
            first.rollback()  # a pragma begins a transaction too, and this one holds the lock
            settings = {
                name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in expected
            }
            assert settings == expected


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    path = tmp_path / "file" / "rounds.sqlite3"
    assert str(path) in refused(f"sqlite:///{path}", NotWritable)


def test_a_folder_in_place_of_the_file_is_named(tmp_path):
    assert str(tmp_path) in refused(f"sqlite:///{tmp_path}", NotWritable)


@pytest.fixture
def another_user():
    """Make a folder that other users can read but not write; remove it after the test."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def as_nobody(call):
    """Call without the rights of root, where the tests have them."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        return call()
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("left_over", ["a file", "nothing"])
def test_what_cannot_be_written_is_named(another_user, left_over):
    path = another_user / "rounds.sqlite3"
    if left_over == "a file":
        Storage.open(f"sqlite:///{path}").close()
        path.chmod(0o444)
    another_user.chmod(0o555)
    assert str(path) in as_nobody(lambda: refused(f"sqlite:///{path}", NotWritable))
    another_user.chmod(0o755)


def test_a_file_that_is_something_else_is_left_alone(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 500)
    assert str(path) in refused(f"sqlite:///{path}", NotADatabase)
    assert path.read_text() == "Dear Ann, " * 500


def test_a_damaged_database_is_named(tmp_path, maker):
    path = tmp_path / "rounds.sqlite3"
    with Storage.open(f"sqlite:///{path}") as storage:
        storage.write(rounds.open_round, maker.begun())
    written = bytearray(path.read_bytes())
    written[100:4096] = b"\xff" * 3996
    path.write_bytes(written)
    assert str(path) in refused(f"sqlite:///{path}", NotADatabase)


def test_a_database_that_another_program_holds_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.storage.engine.BUSY_TIMEOUT", 0.05)
    path = tmp_path / "rounds.sqlite3"
    Storage.open(f"sqlite:///{path}").close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert str(path) in refused(f"sqlite:///{path}", Busy)


def test_a_connection_that_cannot_be_set_up_is_closed(tmp_path):
    """SQLAlchemy 2.0 leaves it open where a listener raises; 2.1 closes it."""
    file = tmp_path / "rounds.sqlite3"
    file.write_bytes(b"no database " * 500)
    connection = sqlite3.connect(file)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        _prepare_sqlite(connection, None)
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        connection.total_changes  # noqa: B018 — it raises


@pytest.fixture
def held_file(tmp_path):
    """A file of SQLite without WAL, as another process holds it that turns WAL on."""
    with closing(sqlite3.connect(tmp_path / "rounds.sqlite3", isolation_level=None)) as other:
        other.execute("CREATE TABLE t (c)")
        other.execute("BEGIN EXCLUSIVE")
        yield other


def test_a_process_waits_for_another_one_that_turns_on_wal(tmp_path, held_file, monkeypatch):
    monkeypatch.setattr("time.sleep", lambda _: held_file.execute("ROLLBACK"))
    with closing(sqlite3.connect(tmp_path / "rounds.sqlite3", timeout=0)) as connection:
        _prepare_sqlite(connection, None)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_no_process_waits_for_wal_for_ever(tmp_path, held_file, monkeypatch):
    monkeypatch.setattr("bot.storage.engine.BUSY_TIMEOUT", 0.05)
    connection = sqlite3.connect(tmp_path / "rounds.sqlite3", timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        _prepare_sqlite(connection, None)


def test_a_full_disk_is_named(tmp_path, monkeypatch):
    def full(connection, entry):
        connection.execute("PRAGMA max_page_count = 3")

    made = engine_for

    def small(url):
        engine = made(url)
        event.listen(engine, "connect", full)
        return engine

    monkeypatch.setattr("bot.storage.database.engine_for", small)
    refused(f"sqlite:///{tmp_path / 'rounds.sqlite3'}", DiskFull)


def out_of_space():
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def no_room_for_the_index():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    return error


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("bot.storage.database.finish_restoring", out_of_space),
        ("bot.storage.engine.Path.mkdir", out_of_space),
        ("bot.storage.engine.make_private", out_of_space),
        ("bot.storage.database.migrate", no_room_for_the_index),
    ],
)
def test_a_full_disk_is_named_at_every_step(tmp_path, monkeypatch, step, error):
    def fail(*_, **__):
        raise error()

    monkeypatch.setattr(step, fail)
    file = tmp_path / "rounds.sqlite3"
    assert refused(f"sqlite:///{file}", DiskFull) == (
        f"The disk that holds the database {file} is full: free some disk space."
    )
    failure = failure_of(no_room_for_the_index(), "games.sqlite3")
    assert "The disk that holds the database games.sqlite3 is full" in str(failure)


def test_a_missing_driver_is_named(monkeypatch):
    monkeypatch.setattr("bot.storage.engine.find_spec", lambda name: None)
    sentence = refused("postgresql://ann:secret-word@localhost/dice", NoDriver)
    assert sentence.endswith(
        "install it with .venv/bin/pip install -c constraints.txt '.[postgres]'."
    )


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1"])
def test_a_database_in_another_encoding_is_named(postgres_url, encoding):
    admin = create_engine(address(postgres_url), isolation_level="AUTOCOMMIT")
    name = f"old_{encoding.lower()}"
    made = f"CREATE DATABASE {name} ENCODING '{encoding}' TEMPLATE template0 LOCALE 'C'"
    with admin.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE IF EXISTS {name}")
        connection.exec_driver_sql(made)
    url = address(postgres_url).set(database=name).render_as_string(hide_password=False)
    sentence = refused(url, BadEncoding)
    assert f"/{name} has the encoding {encoding}" in sentence
    assert "ENCODING 'UTF8' TEMPLATE template0" in sentence
    with pytest.raises(BadEncoding):
        inspect_database(url)
    with admin.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {name}")
    admin.dispose()


def test_a_user_who_may_not_make_tables_is_named(postgres_url):
    owner = create_engine(address(postgres_url), isolation_level="AUTOCOMMIT")
    schema = str(address(postgres_url).query["options"]).partition("=")[2]
    guest = f"guest_{schema[-8:]}"
    with owner.connect() as connection:
        connection.exec_driver_sql(f"CREATE ROLE {guest} LOGIN PASSWORD 'secret-word'")
        connection.exec_driver_sql(f"GRANT USAGE ON SCHEMA {schema} TO {guest}")
    url = address(postgres_url).set(username=guest, password="secret-word")
    refused(url.render_as_string(hide_password=False), NotAllowed)
    with owner.connect() as connection:
        connection.exec_driver_sql(f"DROP OWNED BY {guest}")
        connection.exec_driver_sql(f"DROP ROLE {guest}")
    owner.dispose()


def test_no_fault_leaves_the_file_open(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 500)
    refused(f"sqlite:///{path}", NotADatabase)
    held = {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.exists()}
    assert str(path) not in held
