"""The file system of an SQLite database, and the safety of rounds on it.

The write-ahead log needs memory that is shared by all processes that open the file: file systems
over a network and those of virtual machines do not provide it, or only seem to.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")

UNSAFE = (
    *("nfs", "cifs", "smb", "afs", "ceph", "gluster", "lustre", "gpfs", "beegfs"),
    *("fakeowner", "virtiofs", "9p", "drvfs", "vboxsf", "vmhgfs", "prl_fs", "fuse"),
)
"""The prefixes of kinds on which the write-ahead log is not safe: networks, folders of a host.

Networks by https://sqlite.org/wal.html; gpfs: AISecurityLab/hackagent#407. Folders of a host by
damage or refusals: virtiofs, which Docker Desktop shows as fakeowner (NousResearch/hermes-agent
#110848, docker/for-mac#7647), 9p and drvfs (gastownhall/beads#920, microsoft/WSL#2395), vboxsf
(nette/caching#37), vmhgfs (vmware/open-vm-tools#90), prl_fs
(Parallels/docker-machine-parallels#52).
"""

SAFE = ("fuseblk", "fusectl")
"""Kinds that begin like an unsafe one, but are disks of this machine."""

PASSING = ("tmpfs", "ramfs")
"""Kinds whose files are lost when the machine stops."""


def kind_of(file: Path, mounts: Path = MOUNTS) -> str:
    """Return the kind of a file's file system, such as ext4; an empty string if it is unknown."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    path = os.path.realpath(file)
    kind, longest = "", -1
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) < 5 or not after:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), fields[4])
        inside = path == point or path.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= longest:  # a later mount covers an earlier one
            kind, longest = after.split(" ")[0], len(point)
    return kind


def danger_of(kind: str) -> str:
    """Return the danger for a database on this kind, with the remedy; "" if there is none.

    >>> danger_of("ext4"), danger_of("nfs4").partition(":")[0]
    ('', 'on nfs4 a database can be damaged')
    """
    if kind in PASSING:
        return f"on {kind} the rounds end with the machine: put the database on a disk"
    if kind == "overlay":
        return (
            "on overlay the rounds end with the container: put the database on a volume, "
            "such as the one at /data"
        )
    if kind.startswith(UNSAFE) and kind not in SAFE:
        return (
            f"on {kind} a database can be damaged: put it on a disk of this machine, such as a "
            "volume of Docker, or use PostgreSQL"
        )
    return ""
