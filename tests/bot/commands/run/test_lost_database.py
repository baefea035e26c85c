"""A start without the database's file: nothing is thrown away, and one line says how to go on."""

from __future__ import annotations

import logging
import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot import cli
from bot.commands.run.command import _open_and_lock
from bot.config import SETTINGS, load
from bot.storage import files
from bot.storage.copies import daily_backups
from bot.storage.copies.backup import back_up
from bot.storage.copies.remains import refuse_lost, rescues
from bot.storage.database import Storage
from bot.storage.errors import StorageDamaged
from bot.table.store import rounds
from bot.table.store.errors import RoundGone
from empty_database import write_empty_database
from running_bot import running_bot

URL, FILE = "sqlite:///dice.sqlite3", Path("dice.sqlite3")
BESIDE = (FILE, Path("dice.sqlite3-wal"), Path("dice.sqlite3-shm"))
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.aBcDeFgHiJkLmNoPqRsTuVwXyZ_0123456789-"

posix = pytest.mark.skipif(sys.platform == "win32", reason="no open file is deleted there")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Be in an empty folder, with the settings of a bot."""
    for field in SETTINGS:
        monkeypatch.delenv(field.upper(), raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", URL)
    monkeypatch.setattr("bot.commands.doctor.visit.visit.__defaults__", ("http://127.0.0.1:9",))
    monkeypatch.chdir(tmp_path)
    handlers, level = logging.root.handlers[:], logging.root.level
    yield tmp_path
    logging.root.handlers[:], logging.root.level = handlers, level
    logging.getLogger("discord").handlers.clear()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Return a function that sets the clock by which copies have their names."""

    def set_to(now: datetime) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:
                return now

        monkeypatch.setattr(files, "datetime", Clock)

    set_to(datetime(2026, 11, 30, 8, tzinfo=UTC))
    return set_to


def refused(capsys: pytest.CaptureFixture[str]) -> str:
    """Start the bot, which refuses the database and makes none; return its one line."""
    before = sorted(Path.cwd().iterdir())
    assert cli.main(["run"]) == 2
    (line,) = (
        line for line in capsys.readouterr().err.splitlines() if line.startswith("dice-poker: ")
    )
    assert sorted(Path.cwd().iterdir()) == before
    return line


def command_of(line: str) -> list[str]:
    """Return the arguments of the restoration that a line names."""
    command = re.search(r"dice-poker (restore .*?)(?:[).]?$|\. |\)|, or )", line)
    assert command, line
    return shlex.split(command[1])


def opened() -> Storage:
    """Open the database as `dice-poker run` does, for a look at its rounds."""
    with _open_and_lock(load()):
        pass
    return Storage.open(URL)


def play(maker, channel: int) -> int:
    """Play in a database that is opened for it; return the id of the round."""
    if not FILE.exists():
        write_empty_database(FILE)
    with opened() as storage:
        stored = storage.write(rounds.open_round, maker.begun(channel=channel))
        return storage.write(rounds.save, maker.acted(stored)).id


def lose(maker, channel: int, *lost: Path, by: Path | None = None) -> tuple[int, str]:
    """Play, delete files under the bot or put another in their place; return round and log."""
    with opened() as storage:
        stored = storage.write(rounds.open_round, maker.begun(channel=channel))
        for one in lost:
            one.unlink()
        if by is not None:
            by.replace(FILE)
        with pytest.raises(StorageDamaged) as damaged:
            storage.check()
    return stored.id, str(damaged.value)


def goes_on(maker, *ids: int) -> None:
    """Assert that these rounds are stored, and that the last can be played on."""
    with opened() as storage:
        found = [storage.read(rounds.load, number) for number in ids]
        storage.write(rounds.save, maker.acted(found[-1]))


