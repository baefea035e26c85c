"""Stores the accounts of rounds that have ended, one round at a time, at each tick.

Rounds wait in the database (`bot.table.store.account_queue`), so those of an earlier
process are caught up like all others. The analysis process makes the accounts
when nobody asks it anything else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.statistics.account import SeatAccount
from bot.statistics.account_making import accounts_of
from bot.statistics.store import accounts, standings_rebuild
from bot.storage.errors import StorageFailed
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.store import account_queue
from bot.table.store.account_queue import ATTEMPTS
from bot.thinking.process import AnalysisCrashed, Restarting
from bot.thinking.questions import Analysis
from rules import registry
from rules.errors import Refusal

log = logging.getLogger(__name__)

COUNTED_AT_TICK, COUNTED_AT_ONCE = 100, 5
"""How many rounds are counted again at a time, so few at once that no press waits for them."""

RETRY_TICKS = (6, 60)
"""After how many calls of `make` a round is tried again that failed once, and more often."""


class Accounting:
    """Keeps the accounting up to date for the shards that `held` names, None for all servers."""

    def __init__(
        self, storage: StorageThread, analysis: Analysis, held: Callable[[], Shards | None]
    ) -> None:
        self._storage, self._analysis, self._held = storage, analysis, held
        self._ticks = 0
        self._put_off: dict[int, int] = {}

    async def make(self, most: int) -> int:
        """Make the accounts of some rounds that wait; return how many there were.

        A round that fails is put off, so that the fault may pass; one that fails again and
        again is counted by its result alone. What an interrupted command left to be counted
        is counted, too. Raises Restarting and StorageFailed.
        """
        self._ticks += 1
        shards, looked_at = self._held(), most + len(self._put_off)
        waiting = await self._storage.read(account_queue.waiting, looked_at, shards)
        due = [one for one in waiting if self._put_off.get(one[0], 0) <= self._ticks][:most]
        for round_id, tried in due:
            self._put_off.pop(round_id, None)
            await self._make_one(round_id, tried)
        await self._count_left()
        return len(due)

    async def _count_left(self) -> None:
        for _ in range(COUNTED_AT_TICK // COUNTED_AT_ONCE):
            if not await self._storage.read(standings_rebuild.waits):
                return
            await self._storage.write(standings_rebuild.count_next, COUNTED_AT_ONCE)

    async def _make_one(self, round_id: int, tried: int) -> None:
        try:
            accounting = await self._accounted(round_id) if tried < ATTEMPTS else ()
            await self._storage.write(accounts.store, round_id, accounting)
        except (Restarting, StorageFailed):
            raise
        except (AnalysisCrashed, Refusal) as error:
            log.warning("round=%d has no accounting yet: %r", round_id, error)
            await self._try_again(round_id, tried)
        except Exception:
            log.exception("round=%d has no accounting yet", round_id)
            await self._try_again(round_id, tried)

    async def _try_again(self, round_id: int, tried: int) -> None:
        self._put_off[round_id] = self._ticks + RETRY_TICKS[min(tried, len(RETRY_TICKS) - 1)]
        await self._storage.write(account_queue.note_attempt, round_id)

    async def _accounted(self, round_id: int) -> tuple[SeatAccount, ...]:
        """Return the accounting of a round; empty without its moves or exact play."""
        found = await self._storage.read(accounts.to_account, round_id)
        if found is None:
            return ()
        stored, record = found
        return await self._analysis.ask(
            accounts_of,
            registry.game(stored.game),
            stored.options,
            record,
            tuple(player.counted_to for player in stored.players),
            later=True,
        )
