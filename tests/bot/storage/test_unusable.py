"""A database of another program, or one that may only be read: refused in a line, and left as it is."""

from __future__ import annotations

import importlib
import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from pkgutil import walk_packages

import pytest
from sqlalchemy import URL, Engine, create_engine, event

from bot import cli, commands
from bot.config import SETTINGS
from bot.storage import engine
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import NotAllowed, NotOurs, StorageFault
from bot.storage.inspection import inspect_database
from empty_database import write_empty_database

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"
ELSEWHERE = "postgresql://127.0.0.1:1/games"
COMMANDS = (["run"], ["doctor"], ["backup", "copy.sqlite3"], ["move", ELSEWHERE])
NOBODY = 65534
UNSURE = {
    0: "DELETE FROM alembic_version",
    2: "INSERT INTO alembic_version (version_num) VALUES ('r0001')",
}
"""What leaves the table of the revision with no row, or with two."""


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Be in a folder that every user may write, with the settings of a bot."""
    for field in SETTINGS:
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///dice.sqlite3")
    monkeypatch.setattr("bot.commands.doctor.visit.visit.__defaults__", ("http://127.0.0.1:9",))
    _import_commands()
    handlers, level = logging.root.handlers[:], logging.root.level
    made = Path(tempfile.mkdtemp())
    made.chmod(0o777)
    monkeypatch.chdir(made)
    yield made
    logging.root.handlers[:], logging.root.level = handlers, level
    logging.getLogger("discord").handlers.clear()
    shutil.rmtree(made)


def _import_commands() -> None:
    """Import all commands: the sources of the bot may be hidden from whoever is nobody."""
    for module in walk_packages(commands.__path__, "bot.commands."):
        importlib.import_module(module.name)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Be without the rights of root, where the tests have them."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)


def foreign(file: Path, *, wal: bool) -> None:
    with closing(sqlite3.connect(file)) as other, other:
        if wal:
            other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE recipes (name)")
        other.execute("CREATE TABLE rounds (name)")
        other.execute("INSERT INTO recipes VALUES ('soup')")


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return mode and bytes of every file."""
    return {one.name: (one.stat().st_mode, one.read_bytes()) for one in folder.iterdir()}


def refused(capsys: pytest.CaptureFixture[str], argv: list[str]) -> str:
    """Return the one line with which a command refuses the database."""
    assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    if argv == ["doctor"]:
        (line,) = (line for line in out.splitlines() if " database: " in line)
        assert line.startswith("fault")
        return line
    assert out == ""
    (line,) = (line for line in err.splitlines() if line.startswith("dice-poker: "))
    assert "Traceback" not in err
    return line


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[0])
@pytest.mark.parametrize("wal", [False, True], ids=["plain", "wal"])
def test_a_file_of_another_program_is_refused_and_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], argv: list[str], *, wal: bool
) -> None:
    foreign(folder / "dice.sqlite3", wal=wal)
    (folder / "dice.sqlite3").chmod(0o664)
    before = everything(folder)
    line = refused(capsys, argv)
    assert "dice.sqlite3 belongs to another program" in line
    assert "name another file or an empty database in DATABASE_URL" in line
    assert everything(folder) == before


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[0])
@pytest.mark.parametrize("rows", [0, 2])
def test_a_database_that_does_not_say_its_revision_is_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], argv: list[str], rows: int
) -> None:
    unsure(folder / "dice.sqlite3", rows)
    before = everything(folder)
    line = refused(capsys, argv)
    assert f"its table alembic_version has {rows} rows in place of one: restore a backup" in line
    assert everything(folder) == before