@posix
@pytest.mark.parametrize("lost", [BESIDE[:1], BESIDE], ids=["file", "file and log"])
def test_a_file_deleted_under_the_bot_is_restored_from_its_rescue(maker, capsys, lost):
    first = play(maker, 1)
    second, told = lose(maker, 2, *lost)
    log = BESIDE[1].exists()
    line = refused(capsys)
    assert command_of(line) == command_of(told)
    assert (", or put the file back, whose log dice.sqlite3-wal is still there. " in line) == log
    assert cli.main(command_of(told)) == 0
    kept = re.search(r"The (.*) before it is kept as (.*)[.]", capsys.readouterr().out)
    assert (kept and [kept[1], kept[2][-4:], Path(kept[2]).exists()]) == (
        ["log of the database", "-wal", True] if log else None
    )
    goes_on(maker, first, second)


@posix
@pytest.mark.parametrize(
    "after", [datetime(2026, 11, 30, 8, tzinfo=UTC), datetime(2024, 1, 1, tzinfo=UTC)],
    ids=["in the same second", "with the clock set back"],
)  # fmt: skip
def test_the_second_accident_leaves_the_first_rescue_as_it_is(maker, capsys, clock, after):
    first = play(maker, 1)
    second, told = lose(maker, 2, *BESIDE)
    assert cli.main(command_of(told)) == 0
    (rescue,) = Path().glob("*.rescued*")
    assert rescue.name == "dice.sqlite3.rescued-20261130-080000"
    before = rescue.read_bytes()
    clock(after)
    third, told = lose(maker, 3, *BESIDE)
    assert len([*Path().glob("*.rescued-????????-??????")]) == 2
    assert rescue.read_bytes() == before
    assert command_of(refused(capsys)) == command_of(told)
    assert cli.main(command_of(told)) == 0
    goes_on(maker, first, second, third)


@posix
@pytest.mark.parametrize("used", [False, True])
def test_a_file_that_another_one_replaced_is_restored_and_the_other_one_kept(maker, folder, used):
    """SQLite would apply the log of the lost file to the other one."""
    play(maker, 1)
    other = folder / "other"
    write_empty_database(other)
    content = other.read_bytes()
    number, told = lose(maker, 2, by=other)
    assert not BESIDE[1].exists()
    if used:
        with opened() as storage, pytest.raises(RoundGone):
            storage.read(rounds.load, number)
    else:
        assert FILE.read_bytes() == content
    assert cli.main(command_of(told)) == 0
    goes_on(maker, number)
    (kept,) = Path().glob("*-replaced-????????-??????")
    with Storage.open(f"sqlite:///{kept}") as storage, pytest.raises(RoundGone):
        storage.read(rounds.load, number)


@pytest.mark.parametrize("empty", [False, True])
def test_a_folder_without_the_database_but_with_backups_is_restored(
    maker, capsys, monkeypatch, folder, empty
):
    number = play(maker, 1)
    backups = folder / "the backups"
    for day in (29, 30):
        daily_backups.make_backup(URL, backups, date(2026, 11, day))
    volume = folder / "volume"
    volume.mkdir()
    monkeypatch.chdir(volume)
    if empty:
        FILE.touch()
    assert cli.main(["doctor"]) in (0, 1)
    monkeypatch.setenv("BACKUP_DIR", str(backups))
    capsys.readouterr()
    line = refused(capsys)
    assert (
        f"missing or empty: restore its newest copy with dice-poker restore '{backups}/dice-2026-11-30"
        in line
    )
    assert f"To begin anew instead, first move its copies and its log out of {backups}." in line
    assert cli.main(["doctor"]) == 2
    assert f"fault  database: {line.removeprefix('dice-poker: ')}" in capsys.readouterr().out
    assert cli.main(command_of(line)) == 0
    goes_on(maker, number)


