"""On what kind of file system an SQLite database lies, and whether its rounds are safe there.

The write-ahead log needs memory that all who open the file share: file systems over a
network and those of virtual machines do not give it, or only seem to.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

MOUNTS = Path("/proc/self/mountinfo")

UNSAFE = (
    "nfs",
    "cifs",
    "smb",
    "9p",
    "virtiofs",
    "vboxsf",
    "fuse",
    "afs",
    "ceph",
    "gluster",
    "lustre",
)
"""How the names of kinds begin on which the write-ahead log is not safe."""

SAFE = ("fuseblk", "fusectl")
"""Kinds that begin like an unsafe one: disks of this machine."""

PASSING = ("tmpfs", "ramfs")
"""Kinds whose files end with the machine."""


def kind_of(file: Path, mounts: Path = MOUNTS) -> str:
    """Return the kind of the file system on which a file lies, such as ext4; "" if unknown."""
    try:
        lines = mounts.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    place = os.path.realpath(file)
    kind, longest = "", -1
    for line in lines:
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) < 5 or not after:
            continue
        point = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), fields[4])
        inside = place == point or place.startswith(point.rstrip("/") + "/")
        if inside and len(point) >= longest:  # a later mount lies on top of an earlier one
            kind, longest = after.split(" ")[0], len(point)
    return kind


def danger_of(kind: str) -> str:
    """Return what is wrong with a database on this kind, and the remedy; "" for nothing.

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
            f"on {kind} a database can be damaged: put it on a disk of this machine, "
            "or use PostgreSQL"
        )
    return ""
