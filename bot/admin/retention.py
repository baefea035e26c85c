"""The deletion of expired data in idle time.

It deletes the moves of old rounds, if the host has set KEEP_ROUNDS_DAYS, bars that have ended, and
after thirty days all data of servers that removed the bot. Resting rounds are closed after ninety
days. A server in an outage has not removed the bot.

Of several processes, that of shard 0 handles rounds. Each handles its own servers, since
only it knows whether they have the bot.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

import discord

from bot.admin.store import retention
from bot.play.boards.board import Board
from bot.play.idle_time import IdleTime, Pieces
from bot.play.rounds import Rounds
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table import closing
from bot.table.store import bars

log = logging.getLogger(__name__)

TICK_SECONDS = 20.0
"""The interval between two ticks."""

KEEP_REMOVED = timedelta(days=30)
"""The time for which the data of a server is kept after it removed the bot."""

RETURNS_WITHIN = timedelta(minutes=1)
"""The time within which a server that has vanished may return, before its rounds are closed."""

ROUNDS_AT_ONCE = 50
"""The maximum number of a server's rounds that a tick deletes, and that thinning reads."""

SEARCH_AGAIN_AFTER = timedelta(hours=1)
"""The time between two searches for old rounds, rested rounds and ended bars."""


class Retention:
    """Notes the servers that have removed the bot, and deletes some data at each idle tick.

    `held` returns the shards of this process. `keep_days` is the age in days at which rounds lose
    their moves, None for never.
    """

    def __init__(
        self,
        *,
        client: discord.Client,
        storage: StorageThread,
        rounds: Rounds,
        board: Board,
        idle: IdleTime,
        held: Callable[[], Shards],
        keep_days: float | None,
    ) -> None:
        self._client, self._storage, self._rounds = client, storage, rounds
        self._board, self._held = board, held
        self._keep = None if keep_days is None else timedelta(days=keep_days)
        self._compared = False
        self._left: dict[int, datetime] = {}
        self._thin_from = 0
        self._thin_at: datetime | None = None
        self._rests_at: datetime | None = None
        self._bars_at: datetime | None = None
        self._thinning = Pieces(idle, ROUNDS_AT_ONCE)

    def server_leaves(self, guild: int) -> None:
        """Note that a server has removed the bot, which an outage does not do."""
        self._left[guild] = discord.utils.utcnow()

    def server_is_back(self, guild: int) -> None:
        self._left.pop(guild, None)
        self._compared = False

    async def delete_some(self) -> None:
        now = discord.utils.utcnow()
        await self._compare_servers(now)
        await self._close_left_servers(now)
        await self._delete_old_server(now)
        if self._held().does_shared_work:
            await self._thin_rounds(now)
            await self._close_rested(now)
            await self._delete_bars(now)

    async def _close_rested(self, now: datetime) -> None:
        """Close, once an hour, rounds that have rested too long, and redraw their boards."""
        if self._rests_at is not None and now < self._rests_at:
            return
        round_ids = await self._storage.read(retention.rested_rounds, now, ROUNDS_AT_ONCE)
        if len(round_ids) < ROUNDS_AT_ONCE:
            self._rests_at = now + SEARCH_AGAIN_AFTER
        for round_id in round_ids:
            async with self._rounds.lock(round_id):
                await self._rounds.load(round_id, fresh=True)  # it may have just ended
                change = partial(closing.close_rested, now=now)
                before, after = await self._rounds.change(round_id, change, now)
                await self._board.after_change(before, after)
                await self._board.refresh(after)
            log.info("round=%d closed after too long a rest status=%s", round_id, after.status)

    async def _delete_bars(self, now: datetime) -> None:
        """Delete, once an hour, the bars that have ended."""
        if self._bars_at is None or now >= self._bars_at:
            await self._storage.write(bars.delete_ended, now)
            self._bars_at = now + SEARCH_AGAIN_AFTER

    async def _compare_servers(self, now: datetime) -> None:
        """Compare the servers in the database with those of the bot, after each start."""
        if self._compared:
            return
        stored = await self._storage.read_beside(retention.stored_servers)
        removed = await self._storage.read(retention.removed_servers)
        present = {guild.id for guild in self._client.guilds}
        held = {guild for guild in stored | removed.keys() if self._held().hold(guild)}
        back = held & present & removed.keys()
        if back:
            await self._storage.write(retention.note_returned, back)
            log.info("%d servers have the bot again", len(back))
        gone = held - present - removed.keys()
        if gone and not held & present:
            log.warning(
                "none of the %d servers in the database has this bot: is it that of another one?",
                len(gone),
            )
        else:
            self._left |= dict.fromkeys(gone - self._left.keys(), now)
        self._compared = True

    async def _close_left_servers(self, now: datetime) -> None:
        for guild, since in sorted(self._left.items()):
            if now - since >= RETURNS_WITHIN:
                await self._close_server(guild, now)
                self._left.pop(guild, None)

    async def _close_server(self, guild: int, now: datetime) -> None:
        """Close the rounds of a server that has removed the bot, and note the time."""
        unfinished = await self._storage.read_beside(retention.unfinished_rounds, guild)
        for round_id in unfinished:
            await self._close_round(round_id, now)
        await self._storage.write(retention.note_removed, {guild}, now)
        log.info("guild=%d has removed the bot; %d rounds closed", guild, len(unfinished))

    async def _close_round(self, round_id: int, now: datetime) -> None:
        async with self._rounds.lock(round_id):
            _, after = await self._rounds.change(round_id, closing.close_with_server, now)
            self._rounds.mark_drawn(after)  # its boards can no longer be drawn

    async def _delete_old_server(self, now: datetime) -> None:
        """Delete some of the data of a server that removed the bot long ago."""
        removed = await self._storage.read(retention.removed_servers)
        for guild, since in removed.items():
            if now - since >= KEEP_REMOVED and self._held().hold(guild):
                await self._delete_server(guild)
                return

    async def _delete_server(self, guild: int) -> None:
        done = await self._storage.write(retention.delete_server, guild, ROUNDS_AT_ONCE)
        self._rounds.forget()
        if done:
            log.info("guild=%d all of its data is deleted", guild)

    async def _thin_rounds(self, now: datetime) -> None:
        """Delete the moves of old rounds, if the host wants that, for at most one tick."""
        if self._keep is None or (self._thin_at is not None and now < self._thin_at):
            return
        self._thin_at = None
        before, until, thinned = now - self._keep, time.monotonic() + TICK_SECONDS, 0
        while self._thin_at is None and time.monotonic() < until:
            size = self._thinning.size
            thin = partial(
                self._storage.write, retention.thin_rounds, before, self._thin_from, size
            )
            count, next_after = await self._thinning.do(size, thin)
            thinned += count
            self._thin_from = next_after or 0
            self._thin_at = None if next_after is not None else now + SEARCH_AGAIN_AFTER
        if thinned:
            log.info("the moves of %d rounds before %s are deleted", thinned, before.date())