@pytest.mark.parametrize("argv", [["run"], ["doctor"]], ids=lambda argv: argv[0])
def test_a_database_of_a_newer_version_is_refused_and_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], argv: list[str]
) -> None:
    write_empty_database(folder / "dice.sqlite3")
    with closing(sqlite3.connect("dice.sqlite3", isolation_level=None)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r0003'")
        before = [*connection.iterdump()]
        line = refused(capsys, argv)
        assert [*connection.iterdump()] == before
    assert "dice.sqlite3 was written by a newer version of this bot" in line
    assert "its revision r0003 is unknown here" in line


@pytest.mark.parametrize("rows", [0, 2])
def test_a_backup_that_does_not_say_its_revision_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], rows: int
) -> None:
    unsure(folder / "copy.sqlite3", rows)
    line = refused(capsys, ["restore", "copy.sqlite3"])
    assert f"copy.sqlite3 is damaged, since its table alembic_version has {rows} rows" in line
    assert not Path("dice.sqlite3").exists()
    unsure(folder / "dice.sqlite3", rows)
    write_empty_database(folder / "copy.sqlite3")
    assert cli.main(["restore", "copy.sqlite3"]) == 0


def unsure(file: Path, rows: int) -> None:
    """Write a database whose table of the revision has no row, or two."""
    write_empty_database(file)
    with closing(sqlite3.connect(file)) as opened, opened:
        opened.execute(UNSURE[rows])


@pytest.mark.skipif(os.name != "posix", reason="pipes are those of POSIX")
@pytest.mark.parametrize("argv", [["run"], ["doctor"]], ids=lambda argv: argv[0])
@pytest.mark.parametrize("make", [os.mkdir, getattr(os, "mkfifo", None)], ids=["folder", "pipe"])
def test_what_is_no_file_cannot_be_written(
    capsys: pytest.CaptureFixture[str], argv: list[str], make: Callable[[str], None]
) -> None:
    make("dice.sqlite3")
    assert "dice.sqlite3 cannot be written" in refused(capsys, argv)


def test_a_file_that_another_program_has_open_is_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = folder / "dice.sqlite3"
    foreign(file, wal=True)
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("INSERT INTO recipes VALUES ('bread')")
        other.commit()
        before = {one: one.read_bytes() for one in (file, folder / "dice.sqlite3-wal")}
        assert "another program" in refused(capsys, ["run"])
        assert {one: one.read_bytes() for one in before} == before
        assert other.execute("SELECT count(*) FROM recipes").fetchone() == (2,)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[0])
@pytest.mark.parametrize(("owner", "mode"), [(0, 0o644), (NOBODY, 0o444)], ids=["other", "own"])
def test_a_file_that_may_only_be_read_is_refused_and_left_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture[str], argv: list[str], owner: int, mode: int
) -> None:
    """SQLite turns BEGIN IMMEDIATE into a transaction that reads, so that nothing fails by it."""
    file = folder / "dice.sqlite3"
    write_empty_database(file)
    Storage.open("sqlite:///dice.sqlite3").close()
    if os.geteuid() == 0:
        os.chown(file, owner, owner)
    file.chmod(mode if os.geteuid() == 0 else 0o444)
    before = everything(folder)
    with as_nobody():
        line = refused(capsys, argv)
    assert "dice.sqlite3 cannot be written: allow the bot to write this file" in line
    assert everything(folder) == before


def test_an_empty_file_that_may_only_be_read_is_no_place_for_tables(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "dice.sqlite3").touch(0o444)
    with as_nobody():
        assert "cannot be written" in refused(capsys, ["doctor"])


