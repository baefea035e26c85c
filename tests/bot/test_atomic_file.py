"""A file is written as a whole: nobody sees half of it, and a fault leaves the old one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.atomic_file import OF_SQLITE, write_beside

posix = pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")


@pytest.fixture(params=[0o022, 0o077])
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_the_old_file_stands_until_the_new_one_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "health"
    file.write_text("old")
    with write_beside(file) as beside:
        assert beside.parent == file.parent, "a name changes in one step on one file system"
        assert beside.read_text() == ""
        beside.write_text("new")
        assert file.read_text() == "old"
    assert file.read_text() == "new"
    assert names(tmp_path) == ["health"]


def test_a_fault_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "rounds[1].sqlite3"
    file.write_text("old")

    def write() -> None:
        with write_beside(file) as beside:
            for suffix in ("", *OF_SQLITE):
                beside.with_name(f"{beside.name}{suffix}").write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write()
    assert file.read_text() == "old"
    assert names(tmp_path) == ["rounds[1].sqlite3"]


def test_what_a_killed_process_of_the_same_number_left_is_not_used(tmp_path: Path) -> None:
    """In a container every bot has the same number."""
    file = tmp_path / "table"
    with pytest.raises(RuntimeError), write_beside(file) as first:
        raise RuntimeError
    first.write_text("of a process that was killed")
    first.chmod(0o666)
    with write_beside(file) as beside:
        assert beside == first
        assert beside.read_text() == ""
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600 or os.name != "posix"


@posix
@pytest.mark.usefixtures("umask")
def test_the_owner_alone_reads_it(tmp_path: Path) -> None:
    with write_beside(tmp_path / "private"):
        pass
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600


@posix
def test_it_is_on_the_disk_before_and_after_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flushed: list[tuple[bool, bool]] = []
    file = tmp_path / "copy"
    real = os.fsync

    def record(descriptor: int) -> None:
        flushed.append((file.exists(), stat.S_ISDIR(os.fstat(descriptor).st_mode)))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", record)
    with write_beside(file) as beside:
        beside.write_text("all rounds")
    content, name = (False, False), (True, True)
    assert flushed[0] == content
    assert flushed[-1] == name


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), write_beside(tmp_path / "missing" / "file"):
        pass
