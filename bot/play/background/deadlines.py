"""Deadlines: what is due in rounds, which are processed side by side.

Outages do not count (`outages`); overdue drawings of boards are made up for (`redraws`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.play.background.outages import Outages
from bot.play.background.redraws import Redraws
from bot.play.background.round_tasks import RoundTasks
from bot.play.boards.board import Board
from bot.play.boards.reminders import Reminders
from bot.play.members_in_memory import MembersInMemory
from bot.play.rounds import Rounds
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.store import deadlines
from bot.table.stored_round import StoredRound
from bot.table.use_cases import Table
from bot.ui.fault_log import FaultLog
from bot.ui.figures import Figures

log = logging.getLogger(__name__)

TICK_SECONDS = 3.0
"""The interval between two ticks."""

LATE = timedelta(seconds=10)
"""How long after a deadline carrying it out counts as late in the figures."""

CHANGES_AT_ONCE = 4
"""The number of rounds changed at the same time, between the presses."""


class Deadlines:
    """Finds due rounds in storage, and acts for the seats that ran out of time.

    `held` returns the shards of this process. Gaps are measured by `time.monotonic` and
    `discord.utils.utcnow`.
    """

    def __init__(
        self,
        *,
        client: discord.Client,
        storage: StorageThread,
        rounds: Rounds,
        table: Table,
        board: Board,
        reminders: Reminders,
        members: MembersInMemory,
        figures: Figures,
        faults: FaultLog,
        held: Callable[[], Shards],
    ) -> None:
        self._storage, self._rounds, self._table = storage, rounds, table
        self._board, self._reminders, self._members = board, reminders, members
        self._figures = figures
        self.changing = asyncio.Semaphore(CHANGES_AT_ONCE)
        self.outages = Outages(
            client=client, storage=storage, rounds=rounds, limits=table.limits, held=held
        )
        self.tasks = RoundTasks(
            rounds=rounds,
            outages=self.outages,
            faults=faults,
            part=held().part,
        )
        self.redraws = Redraws(storage=storage, board=board, outages=self.outages, tasks=self.tasks)

    async def tick(self) -> None:
        """Process the due rounds. A round that raises does not delay the others.

        The next gap is measured from the clocks at the beginning; the first one from the first
        tick, good or not.
        """
        monotonic, now = time.monotonic(), discord.utils.utcnow()
        self.outages.last_tick = self.outages.last_tick or (monotonic, now)
        if await self._rounds.check():
            await self._members.forget_all()
        if await self.outages.close_gap(monotonic, now):
            self.redraws.search()
        if await self.outages.close_gap_of_servers(now):
            self.redraws.search()
        await self._process_due(now)
        await self.redraws.find()
        self.redraws.start(monotonic)
        self.outages.last_tick = monotonic, now

    async def _process_due(self, now: datetime) -> None:
        shards = self.outages.connected()
        due = await self._storage.read(deadlines.due, now, shards)
        to_remind = await self._storage.read(deadlines.to_remind, now, shards)
        self.tasks.start(due, self._expire)
        self.tasks.start(to_remind, partial(self.tasks.draw, do=self._remind))

    async def _expire(self, round_id: int) -> None:
        """Act for the seats whose time is up, then redraw the board after others."""
        if self.outages.is_away(await self._rounds.load(round_id)):
            return
        async with self.changing:
            lock = self._rounds.lock(round_id)
            if lock.locked():  # a press is being answered; the next tick tries again
                return
            async with lock:
                now = discord.utils.utcnow()
                change = self._table.expire(now)
                before, after = await self._rounds.change(round_id, change, now)
                if after is before and not _closed_unseen(after):
                    return
                if before.deadline.at is not None and now - before.deadline.at > LATE:
                    self._figures.late_deadlines.inc()
                log.info(
                    "round=%d game=%s time is up status=%s", after.id, after.game, after.status
                )
                self._board.undrawn.add(round_id)
                await self._board.after_change(before, after)
        await self.tasks.draw(round_id, self.redraws.redraw)

    async def _remind(self, stored: StoredRound) -> None:
        if _closed_unseen(stored):
            await self._board.refresh(stored)
        remind_at = stored.deadline.remind_at
        due = remind_at is not None and remind_at <= discord.utils.utcnow()
        if due and stored.deadline.reminder is None:  # the member may have acted a moment ago
            await self._reminders.remind(stored)


def _closed_unseen(stored: StoredRound) -> bool:
    """Return whether a round was closed just now because it could not be read."""
    return not stored.open and stored.place.drawn < stored.version