def test_a_write_that_fails_is_told_at_the_start(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that is up to date was not written before the first press."""
    made = engine.engine_for

    def full(url: URL) -> Engine:
        engine = made(url)
        as_large = "PRAGMA max_page_count = 1"  # of a larger file: as it is
        event.listen(engine, "connect", lambda opened, _: opened.execute(as_large))
        return engine

    write_empty_database(Path("dice.sqlite3"))
    with closing(sqlite3.connect("dice.sqlite3")) as opened:
        opened.execute("VACUUM")
    monkeypatch.setattr("bot.storage.database.engine_for", full)
    assert "free some disk space" in refused(capsys, ["run"])


# PostgreSQL


def sentence(open_it: Callable[[], object], kind: type[StorageFault]) -> str:
    with pytest.raises(kind) as caught:
        open_it()
    return str(caught.value)


def send(url: str, *statements: str) -> list[str]:
    """Send statements; return the names of the tables that are there then."""
    engine = create_engine(address(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
        names = connection.exec_driver_sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        ).scalars()
        found = sorted(names)
    engine.dispose()
    return found


def test_a_database_of_postgresql_with_other_tables_is_refused(postgres_url: str) -> None:
    there = send(postgres_url, "CREATE TABLE recipes (name text)", "CREATE TABLE rounds (n text)")
    for open_it in (Storage.open, inspect_database):
        told = sentence(lambda open_it=open_it: open_it(postgres_url), NotOurs)
        assert "belongs to another program" in told
    assert send(postgres_url) == there == ["recipes", "rounds"]


@pytest.mark.parametrize("rows", [0, 2])
def test_a_database_of_postgresql_that_does_not_say_its_revision_is_refused(
    capsys: pytest.CaptureFixture[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    postgres_url: str,
    rows: int,
) -> None:
    Storage.open(postgres_url).close()
    send(postgres_url, UNSURE[rows])
    write_empty_database(folder / "dice.sqlite3")
    told = f"its table alembic_version has {rows} rows in place of one"
    assert told in refused(capsys, ["move", postgres_url])
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    for argv in (["run"], ["doctor"]):
        assert told in refused(capsys, argv)


def test_nothing_is_moved_among_the_tables_of_another_program(
    capsys: pytest.CaptureFixture[str], folder: Path, postgres_url: str
) -> None:
    write_empty_database(folder / "dice.sqlite3")
    there = send(postgres_url, "CREATE TABLE rounds (n text)")
    line = refused(capsys, ["move", postgres_url])
    assert "another file or an empty database in the address to move to" in line
    assert send(postgres_url) == there


def test_a_user_who_may_only_read_the_tables_is_named(postgres_url: str) -> None:
    Storage.open(postgres_url).close()
    schema = str(address(postgres_url).query["options"]).partition("=")[2]
    guest = f"guest_{schema[-8:]}"
    send(
        postgres_url,
        f"CREATE ROLE {guest} LOGIN PASSWORD 'secret-word'",
        f"GRANT USAGE ON SCHEMA {schema} TO {guest}",
        f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {guest}",
    )
    url = address(postgres_url).set(username=guest, password="secret-word")
    try:
        for open_it in (Storage.open, inspect_database):
            given = url.render_as_string(hide_password=False)
            told = sentence(lambda open_it=open_it, given=given: open_it(given), NotAllowed)
            assert "owner of the database and of its tables" in told
    finally:
        send(postgres_url, f"DROP OWNED BY {guest}", f"DROP ROLE {guest}")


@pytest.mark.parametrize("argv", [*COMMANDS, ["restore", "copy.sqlite3"]], ids=lambda argv: argv[0])
@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("sqlite:///dice.sqlite3?mode=ro", "names a file by a path without ?"),
        ("sqlite:///~nobody-has-this-name/dice.sqlite3", "The home folder of ~nobody-has-"),
    ],
)
def test_every_command_refuses_the_same_address(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    argv: list[str],
    url: str,
    told: str,
) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    assert told in out + err
    assert "Traceback" not in err


def test_a_backup_is_restored_in_every_folder_that_can_be_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path of its copy beside the database is no address."""
    monkeypatch.setenv("DATABASE_URL", "sqlite:///./~dice.sqlite3")
    Storage.open("sqlite:///./~dice.sqlite3").close()
    assert cli.main(["backup", "copy.sqlite3"]) == 0
    assert cli.main(["restore", "copy.sqlite3"]) == 0
    assert "copy.sqlite3 is restored" in capsys.readouterr().out
    assert (folder / "~dice.sqlite3").exists()
