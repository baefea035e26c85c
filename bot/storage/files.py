"""The files of an SQLite database: their permissions and copies, and whether they are in place."""

from __future__ import annotations

import filecmp
import logging
import os
import shlex
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from glob import escape
from pathlib import Path
from typing import TypeAlias

from bot.atomic_file import write_beside
from bot.storage.errors import StorageDamaged
from bot.storage.faults import RESTORE, reason
from bot.storage.file_content import FileContent

Identity: TypeAlias = tuple[int, int] | None
"""The identity of a file among others at the same path; None for a missing file."""

RESCUED = ".rescued"
"""The kind of a copy of rounds whose file was deleted or replaced while they were in use."""

_log = logging.getLogger(__name__)


def make_private(file: Path) -> None:
    """Make the file, if it is missing, and restrict it, its `-wal` and its `-shm` to their owner.

    SQLite creates its files with the mode of the database.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for path in files_of(file):
        if path.is_file():
            with suppress(PermissionError):  # another user's file: the host chose its mode
                path.chmod(0o600)


def copy_database(source: sqlite3.Connection, file: Path, kind: str) -> Path:
    """Copy a database, with its write-ahead log, to a private file `<file><kind>-<time>`.

    Returns the copy; one of the same kind and content, made before, stays the only one. Unfinished
    copies, left by processes that were killed, are deleted. Raises sqlite3.Error and OSError.
    """
    before = escape(f"{file.name}{kind}")
    for left_over in file.parent.glob(f"{before}*.unfinished*"):
        left_over.unlink(missing_ok=True)
    earlier = [*file.parent.glob(f"{before}-????????-??????")]
    copy = unused_name(file, kind, datetime.now(UTC))
    with (
        write_beside(copy) as beside,
        closing(sqlite3.connect(beside)) as target,
    ):
        source.backup(target)
    for other in earlier:
        if filecmp.cmp(other, copy, shallow=False):
            copy.unlink()
            return other
    return copy


def unused_name(file: Path, kind: str, now: datetime) -> Path:
    """Return the name `<file><kind>-<time>` of no file yet: of that second, or of a later one."""
    while True:
        copy = file.with_name(f"{file.name}{kind}-{now:%Y%m%d-%H%M%S}")
        if not any(path.exists() for path in files_of(copy)):
            return copy
        now += timedelta(seconds=1)


def files_of(file: Path) -> tuple[Path, ...]:
    """Return the file of a database, its write-ahead log and the log's index."""
    return (file, *(file.with_name(f"{file.name}{suffix}") for suffix in ("-wal", "-shm")))


class OpenFiles:
    """The files of an SQLite database as they were when it was opened, by a connection in use.

    SQLite goes on writing to a deleted file, which can no longer be opened, and to one that another
    program has overwritten. `damage` is the finding of the last check, None if there was none.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._opened = {path: identity(path) for path in files_of(file)}
        _, self._log, log_index = files_of(file)
        self._content = FileContent(file, log_index)
        self._overwritten = False
        self.damage: str | None = None

    def check(self, connection: sqlite3.Connection) -> None:
        """Raise StorageDamaged unless every file is in its place, and as SQLite has left it.

        The first time that one is missing, the rounds that `connection` still reads are copied to a
        file beside it, `<name>.rescued-<time>`.
        """
        if not self._overwritten:
            self._check_places(connection)
        self.check_content()

    def check_content(self) -> None:
        """Raise StorageDamaged if another program has overwritten the file.

        What it held is lost then, but for the log, which is moved to `<name>-wal.rescued-<time>`: a
        copy of all rounds would be made of pages of both files. SQLite cannot tell that from damage
        by chance, and finds no fault where both are of one database.
        """
        if not self._overwritten and self.damage is None and self._content.is_overwritten():
            self._overwritten = True
            self.damage = (
                f"The file {self._file} was overwritten while the bot was using it: {RESTORE}."
            )
            self._empty_log()
        if self._overwritten:
            raise StorageDamaged(self.damage)

    def _check_places(self, connection: sqlite3.Connection) -> None:
        lost = []
        for file, opened in self._opened.items():
            present = identity(file)
            if opened is None:  # SQLite creates the write-ahead log when it first needs it
                self._opened[file] = present
            elif present != opened:
                lost.append(file)
        if lost and self.damage is None:
            self.damage = self._sentence(lost[0], self._rescue(connection))
        if not lost and self.damage is not None:
            _log.warning("the file %s is in its place again", self._file)
            self.damage = None
        if self.damage is not None:
            raise StorageDamaged(self.damage)

    def part(self) -> None:
        """Rename the log beside a file that has replaced ours: SQLite would apply it to that one.

        It is for the end, since ours may come back until then.
        """
        replaced = identity(self._file) not in (None, self._opened[self._file])
        try:
            if replaced and self._has_own_log():
                self._log.rename(unused_name(self._log, RESCUED, datetime.now(UTC)))
        except OSError as error:
            _log.warning(
                "the log %s does not belong to %s and cannot be renamed (%s): delete it",
                *(self._log, self._file, reason(error)),
            )

    def _empty_log(self) -> None:
        """Copy the log to a file beside it and empty it, or SQLite would apply it to the file."""
        if not self._has_own_log():
            return
        try:
            copy = unused_name(self._log, RESCUED, datetime.now(UTC))
            copy.touch(0o600, exist_ok=False)
            shutil.copyfile(self._log, copy)
        except OSError as error:
            _log.warning("the log %s cannot be copied (%s)", self._log, reason(error))
        try:
            os.truncate(self._log, 0)
        except OSError as error:
            _log.warning(
                "the log %s does not belong to %s and cannot be emptied (%s): delete it",
                *(self._log, self._file, reason(error)),
            )

    def _has_own_log(self) -> bool:
        return identity(self._log) == self._opened[self._log] is not None

    def _rescue(self, connection: sqlite3.Connection) -> Path | None:
        try:
            return copy_database(connection, self._file, RESCUED)
        except (sqlite3.Error, OSError) as error:
            _log.warning("the rounds cannot be copied beside %s (%s)", self._file, reason(error))
            return None

    def _sentence(self, lost: Path, rescued: Path | None) -> str:
        happened = f"The file {lost} was deleted or replaced while the bot was using it"
        backup = "FILE" if rescued is None else shlex.quote(str(rescued))
        what = (
            "restore a backup"
            if rescued is None
            else "restore the copy of all rounds that the bot has just made"
        )
        return (
            f"{happened}: stop the bot, {what} (dice-poker restore {backup}) and start the bot "
            "again."
        )


def identity(file: Path) -> Identity:
    """Return the identity of a file among others at the same path; None for a missing file."""
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