@posix
def test_a_log_without_its_file_is_not_deleted_and_can_be_completed(maker, capsys):
    write_empty_database(FILE)
    child = os.fork()
    if child == 0:
        Storage.open(URL).write(rounds.open_round, maker.begun())
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    FILE.rename("elsewhere")
    log = BESIDE[1].read_bytes()
    assert len(log) > 4096
    line = refused(capsys)
    assert (
        "missing or empty: put the file back, whose log dice.sqlite3-wal is still there. To" in line
    )
    back_up("sqlite:///elsewhere", Path("today.sqlite3"))
    assert (
        "The database dice.sqlite3 is missing or empty: restore its newest copy with dice-poker "
        "restore today.sqlite3, or put the file back, whose log dice.sqlite3-wal is still there. "
        "To begin anew instead, first move its copies and its log out of "
    ) in refused(capsys)
    assert BESIDE[1].read_bytes() == log
    Path("elsewhere").rename(FILE)
    goes_on(maker, 1)


@pytest.mark.parametrize(
    "name",
    [
        *("dice.sqlite3.rescued", "dice.sqlite3.rescued-20261130-080000"),
        *("dice.sqlite3-replaced-20261130-080000", "dice.sqlite3.before-r0002"),
        *("dice.sqlite3.before-r0002-20261130-080000", "dice-2026-11-30.sqlite3"),
        "today.sqlite3",
    ],
)
def test_each_kind_of_copy_is_found_until_it_is_moved_away(maker, capsys, name):
    number = play(maker, 1)
    back_up(URL, Path(name))
    FILE.unlink()
    assert command_of(refused(capsys)) == ["restore", name]
    Path("elsewhere").mkdir()
    Path(name).rename(Path("elsewhere") / name)
    with opened():  # anew, as it was meant
        pass
    assert cli.main(["restore", f"elsewhere/{name}"]) == 0
    goes_on(maker, number)


def test_the_newest_copy_is_named(maker, capsys):
    play(maker, 1)
    names = (
        "dice.sqlite3.rescued-20261130-080000",
        "dice-2026-11-30.sqlite3",
        "dice.sqlite3.rescued",
    )
    for age, name in enumerate(names):
        back_up(URL, Path(name))
        os.utime(name, (1_700_000_000 - age, 1_700_000_000 - age))
    log = Path(f"{names[2]}-wal")
    FILE.unlink()
    assert command_of(refused(capsys)) == ["restore", names[0]]
    log.touch()  # of a database that was in use
    assert command_of(refused(capsys)) == ["restore", names[2]]


def test_a_damaged_copy_is_named_only_where_there_is_no_other(maker, capsys):
    number = play(maker, 1)
    damaged = Path("dice.sqlite3-replaced-20261130-080000")
    damaged.write_bytes(FILE.read_bytes()[:4096])
    back_up(URL, Path("today.sqlite3"))
    os.utime("today.sqlite3", (1_700_000_000, 1_700_000_000))
    FILE.unlink()
    assert command_of(refused(capsys)) == ["restore", "today.sqlite3"]
    Path("today.sqlite3").rename("elsewhere")
    assert command_of(refused(capsys)) == ["restore", damaged.name]
    assert cli.main(["restore", "elsewhere"]) == 0
    goes_on(maker, number)


def test_the_database_of_another_bot_is_no_backup_of_this_one(maker):
    with Storage.open("sqlite:///other.sqlite3") as storage:
        storage.write(rounds.open_round, maker.begun())
        storage.process_lock(None).acquire(0)
    with opened() as storage:
        storage.check()


@pytest.mark.parametrize(
    "name",
    [
        *("dice.sqlite3x.rescued", "dice.sqlite3x-wal", "dice.sqlite3.lock", "bot.sqlite3-replaced-20261130-080000"),
        *("dice-2026-2026-11-30.sqlite3", "dice.sqlite3-replaced-20261130-080000.12.unfinished"),
        *("dice.sqlite3.rescued-20261130-080000-wal", "dice.sqlite3.bak"),
    ],
)  # fmt: skip
def test_files_of_other_databases_are_none_of_it(name):
    Path(name).write_text("of another database")
    with opened() as storage:
        storage.check()


def test_empty_copies_and_an_empty_log_are_nothing_to_restore():
    for name in ("dice.sqlite3.rescued", "dice.sqlite3-wal", "dice-2026-11-30.sqlite3"):
        Path(name).touch()
    with opened() as storage:
        storage.check()


