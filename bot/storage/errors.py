"""What storage answers instead of what it was asked for.

::

    rules.errors.Refusal        a player reads it
    ├── ChannelTaken            the channel has an open round already
    ├── AlreadyFollowed         the round has a rematch already
    └── RoundGone               no round has this id
    Exception
    ├── Overtaken               somebody else saved first: load and try again
    ├── RoundLost               neither state nor record can be read any more
    └── StorageFault            a host reads it: the database cannot be opened
        ├── BadAddress          DATABASE_URL is not the address of a database
        ├── NotWritable         the file or its folder cannot be written
        ├── NotADatabase        the file holds something else, or is damaged
        ├── Busy                another program holds the file
        ├── DiskFull            there is no room left
        ├── TooNew              the database was written by a newer version
        ├── NoDriver            the package for PostgreSQL is not installed
        ├── Unreachable         PostgreSQL does not answer
        ├── BadLogin            PostgreSQL refuses the user or the password
        ├── NoSuchDatabase      PostgreSQL has no database of this name
        └── NotAllowed          the user may not make tables there

No sentence ever holds a password: of an address only host, port and name of
the database are said.
"""

from __future__ import annotations

from bot.rounds import Kept
from rules.errors import Refusal
from rules.text import Text, say


class ChannelTaken(Refusal):
    """Raised when a round is opened where another is open; `round_id` is that one."""

    def __init__(self, round_id: int) -> None:
        super().__init__(say("There is an open round in this channel already."))
        self.round_id = round_id


class AlreadyFollowed(Refusal):
    """Raised when a round that has a rematch is to get another; `round_id` is the rematch."""

    def __init__(self, round_id: int) -> None:
        super().__init__(say("This round has a rematch already."))
        self.round_id = round_id


class RoundGone(Refusal):
    """Raised when no round has the id that was asked for."""

    def __init__(self, round_id: int) -> None:
        super().__init__(say("This round no longer exists. Start a new one with /play."))
        self.round_id = round_id


class Overtaken(Exception):
    """Raised when a round was saved by somebody else since it was loaded."""

    def __init__(self, round_id: int, version: int) -> None:
        super().__init__(f"round {round_id} has moved on from version {version}")


class RoundLost(Exception):
    """Raised when a stored round can be read neither from its state nor from its record.

    `kept` is the round without its play, so that the table can close it.
    """

    def __init__(self, kept: Kept) -> None:
        super().__init__(f"round {kept.id} can be read neither from its state nor its record")
        self.kept = kept


class StorageFault(Exception):
    """The database cannot be opened; `text` is the sentence that the host reads."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.template)
        self.text = text


class BadAddress(StorageFault):
    """Raised for a DATABASE_URL that is neither SQLite's nor PostgreSQL's."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "DATABASE_URL is not the address of a database: write "
                "sqlite:///dice-poker.sqlite3 or postgresql://user:password@host/database."
            )
        )


class NotWritable(StorageFault):
    """Raised when the file of the database, or its folder, cannot be made or written."""

    def __init__(self, path: str) -> None:
        super().__init__(
            say(
                "The database {path} cannot be written: allow the bot to write this file and "
                "its folder, or name another file in DATABASE_URL.",
                path=path,
            )
        )


class NotADatabase(StorageFault):
    """Raised when the file is not a database of SQLite, or a damaged one."""

    def __init__(self, path: str) -> None:
        super().__init__(
            say(
                "The file {path} is not a database, or it is damaged: put a backup of the "
                "database in its place, or name another file in DATABASE_URL.",
                path=path,
            )
        )


class Busy(StorageFault):
    """Raised when another program keeps the file of the database locked."""

    def __init__(self, path: str) -> None:
        super().__init__(
            say(
                "The database {path} is locked by another program: close that program and "
                "start the bot again.",
                path=path,
            )
        )


class DiskFull(StorageFault):
    """Raised when the disk has no room for the database or its backup."""

    def __init__(self, path: str) -> None:
        super().__init__(
            say("The disk that holds the database {path} is full: make some room.", path=path)
        )


class TooNew(StorageFault):
    """Raised when the database was last written by a newer version of the bot."""

    def __init__(self, place: str, revision: str) -> None:
        super().__init__(
            say(
                "The database {place} was written by a newer version of this bot (its revision "
                "{revision} is unknown here): install the newest version, or use the backup "
                "that was made before it.",
                place=place,
                revision=revision,
            )
        )


class NoDriver(StorageFault):
    """Raised when PostgreSQL is asked for but its package is not installed."""

    def __init__(self) -> None:
        super().__init__(
            say(
                "DATABASE_URL names a PostgreSQL database, but the package for it is missing: "
                "install it with {command}.",
                command="pip install '.[postgres]'",
            )
        )


class Unreachable(StorageFault):
    """Raised when PostgreSQL does not answer, or answers nothing that is known here."""

    def __init__(self, place: str) -> None:
        super().__init__(
            say(
                "There is no way to PostgreSQL at {place}: check that it is running and that "
                "DATABASE_URL names its host, port, user, password and database.",
                place=place,
            )
        )


class BadLogin(StorageFault):
    """Raised when PostgreSQL refuses the user or the password."""

    def __init__(self, place: str) -> None:
        super().__init__(
            say(
                "PostgreSQL at {place} refuses the login: correct the user and the password "
                "in DATABASE_URL.",
                place=place,
            )
        )


class NoSuchDatabase(StorageFault):
    """Raised when PostgreSQL has no database of the name in DATABASE_URL."""

    def __init__(self, place: str) -> None:
        super().__init__(
            say(
                "PostgreSQL has no database {place}: create it with createdb, or correct the "
                "name in DATABASE_URL.",
                place=place,
            )
        )


class NotAllowed(StorageFault):
    """Raised when the user of DATABASE_URL may not make tables in the database."""

    def __init__(self, place: str) -> None:
        super().__init__(
            say(
                "The user in DATABASE_URL may not make tables in {place}: make this user the "
                "owner of the database.",
                place=place,
            )
        )
