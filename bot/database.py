"""Stores rounds, results and settings: an open database with all that is stored in it.

Everything here is synchronous; `bot.play.worker` calls it on the storage thread.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError

from bot.admin.store.erasing import Erasures
from bot.admin.store.member_export import MemberExport
from bot.admin.store.retention import Retention
from bot.daily.store import DailyChallenges
from bot.statistics.store.accounts import Accounts
from bot.statistics.store.accounts_renewal import Renewal
from bot.statistics.store.finished_rounds import FinishedRounds
from bot.statistics.store.history import History
from bot.statistics.store.standings import Standings
from bot.statistics.store.standings_rebuild import CountQueue
from bot.storage.connection import Database, address, engine_for, file_of, place_of
from bot.storage.errors import NoDatabase, NotMigrated, NotWritable
from bot.storage.faults import fault_of, without_values
from bot.storage.file_systems import danger_of, kind_of
from bot.storage.files import Identity, identity
from bot.storage.migrations import is_newest, migrate
from bot.storage.process_lock import ProcessLock
from bot.storage.restoring import finish as finish_restoring
from bot.storage.restoring import restores
from bot.storage.settings import Settings
from bot.table.store.account_queue import AccountQueue
from bot.table.store.bars import Bars
from bot.table.store.blocks import Blocks
from bot.table.store.faces import FaceCounts
from bot.table.store.results import Results
from bot.table.store.rounds import Rounds
from bot.table.store.seeds import Seeds
from bot.table.stored_round import StoredRound

__all__ = ["Storage"]


class Storage:
    """An open database. Close it, or use it as a context."""

    def __init__(self, engine: Engine, opened_as: Identity = None) -> None:
        self._engine = engine
        self._opened_as = opened_as
        self._database = Database(engine)
        self.rounds = Rounds(self._database)
        self.results = Results(self._database)
        self.account_queue = AccountQueue(self._database)
        self.accounts = Accounts(self._database)
        self.renewal = Renewal(self._database)
        self.count_queue = CountQueue(self._database)
        self.standings = Standings(self._database)
        self.history = History(self._database)
        self.settings = Settings(self._database)
        self.finished = FinishedRounds(self._database)
        self.retention = Retention(self._database)
        self.erasures = Erasures(self._database)
        self.member_export = MemberExport(self._database)
        self.bars = Bars(self._database)
        self.blocks = Blocks(self._database)
        self.seeds = Seeds(self._database)
        self.face_counts = FaceCounts(self._database)
        self.daily = DailyChallenges(self._database)

    @property
    def file(self) -> Path | None:
        """The file of an SQLite database; None in memory and for PostgreSQL."""
        return self._database.file

    @classmethod
    def open(cls, url: str) -> Self:
        """Open the database of a DATABASE_URL and bring it to the newest revision.

        `sqlite:///file` (made with its folder where it is missing) or
        `postgresql://user:password@host/name`. Raises a StorageFault that tells
        the host what to do.
        """
        return cls._opened(address(url), migrate)

    @classmethod
    def open_existing(cls, url: str) -> Self:
        """Open a database that is at the newest revision, and change nothing about that.

        For commands that may run beside a bot. Raises a StorageFault: NoDatabase
        where there is none, NotMigrated where the bot must start once before.
        """
        place = address(url)
        file = file_of(place)
        if file is not None and not file.exists():
            raise NoDatabase(place_of(place))

        def check(engine: Engine) -> None:
            if not is_newest(engine):
                raise NotMigrated(place_of(place))

        return cls._opened(place, check)

    @classmethod
    def _opened(cls, place: URL, prepare: Callable[[Engine], None]) -> Self:
        file = file_of(place)
        if file is not None:
            try:
                finish_restoring(file)
            except OSError as error:
                raise NotWritable(place_of(place)) from error
        engine = engine_for(place)
        opened_as = None if file is None else identity(file)
        with ExitStack() as unless_open:
            unless_open.callback(engine.dispose)
            try:
                prepare(engine)
            except (DBAPIError, sqlite3.Error, OSError) as error:
                fault = fault_of(error, place_of(place))
                if fault is not None:
                    raise fault from error
                if isinstance(error, DBAPIError):
                    raise without_values(error) from None
                raise
            unless_open.pop_all()
        return cls(engine, opened_as)

    @property
    def danger(self) -> str:
        """Why rounds are not safe on this file system; an empty string if they are."""
        file = self._database.file
        return "" if file is None else danger_of(kind_of(file))

    def open_round(self, new: StoredRound, most_open: int) -> StoredRound:
        """Store a new round as `Rounds.open` does."""
        return self.rounds.open(new, most_open)

    def process_lock(self, shards: Sequence[int] | None) -> ProcessLock:
        """Return the lock of a process that answers for these shards, None for all of them.

        It is not taken yet. The storage works without it.
        """
        return ProcessLock(self._database, shards)

    @property
    def in_place(self) -> bool:
        """Whether this is still the database at its address: no backup has taken its place."""
        file = self._database.file
        return file is None or (identity(file) == self._opened_as and not restores(file))

    @property
    def fault(self) -> str:
        """Why members cannot play: the last write failed, in a sentence; empty if they can."""
        return self._database.fault

    def check(self) -> None:
        """Check that the database is still the one that was opened, and can be written.

        Raises StorageDamaged as `check_files` does. Takes a lost lock again. A write
        is tried where the last one failed; `fault` tells what became of it.
        """
        self._database.check()

    def check_files(self) -> None:
        """Check that the database is still the one that was opened.

        Raises StorageDamaged if the file of SQLite was deleted or replaced, once its
        rounds are rescued; from then on every other method raises it too.
        """
        self._database.check_files()

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