def test_a_restoration_that_was_interrupted_is_completed(maker):
    number = play(maker, 1)
    back_up(URL, Path("dice.sqlite3-restoring-20261130-080000"))
    FILE.rename("dice.sqlite3-replaced-20261130-080000")
    goes_on(maker, number)


@posix
def test_a_file_that_another_process_still_uses_is_not_made_anew(maker, capsys):
    """Else its rounds would be rescued beside an empty database, with which the bot goes on."""
    with running_bot(URL):
        FILE.unlink()
        told = (
            "The database dice.sqlite3 is missing or empty while the bot runs: stop the bot, then "
            "put the file back, or restore the copy that dice-poker doctor names then."
        )
        assert refused(capsys) == f"dice-poker: {told}"
        for argv in (["backup", "copy.sqlite3"], ["move", "postgresql://127.0.0.1:1/games"]):
            assert cli.main(argv) == 2
            assert capsys.readouterr().err == f"dice-poker: {told}\n"
        assert cli.main(["doctor"]) == 2
        assert f"fault  database: {told}\n" in capsys.readouterr().out
        FILE.touch()
        assert cli.main(["doctor"]) == 2
        assert f"fault  database: {told}\n" in capsys.readouterr().out


def test_other_commands_say_that_there_is_no_database(maker, capsys):
    play(maker, 1)
    back_up(URL, Path("dice.sqlite3.rescued"))
    FILE.unlink()
    for argv in (["backup", "copy.sqlite3"], ["move", "postgresql://127.0.0.1:1/games"]):
        assert cli.main(argv) == 2
        assert "There is no database dice.sqlite3: go to the folder" in capsys.readouterr().err
    assert not FILE.exists()


def test_the_doctor_warns_of_every_rescue(maker, capsys):
    play(maker, 1)
    names = ("dice.sqlite3.rescued", "dice.sqlite3.rescued-20261130-080000")
    for name in names:
        back_up(URL, Path(name))
    for database in (FILE, None):
        cli.main(["doctor"])
        lines = [line for line in capsys.readouterr().out.splitlines() if " rescue: " in line]
        assert [line.split()[:3] for line in lines] == [["warn", "rescue:", name] for name in names]
        for name, line in zip(names, lines, strict=True):
            assert f"stop the bot and run dice-poker restore {name}; once you do not need" in line
        if database:
            database.unlink()


def test_after_a_file_was_emptied_under_the_bot_none_is_made_anew(maker, capsys):
    with Storage.open(URL) as storage:
        storage.write(rounds.open_round, maker.begun(channel=99))
        FILE.open("w").close()
        with pytest.raises(StorageDamaged, match="was overwritten"):
            storage.check()
    assert cli.main(["run"]) == 2
    assert (
        "The database dice.sqlite3 is missing or empty: restore a backup with dice-poker restore "
        "FILE. To begin anew instead, first move its copies and its log out of "
    ) in capsys.readouterr().err
    assert not FILE.stat().st_size


def test_the_doctor_names_the_log_of_an_overwritten_file(maker, capsys):
    play(maker, 1)
    with Storage.open(URL) as storage:
        storage.write(rounds.open_round, maker.begun(channel=99))
        FILE.open("w").close()
        with pytest.raises(StorageDamaged, match="was overwritten"):
            storage.check()
    cli.main(["doctor"])
    [line] = [line for line in capsys.readouterr().out.splitlines() if " rescue: " in line]
    [log] = Path().glob("dice.sqlite3-wal.rescued-*")
    assert f"{log} is the log of a file that was replaced or overwritten" in line
    assert "restore a backup with dice-poker restore FILE; once you do not need it" in line


def test_no_setting_of_postgresql_or_memory_looks_for_files(folder):
    for url in ("postgresql://bot@127.0.0.1:1/games", "sqlite://"):
        refuse_lost(url, str(folder))
        assert rescues(url) == []
