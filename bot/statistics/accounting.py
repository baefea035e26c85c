"""Stores the accounts of rounds that have ended, a few rounds in a transaction, at each tick.

Rounds wait in the database (`bot.table.store.account_queue`), so those of an earlier
process are caught up like all others. The analysis process makes the accounts
when nobody asks it anything else. Few rounds are asked about and stored at a time: whoever
presses a button meanwhile waits for no more than those.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.statistics.account import SeatAccount
from bot.statistics.account_making import ToAccount, accounts_of_rounds
from bot.statistics.store import accounts, standings_rebuild
from bot.storage.errors import StorageFailed
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.store import account_queue
from bot.table.store.account_queue import ATTEMPTS
from bot.table.stored_round import StoredRound
from bot.thinking.process import AnalysisCrashed, Restarting
from bot.thinking.questions import Analysis
from rules import registry
from rules.engine import Step
from rules.errors import Refusal

log = logging.getLogger(__name__)

COUNTED_AT_TICK, COUNTED_AT_ONCE = 100, 5
"""How many rounds are counted again at a time, so few at once that no press waits for them."""

STORED_AT_ONCE = 5
"""How many rounds are stored in one transaction, which takes about as long as three acts."""

STEPS_AT_ONCE = 150
"""How many steps the rounds of one question have together, unless it is about a single round.

That is all rounds of a transaction in a game of one hand, and one or two sheets.
"""

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
        for round_id, _ in due:
            self._put_off.pop(round_id, None)
        for begin in range(0, len(due), STORED_AT_ONCE):
            await self._make_some(dict(due[begin : begin + STORED_AT_ONCE]))
        await self._count_left()
        return len(due)

    async def _count_left(self) -> None:
        for _ in range(COUNTED_AT_TICK // COUNTED_AT_ONCE):
            if not await self._storage.read(standings_rebuild.waits):
                return
            await self._storage.write(standings_rebuild.count_next, COUNTED_AT_ONCE)

    async def _make_some(self, tried: Mapping[int, int]) -> None:
        """Make the accounts of some rounds, which were `tried` so often, and store them together.

        Where that fails, each round is tried alone: no round is in the way of another one.
        """
        try:
            promising = [round_id for round_id, times in tried.items() if times < ATTEMPTS]
            made = await self._accounted(promising) if promising else {}
            accountings = {round_id: made.get(round_id, ()) for round_id in tried}
            await self._storage.write(accounts.store, accountings)
        except (Restarting, StorageFailed):
            raise
        except Exception as error:  # noqa: BLE001 — logged where the round is tried alone
            if len(tried) == 1:
                (one,) = tried.items()
                await self._try_again(*one, error)
                return
            log.info("%d rounds are tried one by one: %r", len(tried), error)
            for round_id, times in tried.items():
                await self._make_some({round_id: times})

    async def _try_again(self, round_id: int, tried: int, error: Exception) -> None:
        foreseen = isinstance(error, AnalysisCrashed | Refusal)
        log.warning(
            "round=%d has no accounting yet: %r",
            round_id,
            error,
            exc_info=None if foreseen else error,
        )
        self._put_off[round_id] = self._ticks + RETRY_TICKS[min(tried, len(RETRY_TICKS) - 1)]
        await self._storage.write(account_queue.note_attempt, round_id)

    async def _accounted(self, round_ids: Sequence[int]) -> dict[int, tuple[SeatAccount, ...]]:
        """Return the accounting of rounds, without those that have no moves or no exact play."""
        found = await self._storage.read(accounts.to_account, round_ids)
        made: dict[int, tuple[SeatAccount, ...]] = {}
        for some in _questions(found):
            asked = [_to_account(*found[round_id]) for round_id in some]
            answer = await self._analysis.ask(accounts_of_rounds, asked, later=True)
            made.update(zip(some, answer, strict=True))
        return made


def _questions(found: Mapping[int, tuple[StoredRound, Sequence[Step]]]) -> Iterator[list[int]]:
    """Yield the ids of the rounds of each question."""
    some: list[int] = []
    steps = 0
    for round_id, (_, record) in found.items():
        if some and steps + len(record) > STEPS_AT_ONCE:
            yield some
            some, steps = [], 0
        some.append(round_id)
        steps += len(record)
    if some:
        yield some


def _to_account(stored: StoredRound, record: tuple[Step, ...]) -> ToAccount:
    game = registry.game(stored.game)
    return ToAccount(game, stored.options, record, stored.counted_to)
