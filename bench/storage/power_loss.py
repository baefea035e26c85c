"""A simulated loss of power for `kill.py`, which cuts unflushed data from the database.

A small library is put before the C library (`LD_PRELOAD`). At each fsync of a write-ahead log it
notes how long the log was. After a kill the log is cut to the length that was noted last: what
SQLite wrote afterwards may not have reached the disk. Linux with a C compiler only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long long length_of(int fd) {
    char link[64], path[4096];
    struct stat found;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 4 || strncmp(path + length - 4, "-wal", 4) || fstat(fd, &found)) return -1;
    return found.st_size;
}

static void note(long long flushed) {
    int out = open(getenv("FLUSHED"), O_RDWR | O_CREAT, 0600);
    if (out < 0 || pwrite(out, &flushed, sizeof flushed, 0) != sizeof flushed) abort();
    close(out);
}

static int after(const char *name, int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    long long before = length_of(fd);
    int result = real(fd);
    if (!result && before >= 0) note(before);
    return result;
}

int fsync(int fd) { return after("fsync", fd); }
int fdatasync(int fd) { return after("fdatasync", fd); }
"""


class PowerLoss:
    """Cuts the write-ahead log of a database file to what was flushed. Raises OSError."""

    def __init__(self, file: Path, folder: Path) -> None:
        self._log = file.with_name(f"{file.name}-wal")
        self._flushed = folder / "flushed"
        self.cuts = 0
        source, library = folder / "flushed.c", folder / "flushed.so"
        source.write_text(SOURCE, encoding="utf-8")
        compiler = shutil.which("cc")
        if compiler is None:
            raise OSError("there is no C compiler here, which --power needs")
        subprocess.run(  # noqa: S603 — the source above
            [compiler, "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True
        )
        self.environment = {
            **os.environ,
            "LD_PRELOAD": str(library),
            "FLUSHED": str(self._flushed),
        }

    def strike(self) -> None:
        """Drop unflushed data while the database is closed."""
        if not self._log.exists():
            return
        noted = self._flushed.read_bytes() if self._flushed.exists() else b""
        flushed = int.from_bytes(noted, sys.byteorder)
        if self._log.stat().st_size > flushed:
            os.truncate(self._log, flushed)
            self.cuts += 1
        self._flushed.unlink(missing_ok=True)  # whoever looks now moves the log into the file
