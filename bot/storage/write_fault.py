"""The fault that keeps the database from storing: a failed write, or damage.

After a failure, each check tries a write as large as an act, so that members can soon play again;
once it succeeds, the fault is over. A smaller write proves nothing: it may find room where an act
does not. Damage stays until the bot starts on a restored database, because the damaged pages may be
ones that a trial does not touch.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import delete, insert

from bot.storage.errors import StorageDamaged, StorageFailed
from bot.storage.keyed_hash import SCOPE
from bot.storage.schema import settings
from bot.storage.statement import Connection, Statement

KEY = "trial"
"""The key of the trial's row among the settings; no transaction leaves it there."""

ROOM = 16_384
"""The bytes of that row: about as many as an act needs in the write-ahead log."""

TRIAL_SECONDS = 2.0
"""Seconds that a trial may take on PostgreSQL; on SQLite it waits for no other process."""

TRIAL = (
    insert(settings).values(scope=SCOPE, key=KEY, value="." * ROOM),
    delete(settings).where(settings.c.scope == SCOPE, settings.c.key == KEY),
)
"""The statements of a trial: a row of about the size of an act, and its deletion."""

_TRIAL = tuple(map(Statement, TRIAL))

_log = logging.getLogger(__name__)


class WriteFault:
    """The failure of the last write, or the damage that any transaction has found.

    `place` is the name of the database in the log.
    """

    def __init__(self, place: str) -> None:
        self._place = place
        self._failure: StorageFailed | None = None

    def __str__(self) -> str:
        return "" if self._failure is None else str(self._failure)

    @property
    def ends_by_trial(self) -> bool:
        """Whether there is a fault that a successful trial ends."""
        return self._failure is not None and not isinstance(self._failure, StorageDamaged)

    def record_failure(self, failure: StorageFailed, *, reads: bool) -> None:
        """Record the failure of a transaction; that of a read is no fault, unless it is damage."""
        damaged = isinstance(failure, StorageDamaged)
        if damaged or not (reads or isinstance(self._failure, StorageDamaged)):
            self._failure = failure

    def end(self) -> None:
        """End the fault: a trial has succeeded, or a lost file is in its place again."""
        if self._failure is not None:
            _log.info("the database %s can be written again", self._place)
        self._failure = None


@contextmanager
def without_waiting(connection: Connection, seconds: float) -> Iterator[None]:
    """Make SQLite not wait for locks of other processes in the block, then `seconds` again."""
    if connection.dialect.name != "sqlite":
        yield
        return
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        connection.execute(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")


def try_write(connection: Connection) -> None:
    """Write about as much as an act, and delete it again."""
    for statement in _TRIAL:
        connection.run(statement)
