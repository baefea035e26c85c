"""Stores the accounts of rounds that have ended, in pieces, as fast as there is idle time.

Rounds wait in the database (`bot.table.store.account_queue`), so those of an earlier
process are caught up like all others. The analysis process makes the accounts of many rounds
at a time, when nobody asks it anything else. Few are read and stored at a time: whoever
presses a button meanwhile waits for no more than those.
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
from bot.table import closing
from bot.table.store import account_queue
from bot.table.store.account_queue import ATTEMPTS
from bot.table.stored_round import StoredRound
from bot.thinking.process import AnalysisCrashed, Restarting
from bot.thinking.questions import Analysis
from rules import registry
from rules.engine import Step
from rules.errors import Refusal

log = logging.getLogger(__name__)

TOGETHER = 50
"""How many rounds are looked at together."""

STEPS_AT_ONCE = 300
"""How many steps the rounds of one question have together, unless it is about a single round.

That is some 25 rounds of a game of one hand, and two to four sheets.
"""

MOST_STORED, MOST_COUNTED = 20, 20
"""How many rounds are stored or counted again in one transaction at most, if that is quick."""

RETRY_TICKS = (6, 60)
"""After how many calls of `make` a round is tried again that failed once, and more often."""


class Accounting:
    """Keeps the accounting up to date for the shards that `held` names, None for all servers.

    Everything is done in `idle` time; `monotonic` measures seconds.
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
        self._reading = Pieces(idle, TOGETHER, monotonic)
        self._storing = Pieces(idle, MOST_STORED, monotonic)
        self._counting = Pieces(idle, MOST_COUNTED, monotonic)
        self._ticks = 0
        self._put_off: dict[int, int] = {}

    async def make(self, seconds: float, together: int = TOGETHER) -> int:
        """Make the accounts of the rounds that wait; return how many there were.

        So many rounds `together` are made again and again, until none is left or so many
        seconds have passed.
        A round that fails is put off, so that the fault may pass; one that fails again and
        again is counted by its result alone. What an interrupted command left to be counted
        is counted, too. Raises Restarting and StorageFailed.
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
        """Return the next rounds whose turn it is, and how often each was tried."""
        shards, looked_at = self._held(), most + len(self._put_off)
        waiting = await self._storage.read(account_queue.waiting, looked_at, shards)
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
        """Make the accounts of some rounds, which were `tried` so often, and store them.

        Where that fails, each round that is left is tried alone: no round is in the way of
        another one.
        """
        left = dict(tried)
        try:
            promising = [round_id for round_id, times in tried.items() if times < ATTEMPTS]
            made = await self._accounted(promising) if promising else {}
            while left:
                some = [*left][: self._storing.size]
                accountings = {round_id: made.get(round_id, ()) for round_id in some}
                store = partial(self._storage.write, accounts.store, accountings)
                await self._storing.do(len(some), store)
                for round_id in some:
                    del left[round_id]
        except (Restarting, StorageFailed):
            raise
        except Exception as error:  # noqa: BLE001 — logged where the round is tried alone
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

    async def _accounted(self, round_ids: Sequence[int]) -> dict[int, tuple[SeatAccount, ...]]:
        """Return the accounting of rounds, without those that have no moves or no exact play."""
        found: dict[int, tuple[StoredRound, tuple[Step, ...]]] = {}
        rest = [*round_ids]
        while rest:
            some, rest = rest[: self._reading.size], rest[self._reading.size :]
            read = partial(self._storage.read, accounts.to_account, some)
            found.update(await self._reading.do(len(some), read))
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
    gone_from = closing.gone_from(stored, len(record))
    return ToAccount(game, stored.options, record, stored.counted_to, gone_from)
