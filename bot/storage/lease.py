"""The lease of the process that does shared work on behalf of all processes.

It is a text in the database, the beat, which its holder renews. Another process takes the lease
after it has seen the same beat for `LAPSE_SECONDS`. Each process measures that on its own monotonic
clock, so the clocks of two machines are never compared.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from secrets import token_hex

from sqlalchemy import Connection, delete, update

from bot.storage.schema import settings
from bot.storage.settings import get
from bot.storage.statement import insert_for
from bot.storage.thread import StorageThread

BEAT_SECONDS = 5.0
"""The interval in seconds at which the holder renews the beat and the others read it."""

LAPSE_SECONDS = 20.0
"""Seconds for which a process sees the same beat before it takes the lease."""

HELD_SECONDS = 15.0
"""Seconds for which the lease is held after a renewal began: shorter than the others wait."""

_SCOPE, _KEY = "lease", "beat"

log = logging.getLogger(__name__)


class Lease:
    """The lease from the view of one process; a process that is `alone` always holds it.

    `monotonic` measures seconds.
    """

    def __init__(
        self,
        storage: StorageThread,
        *,
        alone: bool,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage, self._alone, self._monotonic = storage, alone, monotonic
        self._process, self._beats = token_hex(8), 0
        self._seen: str | None = None
        self._since = 0.0
        self._until = float("-inf")

    @property
    def held(self) -> bool:
        """Whether this process does the shared work now."""
        return self._alone or self._monotonic() < self._until

    async def renew(self) -> None:
        """Renew the lease if this process holds it; take it if it is free.

        Call it every `BEAT_SECONDS`. Raises StorageFailed.
        """
        begun, before = self._monotonic(), self.held
        beat = await self._storage.read(get, _SCOPE, _KEY)
        if beat != self._seen:
            self._seen, self._since = beat, self._monotonic()
        is_own = beat is not None and beat.startswith(self._process)
        if is_own or beat is None or self._monotonic() - self._since >= LAPSE_SECONDS:
            await self._take(beat, begun)
        else:
            self._until = float("-inf")
        if self.held is not before:
            log.info("this process %s what must happen once", "does" if self.held else "leaves")

    async def _take(self, beat: str | None, begun: float) -> None:
        self._beats += 1
        new = f"{self._process} {self._beats}"
        if await self._storage.write(_replace, beat, new):
            self._seen, self._since = new, self._monotonic()
            self._until = begun + HELD_SECONDS

    async def release(self) -> None:
        """Give up the lease, if this process holds it, to another one. Raises StorageFailed."""
        if self.held and not self._alone:
            self._until = float("-inf")
            await self._storage.write(_replace, self._seen, None)


def _replace(connection: Connection, beat: str | None, new: str | None) -> bool:
    """Replace the beat, None for a missing one, by a new one; return whether it was unchanged."""
    if beat is None:
        row = {"scope": _SCOPE, "key": _KEY, "value": new}
        made = insert_for(connection)(settings).values(row).on_conflict_do_nothing()
        return bool(connection.execute(made).rowcount)
    here = (settings.c.scope == _SCOPE, settings.c.key == _KEY, settings.c.value == beat)
    if new is None:
        return bool(connection.execute(delete(settings).where(*here)).rowcount)
    return bool(connection.execute(update(settings).where(*here).values(value=new)).rowcount)
