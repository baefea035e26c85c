"""Keeps rounds, results and settings: the only room with SQL.

Everything here is synchronous; `bot.worker` calls it on the storage thread.
"""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from bot.storage.connection import address, engine_for, fault_of
from bot.storage.migrations import migrate
from bot.storage.results import Results
from bot.storage.rounds import Rounds
from bot.storage.settings import Settings

__all__ = ["Storage"]


class Storage:
    """An open database. Close it, or use it as a context."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.rounds = Rounds(engine)
        self.results = Results(engine)
        self.settings = Settings(engine)

    @classmethod
    def open(cls, url: str) -> Self:
        """Open the database of a DATABASE_URL and bring it to the newest revision.

        `sqlite:///file` (made with its folder where it is missing) or
        `postgresql://user:password@host/name`. Raises a StorageFault that tells
        the host what to do.
        """
        place = address(url)
        engine = engine_for(place)
        with ExitStack() as unless_open:
            unless_open.callback(engine.dispose)
            try:
                migrate(engine)
            except (DBAPIError, sqlite3.Error, OSError) as error:
                fault = fault_of(error, place)
                if fault is None:
                    raise
                raise fault from error
            unless_open.pop_all()
        return cls(engine)

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
