"""Deadlines: expired turns, reminders, and overdue drawings of boards.

Outages do not count. After a gap (the bot, Discord, the database or the machine was away, or a
clock was stepped) every deadline that fell into it is moved. The rounds of a server that is away
stand still, and their deadlines are moved when it returns. Rounds are processed concurrently, so
that no round waits for the requests of another one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.storage.errors import StorageFailed
from bot.storage.shards import Shards
from bot.table.store import deadlines
from bot.table.stored_round import StoredRound
from bot.ui.requests import unasked

log = logging.getLogger(__name__)

GRACE = timedelta(minutes=2)
"""The time that a round gets if its deadline fell into a gap."""

LATE = timedelta(seconds=10)
"""How long after a deadline carrying it out counts as late in the figures."""

GAP_SECONDS = 15.0
"""The age of the last good tick above which there is a gap."""

STEP_SECONDS = 1.0
"""The tolerated backward step of a clock without a gap."""

RETRY_AFTER = 600.0
"""The seconds for which a round is skipped after its processing raised."""

TICK_SECONDS = 3.0
"""The interval between two ticks."""

REDRAW_AFTER = 20.0
"""The seconds after which a failed drawing is repeated; later intervals double."""

MOST_REDRAW_AFTER = 600.0

CHANGES_AT_ONCE = 4
"""The number of rounds changed at the same time, between the presses."""

DRAWINGS_AT_ONCE = 32
"""The number of boards and reminders that all processes draw at the same time.

