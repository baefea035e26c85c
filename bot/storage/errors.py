"""The errors raised by the storage.

A `StorageFailed` is raised while the database is in use, a `StatementError` where it refuses a
statement, and a `StorageFault`, whose text is for the host, where it cannot be opened. Messages
never contain a password: they name only host, port and database of the address.
"""

from __future__ import annotations


class StorageFailed(Exception):
    """Raised when the database fails in use: it is silent, locked or out of space.

    Nothing was stored, unless a connection was lost during the commit. The message is one line for
    the log, without passwords and parameters.
    """


class StorageDamaged(StorageFailed):
    """Raised when the database is missing or damaged: a backup has to be restored."""


class TransactionUndone(StorageFailed):
    """Raised when PostgreSQL ends a transaction, of which certainly nothing is stored.

    It did so in favour of another process, or the session was cut before COMMIT. A second try may
    succeed.
    """


class CommitUnanswered(StorageFailed):
    """Raised when the answer to a COMMIT was lost: all of its transaction is stored, or nothing."""


class LockLost(StorageFailed):
    """Raised when another process has taken the lock of this one, which has to end.

    It did so while this process had no connection. Nothing is read or written any more.
    """


class StatementError(Exception):
    """Raised where the database refuses a statement or its values; the message has no values."""


class NotUnique(StatementError):
    """Raised where a unique index refuses a row: another one has its place."""


class StorageFault(Exception):
    """Raised when the database at a `place` cannot be opened; its text is a sentence for the host.

    The place is the name of the database without user and password, or its file.
    """

    sentence = "The database {place} cannot be opened."
    passes = False
    """Whether the fault may pass by itself, so that it helps to try again."""

    def __init__(self, place: str = "", **more: object) -> None:
        super().__init__(self.sentence.format(place=place, **more))


class BadAddress(StorageFault):
    """Raised for a DATABASE_URL of neither SQLite nor PostgreSQL, or with signs it cannot have."""

    sentence = (
        "DATABASE_URL is not the address of a database: write sqlite:///dice-poker.sqlite3, a path "
        "without ?, or postgresql://user:password@host/database. If the user or the password "
        "contains @, /, : or %, write %40, %2F, %3A, %25."
    )


class NoHome(StorageFault):
    """Raised when the path of the database begins with a home folder that is unknown."""

    sentence = (
        "The home folder of {place} is unknown here: write the whole path in DATABASE_URL, such as "
        "sqlite:////srv/dice-poker.sqlite3."
    )


class NotWritable(StorageFault):
    """Raised when the file of the database, or its folder, cannot be created or written."""

    sentence = (
        "The database {place} cannot be written: allow the bot to write this file and its "
        "folder, or name another file in DATABASE_URL."
    )


class OnlyRead(StorageFault):
    """Raised when PostgreSQL allows only reading the database, as a standby does."""

    sentence = (
        "PostgreSQL lets the database {place} only be read: name its primary server in "
        "DATABASE_URL."
    )


class NotADatabase(StorageFault):
    """Raised when the file is not an SQLite database, or is damaged."""

    sentence = (
        "The file {place} is not a database, or it is damaged: restore a backup with "
        "dice-poker restore FILE, or name another file in DATABASE_URL."
    )


class BrokenKeys(StorageFault):
    """Raised when a migration finds rows of a table that name missing rows of another."""

    sentence = (
        "The database {place} is damaged, since rows of {table} name rows of {parent} that "
        "are missing: restore a backup with dice-poker restore FILE. Nothing has been "
        "changed."
    )


class NotOurs(StorageFault):
    """Raised when the database holds tables, but not those of the bot."""

    sentence = (
        "The database {place} belongs to another program, whose tables it holds: name another "
        "file or an empty database in DATABASE_URL."
    )


class Busy(StorageFault):
    """Raised when another program holds a lock on the file of the database."""

    sentence = (
        "The database {place} is locked by another program: close that program, then try again."
    )
    passes = True


class DiskFull(StorageFault):
    """Raised when the disk is full."""

    sentence = "The disk that holds the database {place} is full: free some disk space."


class NoRoom(StorageFault):
    """Raised before a migration when its disk has too little room, given in megabytes."""

    sentence = (
        "The database {place} has to be brought to this version, for which its disk needs "
        "{needed} MB of free space and has {free} MB: free some disk space and start the bot "
        "again. Nothing has been changed."
    )


