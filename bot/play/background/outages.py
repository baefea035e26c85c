"""Outages, which do not count: the deadlines that fell into one are moved.

After a gap (the bot, Discord, the database or the machine was away, or a clock was stepped) every
deadline that fell into it is moved. The rounds of a server that is away stand still, and their
deadlines are moved when it returns.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

import discord

from bot.play.rounds import Rounds
from bot.storage.shards import Shards
from bot.storage.thread import StorageThread
from bot.table.store import deadlines
from bot.table.stored_round import StoredRound
from bot.table.time_limits import TimeLimits

log = logging.getLogger(__name__)

GRACE = timedelta(minutes=2)
"""The time that a round gets if its deadline fell into a gap."""

GAP_SECONDS = 15.0
"""The age of the last good tick above which there is a gap."""

STEP_SECONDS = 1.0
"""The tolerated backward step of a clock without a gap."""


class Outages:
    """Knows which shards and servers are away, and moves the deadlines that fell into a gap.

    `held` returns the shards of this process. `last_tick` is the time of the last good tick by the
    monotonic clock, in seconds, and by `discord.utils.utcnow`.
    """

    def __init__(
        self,
        *,
        client: discord.Client,
        storage: StorageThread,
        rounds: Rounds,
        limits: TimeLimits,
        held: Callable[[], Shards],
    ) -> None:
        self._client, self._storage, self._rounds = client, storage, rounds
        self._limits, self._held = limits, held
        self._begun: datetime | None = None
        self._is_first = True
        self.last_tick: tuple[float, datetime] | None = None
        self._away: set[int] = set()
        self._returned: set[int] = set()
        self._servers_back: dict[int, datetime] = {}
        self._storage_failed = False

    def begin(self) -> None:
        """Note the time from which on this process opens rounds."""
        self._begun = discord.utils.utcnow()

    def shard_leaves(self, shard_id: int) -> None:
        """Note that a shard has lost its connection."""
        self._away.add(shard_id)
        self._returned.discard(shard_id)

    def shard_returns(self, shard_id: int) -> None:
        """Note that a shard is connected, to resume the deadlines of its servers."""
        if shard_id in self._away:
            self._away.discard(shard_id)
            self._returned.add(shard_id)

    def server_returns(self, guild: discord.Guild) -> None:
        """Note a server that is back, to resume its deadlines, unless its whole shard returns."""
        if self._client.is_ready() and guild.shard_id not in self._away:
            self._servers_back[guild.id] = discord.utils.utcnow()

    def storage_fails(self) -> None:
        """Note that the database did not store what a deadline did."""
        self._storage_failed = True

    def is_away(self, stored: StoredRound) -> bool:
        """Return whether the server of a round is in an outage, or has vanished."""
        if stored.place.guild is None or stored.place.out_of_reach:
            return False
        server = self._client.get_guild(stored.place.guild)
        return server is None or server.unavailable

    def connected(self) -> Shards:
        """Return the shards of this process that are connected."""
        held = self._held()
        return Shards(held.count, tuple(one for one in held.ids if one not in self._away))

    async def close_gap(self, monotonic: float, now: datetime) -> bool:
        """Move the deadlines that fell into a gap; return whether there was one.

        The time before this process is a gap, but not for rounds that the process has opened.
        """
        opened_before = now
        if self._is_gap(monotonic, now):
            shards = self.connected()
        elif self._is_first:
            shards, opened_before = self.connected(), self._begun or now
        elif self._returned:
            shards = Shards(self._held().count, tuple(sorted(self._returned)))
        else:
            return False
        returned, self._returned = self._returned, set()
        usual = max(self._limits.turn, GRACE)
        try:
            moved = await self._storage.write(
                deadlines.extend_overdue, now, now + GRACE, shards, opened_before
            )
            moved += await self._storage.write(deadlines.cut_distant, now, usual, shards)
        except BaseException:
            self._returned |= returned - self._away
            raise
        self._storage_failed = self._is_first = False
        self._rounds.forget()
        if moved:
            log.info("the deadlines of %d rounds were moved after a gap", moved)
        return True

    async def close_gap_of_servers(self, now: datetime) -> bool:
        """Move the deadlines that fell into the outage of a server; return whether one is back.

        A round that was opened since its server is back has missed nothing.
        """
        back, self._servers_back = self._servers_back, {}
        if not back:
            return False
        try:
            moved = await self._storage.write(
                deadlines.extend_overdue_in, now, now + GRACE, set(back), max(back.values())
            )
        except BaseException:
            self._servers_back = back | self._servers_back
            raise
        self._rounds.forget()
        if moved:
            log.info("the deadlines of %d rounds were moved after an outage", moved)
        return True

    def _is_gap(self, monotonic: float, now: datetime) -> bool:
        """Return whether the last good tick is too old by either clock, or one was stepped back.

        A deadline that the database did not store is a gap, too, since the beginning of its fault
        is unknown.
        """
        if self.last_tick is None or self._storage_failed:
            return True
        before, then = self.last_tick
        passed = monotonic - before, (now - then).total_seconds()
        return max(passed) > GAP_SECONDS or min(passed) < -STEP_SECONDS
