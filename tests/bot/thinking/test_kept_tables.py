"""Tables that are kept in files: built once, checked, replaced as a whole, and never in the way."""

from __future__ import annotations

import errno
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from bot.storage.database import Storage
from bot.thinking import kept_tables
from bot.thinking.computers import think_ahead
from bot.thinking.kept_tables import FOLDER, KeptTables, folders
from bot.thinking.process import AnalysisProcess
from rules import registry
from rules.exact import kept
from rules.screen import Seat
from rules.sheets import to_come

ROOT = Path(__file__).parents[3]
WINDOWS = sys.platform == "win32"


class Builder:
    """Builds a table and counts how often."""

    def __init__(self, *numbers):
        self.numbers, self.built = numbers, 0

    def __call__(self):
        self.built += 1
        return np.array(self.numbers, dtype=np.float32)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "new" / "tables"


def files(folder):
    return sorted(folder.glob("*.table"))


def test_a_table_is_built_once_for_all_processes(folder):
    builder = Builder(1, 2, 3)
    for _ in range(3):
        table = KeptTables([folder]).table("sums", "rows", builder)
        assert table.tolist() == [1, 2, 3]
        assert table.dtype == np.float32
    assert builder.built == 1
    assert len(files(folder)) == 1


def test_tables_of_other_rows_and_names_are_others(folder):
    keeper = KeptTables([folder])
    for name, given, number in (("sums", "a", 1), ("sums", "b", 2), ("other", "a", 3)):
        assert keeper.table(name, given, Builder(number)).tolist() == [number]
    for name, given, number in (("sums", "a", 1), ("sums", "b", 2), ("other", "a", 3)):
        assert keeper.table(name, given, Builder(99)).tolist() == [number]


def test_a_change_of_the_rules_makes_new_tables_and_removes_the_old_ones(folder, monkeypatch):
    assert KeptTables([folder]).table("sums", "rows", Builder(1)).tolist() == [1]
    (old,) = files(folder)
    monkeypatch.setattr(kept_tables, "version", lambda: "changed")
    assert KeptTables([folder]).table("sums", "rows", Builder(2)).tolist() == [2]
    (new,) = files(folder)
    assert new != old


def test_the_version_is_that_of_the_code_of_the_rules(tmp_path, monkeypatch):
    source = tmp_path / "sheets.py"
    found = []
    for code in ("a = 1", "a = 2", "a = 1"):
        source.write_text(code)
        monkeypatch.setattr("rules.__path__", [str(tmp_path)])
        found.append(kept_tables.version.__wrapped__())
    assert found[0] == found[2] != found[1]


def cut(content):
    return content[: len(content) // 2]


def turned(content):
    return content[:-1] + bytes([content[-1] ^ 1])


@pytest.mark.parametrize(
    "damage", [cut, turned, lambda _: b"", lambda _: b"hello", lambda c: bytes(len(c))]
)
def test_a_damaged_table_is_built_anew(folder, damage, caplog):
    KeptTables([folder]).table("sums", "rows", Builder(1, 2))
    (file,) = files(folder)
    file.write_bytes(damage(file.read_bytes()))
    for built in (1, 0):
        builder = Builder(1, 2)
        assert KeptTables([folder]).table("sums", "rows", builder).tolist() == [1, 2]
        assert builder.built == built
    assert "is damaged and is made anew" in caplog.text


@pytest.mark.skipif(WINDOWS, reason="there are no such modes")
def test_only_the_owner_may_read_them(folder):
    KeptTables([folder]).table("sums", "rows", Builder(1))
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


def test_a_folder_that_cannot_be_made_leads_to_the_next_one(tmp_path, caplog):
    blocked, second = tmp_path / "file", tmp_path / "second"
    blocked.write_text("not a folder")
    builder = Builder(1)
    for _ in range(2):
        keeper = KeptTables([blocked / "tables", second])
        assert keeper.table("sums", "rows", builder).tolist() == [1]
    assert builder.built == 1
    assert f"tables cannot be kept in {blocked / 'tables'}: " in caplog.text
    assert KeptTables([blocked]).table("sums", "rows", Builder(2)).tolist() == [2]
    assert KeptTables([]).table("sums", "rows", Builder(3)).tolist() == [3]


def test_a_table_in_any_folder_is_read_and_none_is_written(tmp_path):
    """Such as one among the user's caches, for a database whose folder has none."""
    first, second = tmp_path / "first", tmp_path / "second"
    KeptTables([second]).table("sums", "rows", Builder(1))
    builder = Builder(2)
    assert KeptTables([first, second]).table("sums", "rows", builder).tolist() == [1]
    assert not builder.built
    assert not first.exists()
    assert KeptTables([first, second]).table("sums", "others", builder).tolist() == [2]
    assert len(files(first)) == len(files(second)) == 1


def test_a_table_that_cannot_be_written_is_not_built_twice(folder, monkeypatch, caplog):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept_tables, "_write", full)
    builder = Builder(1)
    assert KeptTables([folder, folder]).table("sums", "rows", builder).tolist() == [1]
    assert builder.built == 1
    assert "No space left on device" in caplog.text