Their requests wait for each other (`bot.ui.requests.UNASKED_A_SECOND`), and none for long.
"""

REDRAWN_AT_TICK = deadlines.UNDRAWN_AT_ONCE
"""The maximum number of rounds in progress after a tick has started to redraw boards."""

MOST_UNDRAWN = 2048
"""The number of undrawn boards with which no older ones are searched."""


@dataclass(frozen=True, slots=True)
class _Redraw:
    """The time of the next drawing of a board, the interval after it, and the known doubts."""

    at: float
    wait: float
    doubts: int


class Deadlines(commands.Cog):
    """Finds due rounds in storage, and acts for the seats that ran out of time.

    `monotonic` measures seconds; None stands for `time.monotonic`. The other
    clock is `discord.utils.utcnow`.
    """

    def __init__(self, bot: DicePokerBot, monotonic: Callable[[], float] | None = None) -> None:
        self.bot = bot
        self._monotonic = monotonic or time.monotonic
        self._begun, self._is_first = discord.utils.utcnow(), True
        self._last: tuple[float, datetime] | None = None
        self._away: set[int] = set()
        self._returned: set[int] = set()
        self._servers_back: dict[int, datetime] = {}
        self._skipped: dict[int, float] = {}
        self._redraws: dict[int, _Redraw] = {}
        self._undrawn_below: int | None = None
        self._busy: dict[int, asyncio.Task[None]] = {}
        self._changing = asyncio.Semaphore(CHANGES_AT_ONCE)
        self._drawing = asyncio.Semaphore(max(1, round(DRAWINGS_AT_ONCE * bot.part_of_shards)))
        self._storage_failed = False

    async def cog_load(self) -> None:
        self.bot.ticks.every(
            TICK_SECONDS, "deadlines", self._tick, fault="deadlines could not be processed"
        )

    async def cog_unload(self) -> None:
        for task in self._busy.values():
            task.cancel()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._away.add(shard_id)
        self._returned.discard(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Resume the deadlines of a shard's servers."""
        self._come_back(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """Go on with the deadlines of a shard's servers."""
        self._come_back(shard_id)

    def _come_back(self, shard_id: int) -> None:
        if shard_id in self._away:
            self._away.discard(shard_id)
            self._returned.add(shard_id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the deadlines of a server, unless its whole shard returns."""
        if self.bot.is_ready() and guild.shard_id not in self._away:
            self._servers_back[guild.id] = discord.utils.utcnow()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the deadlines of a server that had vanished for a moment."""
        await self.on_guild_available(guild)

    def _is_away(self, stored: StoredRound) -> bool:
        """Return whether the server of a round is in an outage, or has vanished."""
        if stored.guild is None or stored.out_of_reach:
            return False
        server = self.bot.get_guild(stored.guild)
        return server is None or server.unavailable

    async def _tick(self) -> None:
        """Process the due rounds. A round that raises does not delay the others.

        The next gap is measured from the clocks at the beginning; the first one from the first
        tick, good or not.
        """
        monotonic, now = self._monotonic(), discord.utils.utcnow()
        self._last = self._last or (monotonic, now)
        if await self.bot.live.check():
            await self.bot.interactions.forget_all()
        await self._close_gap(monotonic, now)
        await self._close_gap_of_servers(now)
        await self._process_due(now)
        await self._find_undrawn()
        self._redraw_undrawn(monotonic)
        self._last = (monotonic, now)

    # Gaps ----------------------------------------------------------------------------

    def _shards(self) -> Shards:
        """Return the shards of this process that are connected."""
        held = self.bot.held_shards
        return Shards(held.count, tuple(one for one in held.ids if one not in self._away))

    async def _close_gap(self, monotonic: float, now: datetime) -> None:
        """Move the deadlines that fell into a gap.

        The time before this process is a gap, but not for rounds that the process has opened.
        """
        held, opened_before = self.bot.held_shards, now
        if self._is_gap(monotonic, now):
            shards = self._shards()
        elif self._is_first:
            shards, opened_before = self._shards(), self._begun
        elif self._returned:
            shards = Shards(held.count, tuple(sorted(self._returned)))
        else:
            return
        returned, self._returned = self._returned, set()
        storage, usual = self.bot.live.storage, max(self.bot.table.limits.turn, GRACE)
        try:
            moved = await storage.write(
                deadlines.extend_overdue, now, now + GRACE, shards, opened_before
            )
            moved += await storage.write(deadlines.cut_distant, now, usual, shards)
        except BaseException:
            self._returned |= returned - self._away
            raise
        self._storage_failed = self._is_first = False
        self.bot.live.forget()
        if moved:
            log.info("the deadlines of %d rounds were moved after a gap", moved)
        self._undrawn_below = deadlines.ABOVE_ALL

    async def _close_gap_of_servers(self, now: datetime) -> None:
        """Move the deadlines that fell into the outage of a server, and redraw its boards.

        A round that was opened since its server is back has missed nothing.
        """
        back, self._servers_back = self._servers_back, {}
        if not back:
            return
        storage = self.bot.live.storage
        try:
            moved = await storage.write(
                deadlines.extend_overdue_in, now, now + GRACE, set(back), max(back.values())
            )
        except BaseException:
            self._servers_back = back | self._servers_back
            raise
        self.bot.live.forget()
        if moved:
            log.info("the deadlines of %d rounds were moved after an outage", moved)
        self._undrawn_below = deadlines.ABOVE_ALL

    def _is_gap(self, monotonic: float, now: datetime) -> bool:
        """Return whether the last good tick is too old by either clock, or one was stepped back.

        A deadline that the database did not store is a gap, too, since the beginning of its fault
        is unknown.
        """
        if self._last is None or self._storage_failed:
            return True
        passed = (monotonic - self._last[0], (now - self._last[1]).total_seconds())
        return max(passed) > GAP_SECONDS or min(passed) < -STEP_SECONDS

    # Rounds --------------------------------------------------------------------------

    async def _process_due(self, now: datetime) -> None:
        shards = self._shards()
        due = await self.bot.live.storage.read(deadlines.due, now, shards)
        to_remind = await self.bot.live.storage.read(deadlines.to_remind, now, shards)
        self._process(due, self._expire)
        self._process(to_remind, partial(self._with_lock, do=self._remind))

    async def _find_undrawn(self) -> None:
        """Find, after a gap, the next boards that are older than their rounds.

        The newest come first, and no more are searched than can be drawn.
        """
        room, board = self._room, self.bot.board
        if self._undrawn_below is None or room <= 0 or len(board.undrawn) >= MOST_UNDRAWN:
            return
        below = self._undrawn_below
        found = await self.bot.live.storage.read(
            deadlines.undrawn, self._shards(), below=below, most=room
        )
        board.undrawn.update(found)
        board.urgent.update(found)
        self._undrawn_below = found[-1] if len(found) == room else None

    @property
    def _room(self) -> int:
        """The number of further boards that may be redrawn now."""
        return REDRAWN_AT_TICK - len(self._busy)

    def _redraw_undrawn(self, monotonic: float) -> None:
        """Redraw undrawn boards, urgent ones at once, the others after a while.

        The newest come first; the rest waits for a later tick. A drawing that begins `REDRAW_AFTER`
        after a doubt was known settles it, since requests that were given up before are too old by
        then. If one of them is carried out all the same, the board becomes urgent.
        """
        board = self.bot.board
        ready: list[tuple[int, bool]] = []
        for round_id in sorted(board.undrawn, reverse=True):
            if len(ready) >= self._room:
                break
            if round_id in self._busy:  # such as with a reminder; the next tick draws it
                continue
            plan, doubts = self._redraws.get(round_id), board.doubts(round_id)
            if round_id in board.urgent:
                plan = _Redraw(monotonic, REDRAW_AFTER, 0)
            elif plan is None:
                plan = _Redraw(monotonic + REDRAW_AFTER, REDRAW_AFTER, doubts)
                self._redraws[round_id] = plan
            if plan.at <= monotonic:
                ready.append((round_id, doubts == plan.doubts))
                wait = min(2 * plan.wait, MOST_REDRAW_AFTER)
                self._redraws[round_id] = _Redraw(monotonic + plan.wait, wait, doubts)
        board.urgent.intersection_update(board.undrawn)
        board.urgent.difference_update(round_id for round_id, _ in ready)
        for round_id, settles in ready:
            draw = partial(self._with_lock, do=partial(self._redraw, settles=settles))
            self._process((round_id,), draw)
        for round_id in self._redraws.keys() - board.undrawn:
            del self._redraws[round_id]

    def _process(self, round_ids: Iterable[int], do: Callable[[int], Awaitable[None]]) -> None:
        """Start a task for each round, unless one is running for it."""
        for round_id in round_ids:
            if round_id not in self._busy and self._skipped.get(round_id, 0) <= self._monotonic():
                self._skipped.pop(round_id, None)
                task = asyncio.create_task(self._process_one(round_id, do))
                self._busy[round_id] = task
                task.add_done_callback(partial(self._done, round_id))

    def _done(self, round_id: int, _: asyncio.Task[None]) -> None:
        self._busy.pop(round_id, None)

    async def _process_one(self, round_id: int, do: Callable[[int], Awaitable[None]]) -> None:
        try:
            with unasked():
                await do(round_id)
        except StorageFailed as error:
            self._storage_failed = True
            self.bot.background_faults.error("round=%d is left for later: %s", round_id, error)
        except Exception:
            log.exception("round=%d its deadline could not be processed", round_id)
            self._skipped[round_id] = self._monotonic() + RETRY_AFTER

    async def _expire(self, round_id: int) -> None:
        """Act for the seats whose time is up, then redraw the board after others."""
        if self._is_away(await self.bot.live.load(round_id)):
            return
        async with self._changing:
            lock = self.bot.live.lock(round_id)
            if lock.locked():  # a press is being answered; the next tick tries again
                return
            async with lock:
                now = discord.utils.utcnow()
                change = self.bot.table.expire(now)
                before, after = await self.bot.live.change(round_id, change, now)
                if after is before and not self._closed_unseen(after):
                    return
                if before.deadline is not None and now - before.deadline > LATE:
                    self.bot.figures.late_deadlines.inc()
                log.info(
                    "round=%d game=%s time is up status=%s", after.id, after.game, after.status
                )
                self.bot.board.undrawn.add(round_id)
                await self.bot.acts.after_change(before, after)
        await self._with_lock(round_id, self._redraw)

    async def _with_lock(self, round_id: int, do: Callable[[StoredRound], Awaitable[None]]) -> None:
        """Run a task of a round that needs Discord, unless a press is being answered.

        What a server that is away would answer says nothing about its channels.
        """
        async with self._drawing:
            lock = self.bot.live.lock(round_id)
            if not lock.locked():
                async with lock:
                    stored = await self.bot.live.load(round_id)
                    if not self._is_away(stored):
                        await do(stored)

    async def _redraw(self, stored: StoredRound, *, settles: bool = False) -> None:
        board = self.bot.board
        if stored.message is None or (
            stored.drawn >= stored.version and not board.doubts(stored.id)
        ):
            board.undrawn.discard(stored.id)
            return
        await board.refresh(stored, settles=settles)

    @staticmethod
    def _closed_unseen(stored: StoredRound) -> bool:
        """Return whether the round was closed just now because it could not be read."""
        return not stored.open and stored.drawn < stored.version

    async def _remind(self, stored: StoredRound) -> None:
        if self._closed_unseen(stored):
            await self.bot.board.refresh(stored)
        due = stored.remind_at is not None and stored.remind_at <= discord.utils.utcnow()
        if due and stored.reminder is None:  # the member may have acted a moment ago
            await self.bot.reminders.remind(stored)


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(Deadlines(bot))
