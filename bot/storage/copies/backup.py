"""Checked copies of an SQLite database, made while the bot runs.

A copy is one file, without a write-ahead log. It is written beside its place, flushed, checked and
then renamed, so that a file of its name is always complete.
"""

from __future__ import annotations

import errno
import os
import shlex
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL

from bot.atomic_file import write_beside
from bot.storage.engine import address, file_of, place_of
from bot.storage.errors import DiskFull, NotADatabase, NotWritable, StorageFault
from bot.storage.faults import FULL, fault_of, reason
from bot.storage.files import files_of
from bot.storage.inspection import TABLES, refuse_unusable
from bot.storage.migrations import check_revision, difference, only_revision
from bot.storage.process_lock import missing_fault

_OF_SOURCE = (
    *(sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
    *(sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ),
)
"""The codes of SQLite for a copy that fails by its source; others are those of its disk."""


class BackupFault(Exception):
    """Raised when a copy cannot be made or restored; the message is one line for the host."""


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a database: its revision, and the number of rows of each table."""

    revision: str
    rows: Mapping[str, int]

    @property
    def summary(self) -> str:
        """The revision and the number of rounds, for the host."""
        return f"revision {self.revision}, {count_of(self.rows['rounds'])}"


def count_of(rounds: int) -> str:
    """Return a number of rounds for the host.

    >>> count_of(0), count_of(1)
    ('0 rounds', '1 round')
    """
    return f"{rounds} round{'' if rounds == 1 else 's'}"


def back_up(url: str, copy: Path, *, replace: bool = False) -> Contents:
    """Copy the database of a DATABASE_URL to the file `copy`; return the contents of the copy.

    The bot may be running: the copy holds the data stored at one moment, and no act waits for it. A
    file that exists already is only replaced with `replace`. Raises BackupFault, and StorageFault
    where the database cannot be used.
    """
    source = source_file(
        address(url),
        f"pg_dump --format=custom --exclude-schema='replaced_*' --file={shlex.quote(str(copy))}",
    )
    try:
        _refuse_place(source, copy, replace=replace)
    except OSError as error:
        raise not_written(copy, error) from error
    refuse_unusable(address(url))
    with write_whole(copy) as beside:
        return copy_and_check(source, beside, connect)


def _refuse_place(source: Path, copy: Path, *, replace: bool) -> None:
    """Raise BackupFault where the copy of a database may not be written."""
    if copy.is_dir():
        raise BackupFault(f"{copy} is a folder: name a file in it.")
    if _same_file(source, copy):
        raise BackupFault(f"{copy} is the database itself: name another file.")
    if copy.exists() and not replace:
        raise BackupFault(f"{copy} exists already: name another file, or add --force.")
    log = files_of(copy)[1]
    if log.exists():  # SQLite would apply it to the copy
        raise BackupFault(f"{log} belongs to another database of this name: name another file.")


def source_file(url: URL, command: str) -> Path:
    """Return the existing file of an SQLite database.

    Raises BackupFault; for PostgreSQL its message names the `command` to run instead, with the
    address but without the password.
    """
    if url.get_backend_name() == "postgresql":
        raise BackupFault(f"PostgreSQL has programs of its own for this: {command}{login(url)}")
    file = file_of(url)
    if file is None:
        raise BackupFault("DATABASE_URL names a database in memory, which is gone with its bot.")
    try:
        exists = file.exists()
    except OSError as error:
        raise NotWritable(place_of(url)) from error
    if not exists:
        raise BackupFault(str(missing_fault(file, place_of(url))))
    return file


def login(url: URL) -> str:
    """Return the address of a database, without password, as options of PostgreSQL's programs."""
    options = {"host": url.host, "port": url.port, "username": url.username}
    options_text = "".join(
        f" --{name}={shlex.quote(str(value))}" for name, value in options.items() if value
    )
    return f"{options_text} --dbname={shlex.quote(str(url.database))}"


@contextmanager
def write_whole(file: Path) -> Iterator[Path]:
    """Yield a file that replaces `file` after the block, flushed to the disk and private.

    Raises BackupFault where the file cannot be written.
    """
    try:
        with write_beside(file) as beside:
            yield beside
    except OSError as error:
        raise not_written(file, error) from error


def not_written(place: Path, error: OSError) -> BackupFault:
    """Return the fault of a file or a folder that cannot be written, with the remedy."""
    remedy = "name a place that exists, has room and may be written by the bot"
    if error.errno in FULL:
        remedy = "free some disk space"
    return BackupFault(f"{place} cannot be written ({reason(error)}): {remedy}.")


def copy_and_check(
    source: Path, copy: Path, open_source: Callable[[Path], sqlite3.Connection]
) -> Contents:
    """Copy a database, including its write-ahead log, into an empty file, and check the copy.

    Raises StorageFault and BackupFault where the source cannot be read or is damaged, or the copy
    differs, and OSError where the copy cannot be written.
    """
    try:
        with closing(open_source(source)) as reading:
            reading.execute("BEGIN")
            held = contents(reading, source)
            _write_copy(reading, copy)
        same = check(copy) == held
    except sqlite3.Error as error:
        raise _fault(error, source) from error
    except StorageFault as fault:
        if not copy.exists():  # its folder was deleted meanwhile
            raise OSError(errno.ENOENT, os.strerror(errno.ENOENT)) from fault
        if isinstance(fault, NotADatabase):  # damaged pages are copied as they are
            raise NotADatabase(str(source)) from fault
        raise
    if not same:
        raise BackupFault(f"The copy does not hold what {source} holds: try again.")
    return held


def _write_copy(reading: sqlite3.Connection, copy: Path) -> None:
    """Write what a connection reads to a file.

    Raises sqlite3.Error where it cannot be read, OSError where the file cannot be written.
    """
    try:
        with closing(sqlite3.connect(copy)) as target:
            reading.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0)
        if {code, code & 0xFF} & {*_OF_SOURCE}:
            raise
        if isinstance(fault_of(error, str(copy)), DiskFull):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise OSError(errno.EIO, str(error)) from error


