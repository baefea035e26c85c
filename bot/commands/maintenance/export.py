"""What `dice-poker export` does: it writes finished rounds, one a line, as they are read."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import TextIO

from bot.commands.maintenance.faults import faults_told
from bot.commands.maintenance.records import line_of
from bot.env_file import load
from bot.exit_codes import EXIT_OK, fail
from bot.statistics.store import finished_rounds
from bot.storage.backup import BackupFault, written_whole
from bot.storage.database import Storage


@faults_told
def export(file: Path | None, since: datetime | None, *, replace: bool) -> int:
    """Write the rounds that ended since a time to a file, None for standard output."""
    if file is not None and file.is_dir():
        return fail(f"{file} is a folder: name a file in it.")
    if file is not None and file.exists() and not replace:
        return fail(f"{file} exists already: name another file, or add --force.")
    with Storage.open_existing(load(needs_token=False).database_url) as storage:
        if file is None:
            return _write_out(storage, since)
        try:
            with written_whole(file) as beside, beside.open("w", encoding="ascii") as out:
                count = _write(storage, since, out)
        except BackupFault as fault:
            return fail(str(fault))
    print(f"{file} is written: {count} round{'' if count == 1 else 's'}.")
    return EXIT_OK


def _write_out(storage: Storage, since: datetime | None) -> int:
    try:
        _write(storage, since, sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has read enough, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_OK


def _write(storage: Storage, since: datetime | None, out: TextIO) -> int:
    """Write a line for each round; return how many."""
    count = 0
    for ended in finished_rounds.since(storage, since):
        out.write(f"{line_of(ended)}\n")
        count += 1
    return count
