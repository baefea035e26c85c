"""The kind of file system under a database: the innermost mount counts, unsafe kinds are named."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.storage.database import Storage
from bot.storage.file_systems import danger_of, kind_of

MOUNTS = """\
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 22 0:44 / /data rw - overlay overlay rw
31 22 0:45 / /data rw,relatime shared:1 master:2 - nfs4 server:/rounds rw
32 22 0:46 / /data\\040two rw - 9p share rw
33 22 0:47 / /data/inner rw - xfs /dev/vdb rw
"""


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("/srv/rounds.sqlite3", "ext4"),
        ("/data/rounds.sqlite3", "nfs4"),
        ("/database/rounds.sqlite3", "ext4"),
        ("/data two/rounds.sqlite3", "9p"),
        ("/data/inner/rounds.sqlite3", "xfs"),
        ("/data", "nfs4"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="paths are those of POSIX")
def test_the_innermost_mount_counts(tmp_path: Path, file: str, kind: str) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS)
    assert kind_of(Path(file), mounts) == kind


def test_a_system_that_does_not_tell_is_no_danger(tmp_path: Path) -> None:
    assert kind_of(tmp_path, tmp_path / "nothing") == ""
    assert danger_of("") == ""


@pytest.mark.parametrize("kind", ["ext4", "xfs", "btrfs", "zfs", "apfs", "fuseblk"])
def test_disks_are_safe(kind: str) -> None:
    assert danger_of(kind) == ""


@pytest.mark.parametrize(
    "kind",
    [
        *("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "gpfs", "beegfs"),
        *("fakeowner", "virtiofs", "fuse.grpcfuse", "fuse.osxfs", "9p", "drvfs"),
        *("vboxsf", "vmhgfs", "fuse.vmhgfs-fuse", "prl_fs"),
    ],
)
def test_shares_are_not(kind: str) -> None:
    assert danger_of(kind).startswith(f"on {kind} a database can be damaged: ")


def test_what_does_not_last_is_told() -> None:
    assert "end with the container" in danger_of("overlay")
    assert "end with the machine" in danger_of("tmpfs")


def test_a_storage_says_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.database.kind_of", lambda _: "nfs4")
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        assert storage.danger.startswith("on nfs4 ")
    with Storage.open("sqlite://") as storage:
        assert storage.danger == ""