def check(file: Path) -> Contents:
    """Return the contents of a database after SQLite has checked all of it. Raises StorageFault."""
    try:
        with closing(connect_to_copy(file)) as connection:
            held = contents(connection, file)
            faults = connection.execute("PRAGMA integrity_check(1)").fetchall()
            faults += connection.execute("PRAGMA foreign_key_check").fetchall()
    except sqlite3.Error as error:
        raise _fault(error, file) from error
    if faults != [("ok",)]:
        raise NotADatabase(str(file))
    return held


def contents(connection: sqlite3.Connection, file: Path) -> Contents:
    """Count the rows of every table. Raises BackupFault if it is not a database of the bot."""
    revision = _revision(connection, file)
    counts = {
        name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608
        for name in sorted(_tables(connection))
        if not name.startswith("sqlite_")
    }
    return Contents(revision, counts)


def _tables(connection: sqlite3.Connection) -> set[str]:
    names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in names}


def _revision(connection: sqlite3.Connection, file: Path) -> str:
    """Return the revision of a database.

    Raises BackupFault if it is not a database of the bot, and BadRevision.
    """
    if not _tables(connection).issuperset(TABLES):
        raise BackupFault(f"{file} is not a database of this bot: name another file.")
    rows = connection.execute("SELECT version_num FROM alembic_version").fetchall()
    return only_revision(rows, str(file))


def connect(file: Path) -> sqlite3.Connection:
    """Open a database that exists and may be in use."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, isolation_level=None)


def connect_to_copy(file: Path) -> sqlite3.Connection:
    """Open a database that is not in use, possibly in a folder that cannot be written.

    It is only read, and definitions in it can call only functions without effects.
    """
    # A copy of a running bot's files has a write-ahead log.
    how = "mode=ro" if files_of(file)[1].exists() else "mode=ro&immutable=1"
    uri = f"{file.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def connect_to_backup(file: Path) -> sqlite3.Connection:
    """Open a backup, after its tables, indexes and nothing else are found to be those of the bot.

    Raises BackupFault, and TooOld and TooNew for a revision that cannot be read.
    """
    connection = connect_to_copy(file)
    try:
        _refuse_others(connection, file)
    except BaseException:
        connection.close()
        raise
    return connection


def _refuse_others(connection: sqlite3.Connection, file: Path) -> None:
    """Raise a fault for a database that is not exactly as the bot makes it at its revision."""
    revision = _revision(connection, file)
    check_revision(revision, str(file))
    if differing := difference(connection, revision):
        raise BackupFault(
            f"{file} is refused, since the {differing} is not as this bot makes it: use another "
            "backup, or take out of this one what you have added to it yourself."
        )


def _fault(error: sqlite3.Error, file: Path) -> StorageFault | BackupFault:
    """Return the fault of a database that cannot be read."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code == sqlite3.SQLITE_IOERR_SHORT_READ:
        return NotADatabase(str(file))
    fault = fault_of(error, str(file))
    if fault is None or code & 0xFF == sqlite3.SQLITE_IOERR:
        return BackupFault(f"{file} cannot be read ({error}): look whether its disk fails.")
    return fault


def _same_file(file: Path, other: Path) -> bool:
    with suppress(OSError):
        return other.exists() and any(
            part.exists() and part.samefile(other) for part in files_of(file)
        )
    return False
