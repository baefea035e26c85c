"""Stores the accounts of ended rounds in small batches during idle time.

A round that has rested long enough to count as broken off gets an account, too, and another one at
its end.

Rounds wait in the database (`bot.table.store.account_queue`), so rounds left by an earlier process
are treated like all others. The analysis process makes the accounts of many rounds at a time, when
it has no other work. Many are stored in one transaction; once a member presses a button, it ends
with the round that is being counted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from bot.play.idle_time import IdleTime, Pieces
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
from rules.engine import Step
from rules.errors import Refusal

log = logging.getLogger(__name__)

TOGETHER = 50
"""The number of rounds in a batch."""

STEPS_AT_ONCE = 300
"""The most steps in one request to the analysis process, unless it is for a single round.

That is some 25 rounds of a game of one hand, or two to four sheets.
"""

MOST_COUNTED = 20
"""The most rounds that are counted again in one transaction, if that is quick."""

RETRY_TICKS = (6, 60)
"""The calls of `make` before a failed round is tried again: after one failure, and after more."""


class Accounting:
    """Keeps the accounts up to date for the shards returned by `held`, None for all servers.

    All work is done in `idle` time; `monotonic` measures seconds.
    """

    def __init__(
        self,
        storage: StorageThread,
        analysis: Analysis,
        held: Callable[[], Shards | None],
        idle: IdleTime,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage, self._analysis, self._held = storage, analysis, held
        self._monotonic = monotonic
        self._idle = idle
        self._reading = Pieces(idle, TOGETHER, monotonic)
        self._counting = Pieces(idle, MOST_COUNTED, monotonic)
        self._storing = TOGETHER
        self._ticks = 0
        self._put_off: dict[int, int] = {}

    async def make(self, seconds: float, together: int = TOGETHER) -> int:
        """Make the accounts of the waiting rounds; return the number of rounds.

        Batches of `together` rounds are made until no round is left or these `seconds` have passed.
        A failed round is put off, so that the fault may pass; after repeated failures it is counted
        by its result alone. Rounds that an interrupted command left uncounted are counted, too.
        Raises Restarting and StorageFailed.
        """
        self._ticks += 1
        until, done = self._monotonic() + seconds, 0
        while due := await self._due(together):
            await self._make_some(due)
            done += len(due)
            if self._monotonic() >= until:
                break
        await self._count_left(until)
        return done

    async def _due(self, most: int) -> dict[int, int]:
        """Return the next rounds whose turn it is, each with its number of failed attempts."""
        looked_at = most + len(self._put_off)
        waiting = await self._storage.read(account_queue.waiting, looked_at, self._held())
        due = [one for one in waiting if self._put_off.get(one[0], 0) <= self._ticks][:most]
        for round_id, _ in due:
            self._put_off.pop(round_id, None)
        return dict(due)

    async def _count_left(self, until: float) -> None:
        while await self._storage.read(standings_rebuild.waits):
            size = self._counting.size
            count = partial(self._storage.write, standings_rebuild.count_next, size)
            await self._counting.do(size, count)
            if self._monotonic() >= until:
                return

    async def _make_some(self, tried: Mapping[int, int]) -> None:
        """Make and store the accounts of some rounds, given with their numbers of failed attempts.

        If that fails, each round that is left is tried alone, so that no round blocks another one.
        """
        left = dict(tried)
        try:
            promising = [round_id for round_id, times in tried.items() if times < ATTEMPTS]
            made, read = await self._accounted(promising) if promising else ({}, {})
            waits = self._storage.somebody_waits
            while left:
                await self._idle.quiet()
                some, rest = [*left][: self._storing], [*left][self._storing :]
                accountings = {round_id: made.get(round_id, ()) for round_id in some}
                _, put_off = await self._storage.write(accounts.store, accountings, read, waits)
                self._storing = min(TOGETHER, 2 * (len(some) - len(put_off)))
                left = {round_id: left[round_id] for round_id in (*put_off, *rest)}
        except (Restarting, StorageFailed):
            raise
        except Exception as error:  # noqa: BLE001 — logged when the round is tried alone
            if len(tried) == 1:
                (one,) = tried.items()
                await self._try_again(*one, error)
                return
            log.info("%d rounds are tried one by one: %r", len(left), error)
            for round_id, times in left.items():
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

    async def _accounted(
        self, round_ids: Sequence[int]
    ) -> tuple[dict[int, tuple[SeatAccount, ...]], dict[int, StoredRound]]:
        """Return the accounts of rounds, without those that have no moves or no exact play.

        The second value holds the rounds as they were read for it.
        """
        found: dict[int, tuple[StoredRound, tuple[Step, ...]]] = {}
        rest = [*round_ids]
        while rest:
            some, rest = rest[: self._reading.size], rest[self._reading.size :]
            read = partial(self._storage.read, accounts.to_account, some)
            found.update(await self._reading.do(len(some), read))
        made: dict[int, tuple[SeatAccount, ...]] = {}
        for some in _questions(found):
            asked = [ToAccount.of(*found[round_id]) for round_id in some]
            answer: list[tuple[SeatAccount, ...]]
            answer = await self._analysis.ask(accounts_of_rounds, asked, later=True)
            made.update(zip(some, answer, strict=True))
        return made, {round_id: stored for round_id, (stored, _) in found.items()}


def _questions(found: Mapping[int, tuple[StoredRound, Sequence[Step]]]) -> Iterator[list[int]]:
    """Yield the ids of the rounds of each request."""
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