class NoDatabase(StorageFault):
    """Raised when the file that a command should read does not exist."""

    sentence = (
        "There is no database {place}: go to the folder where the bot runs, or correct "
        "DATABASE_URL."
    )


class MissingInUse(StorageFault):
    """Raised when the file is missing or empty while a bot uses it."""

    sentence = (
        "The database {place} is missing or empty while the bot runs: stop the bot, then put the "
        "file back, or restore the copy that dice-poker doctor names then."
    )


class LostDatabase(StorageFault):
    """Raised at the start when the file is missing, but copies of it or its log are there."""

    sentence = (
        "The database {place} is missing or empty: {remedy}. To begin anew instead, first {anew}."
    )


class BadRevision(StorageFault):
    """Raised when the table of the revision has no row, or several."""

    sentence = (
        "The database {place} is damaged, since its table alembic_version has {rows} rows in place "
        "of one: restore a backup, or name another database in DATABASE_URL."
    )


class NotMigrated(StorageFault):
    """Raised when the database that a command should read was written by an older version."""

    sentence = (
        "The database {place} was not written by this version of the bot: start this version "
        "once, then try again."
    )


class TooOld(StorageFault):
    """Raised when a version before 1.0.0 has written the database."""

    sentence = (
        "{place} is from before version 1.0.0 of this bot and cannot be read any more: name "
        "another database in DATABASE_URL, or restore a later backup."
    )


class TooNew(StorageFault):
    """Raised when the revision of the database is unknown: a newer version has written it."""

    sentence = (
        "The database {place} was written by a newer version of this bot (its revision "
        "{revision} is unknown here): install the newest version, or use the backup that was "
        "made before it."
    )


class NoDriver(StorageFault):
    """Raised when DATABASE_URL names PostgreSQL but its package is not installed."""

    sentence = (
        "DATABASE_URL names a PostgreSQL database, but the package for it is missing: install "
        "it with .venv/bin/pip install -c constraints.txt '.[postgres]'."
    )


class Unreachable(StorageFault):
    """Raised when PostgreSQL does not answer, starts up or is short of something.

    `said` is the message of libpq or of the server.
    """

    sentence = (
        "PostgreSQL at {place} cannot be used now: {said}. Try again once that has changed, or "
        "name another server in DATABASE_URL."
    )
    passes = True


class ConnectionRefused(StorageFault):
    """Raised when libpq or the server refuses the connection that DATABASE_URL describes.

    `said` is its message.
    """

    sentence = (
        "The connection to PostgreSQL at {place} is refused: {said}. Correct that in DATABASE_URL "
        "or on the server."
    )


class BadEncoding(StorageFault):
    """Raised when a database of PostgreSQL has another encoding than UTF-8."""

    sentence = (
        "The database {place} has the encoding {encoding}, but the bot needs UTF8: create it "
        "anew with ENCODING 'UTF8' TEMPLATE template0, or name another one in DATABASE_URL."
    )


class BadSetting(StorageFault):
    """Raised when the user in DATABASE_URL may not change a setting that the bot has to change.

    `said` is the message of the server.
    """

    sentence = (
        "PostgreSQL at {place} has a setting on which the bot would lose data, and the user in "
        "DATABASE_URL may not change it: {said}. Reset it for this user, database and server."
    )


class NoSchema(StorageFault):
    """Raised when the search path leads to no schema of the database."""

    sentence = (
        "The user in DATABASE_URL finds no schema in {place}: create the schema that its "
        "search_path names, or reset search_path."
    )


class SharedSession(StorageFault):
    """Raised when a pooler gives the session of a connection to others between transactions."""

    sentence = (
        "A pooler at {place} shares sessions between transactions, but the bot needs sessions of "
        "its own: set the pooler to session mode, or name the port of PostgreSQL itself in "
        "DATABASE_URL."
    )


class NotAllowed(StorageFault):
    """Raised when the user in DATABASE_URL may not create tables or write into them."""

    sentence = (
        "The user in DATABASE_URL may not create or write tables in {place}: make this user "
        "the owner of the database and of its tables."
    )


class ShardsHeld(StorageFault):
    """Raised when another process that uses the database holds one of the same shards."""

    sentence = (
        "Another process of this bot uses the database {place} for the same servers: stop it "
        "first, or give each process its own SHARD_IDS."
    )
    passes = True


class FileHeld(ShardsHeld):
    """Raised when another process uses the file of the database, which serves one alone."""

    sentence = "Another process of this bot runs on the database {place}: stop it first."