BUILDS_WHEN_TOLD = """
import sys
from pathlib import Path
import numpy as np
from bot.thinking.kept_tables import KeptTables

def build():
    print("begun", flush=True)
    sys.stdin.readline()
    return np.array([7.0])

KeptTables([Path(sys.argv[1])]).table("sums", "rows", build)
"""


@contextmanager
def other_builder(folder):
    """Another process that holds the lock of the table and builds it until it is told."""
    with subprocess.Popen(
        [sys.executable, "-c", BUILDS_WHEN_TOLD, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    ) as other:
        assert other.stdout.readline() == "begun\n"
        try:
            yield other
        finally:
            other.kill()


@pytest.mark.slow
def test_two_processes_build_a_table_once(folder):
    """Another process holds the lock while it builds; this one waits and reads."""
    builder, found = Builder(8), []
    waiting = threading.Thread(
        target=lambda: found.append(KeptTables([folder]).table("sums", "rows", builder))
    )
    with other_builder(folder) as other:
        waiting.start()
        waiting.join(0.2)
        assert waiting.is_alive()
        other.communicate("go on\n")
        waiting.join(20)
    assert found[0].tolist() == [7]
    assert not builder.built


def test_a_lock_that_is_held_for_long_is_not_waited_for(folder, monkeypatch, caplog):
    caplog.set_level("INFO")
    monkeypatch.setattr(kept_tables, "LOCK_SECONDS", 0.1)
    with other_builder(folder):
        assert KeptTables([folder]).table("sums", "rows", Builder(1)).tolist() == [1]
    assert "is not waited for" in caplog.text


def test_a_lock_ends_with_its_process(folder, monkeypatch, caplog):
    caplog.set_level("INFO")
    monkeypatch.setattr(kept_tables, "LOCK_SECONDS", 0)
    with other_builder(folder) as other:
        other.kill()
        other.wait()
        assert KeptTables([folder]).table("sums", "rows", Builder(1)).tolist() == [1]
    assert caplog.text == ""


def test_a_file_system_without_locks_keeps_no_tables(folder, monkeypatch, caplog):
    """A lock that is only a file would outlive its process."""
    fcntl = pytest.importorskip("fcntl")

    def unknown(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", unknown)
    assert KeptTables([folder]).table("sums", "rows", Builder(1)).tolist() == [1]
    assert files(folder) == []
    assert "Function not implemented" in caplog.text


# Where


def test_they_stand_beside_the_database_or_among_the_caches(tmp_path, monkeypatch):
    monkeypatch.setenv("LOCALAPPDATA" if WINDOWS else "XDG_CACHE_HOME", str(tmp_path / "caches"))
    cached = tmp_path / "caches" / FOLDER
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        assert folders(storage.file) == (tmp_path / FOLDER, cached)
    with Storage.open("sqlite://") as storage:
        assert folders(storage.file) == (cached,)
    monkeypatch.chdir(tmp_path)
    assert folders(Path("rounds.sqlite3")) == (tmp_path / FOLDER, cached)


def test_a_user_without_a_home_has_no_caches(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    for name in ("LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert folders(None) == ()


def test_the_points_to_come_are_kept(folder, monkeypatch):
    rows = registry.game("nine").exact.advise.__self__.flow.rows
    built = to_come._build(rows)
    monkeypatch.setattr(kept, "_keepers", [KeptTables([folder])])
    for _ in range(2):
        table = to_come.points_to_come.__wrapped__(rows)
        assert np.array_equal(table, built)
        assert not table.flags.writeable
        monkeypatch.setattr(to_come, "_build", None)
    assert len(files(folder)) == 1


@pytest.mark.slow
async def test_the_analysis_process_keeps_its_tables(folder):
    """A second process reads the table that the first one has built."""
    game = registry.game("nine")
    state = game.land(game.start(3, {}), (1, 2, 3, 4, 6))
    for built in (True, False):
        process = AnalysisProcess(tables=(folder,))
        before = files(folder)
        await process.ask(think_ahead, game, state, Seat(0))
        assert bool(before) is not built
        process.close()
        assert len(files(folder)) == 1
