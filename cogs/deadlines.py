"""Rounds whose time is up, reminders, and what happened while the bot was away."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import discord
from discord.ext import commands, tasks

from bot.table.stored_round import StoredRound
from bot.ui.client import DicePokerBot

log = logging.getLogger(__name__)

GRACE = timedelta(minutes=2)
"""How much time a round gets that fell due while the bot was away."""

RETRY_AFTER = timedelta(minutes=10)
"""How long to skip a round whose processing raised."""

TICK_SECONDS = 3.0
"""The interval between two ticks."""


class Deadlines(commands.Cog):
    """Asks storage what is due, and acts for the seats that ran out of time."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._caught_up = False
        self._skipped: dict[int, datetime] = {}

    async def cog_load(self) -> None:
        """Start to tick; the first tick waits for Discord."""
        self.tick.start()

    async def cog_unload(self) -> None:
        """Stop ticking."""
        self.tick.cancel()

    @tasks.loop(seconds=TICK_SECONDS)
    async def tick(self) -> None:
        """Process what is due now. A round that raises does not hold up the others."""
        if not self.bot.is_ready():
            return
        try:
            if not self._caught_up:
                await self._extend_overdue()
            await self._expire_due()
            if not self._caught_up:
                await self._redraw_outdated()
            await self._remind_due()
        except Exception:
            log.exception("a tick of the deadlines failed")

    async def _extend_overdue(self) -> None:
        """Give rounds that fell due while the bot was away some more time."""
        now = discord.utils.utcnow()
        extended = await self.bot.worker.storage(
            lambda storage: storage.rounds.extend_overdue(now, now + GRACE)
        )
        if extended:
            log.info("%d rounds fell due while the bot was away and got more time", extended)

    async def _redraw_outdated(self) -> None:
        """Redraw messages that are older than their rounds."""
        self._caught_up = True
        for round_id in await self.bot.worker.storage(lambda storage: storage.rounds.undrawn()):
            await self._process(round_id, self._redraw)

    async def _expire_due(self) -> None:
        now = discord.utils.utcnow()
        for round_id in await self.bot.worker.storage(lambda storage: storage.rounds.due(now)):
            await self._process(round_id, self._expire)

    async def _remind_due(self) -> None:
        now = discord.utils.utcnow()
        for round_id in await self.bot.worker.storage(
            lambda storage: storage.rounds.to_remind(now)
        ):
            await self._process(round_id, self._remind)

    async def _process(self, round_id: int, do: Callable[[StoredRound], Awaitable[None]]) -> None:
        """Do something for one round under its lock; log what it raises."""
        now = discord.utils.utcnow()
        if self._skipped.get(round_id, now) > now:
            return
        self._skipped.pop(round_id, None)
        try:
            async with self.bot.interactions.lock(round_id):
                stored = await self.bot.worker.load(round_id)
                if self.bot.holds(stored.guild):  # other processes hold the other servers
                    await do(stored)
        except Exception:
            log.exception("round=%d was left as it is by the deadlines", round_id)
            self._skipped[round_id] = now + RETRY_AFTER

    async def _redraw(self, stored: StoredRound) -> None:
        await self.bot.board.refresh(stored)

    async def _expire(self, stored: StoredRound) -> None:
        now = discord.utils.utcnow()
        before, after = await self.bot.worker.change(stored.id, self.bot.table.expire(now), now)
        if after is before and not self._closed_unseen(after):
            return
        log.info("round=%d game=%s time is up status=%s", after.id, after.game, after.status)
        await self.bot.board.refresh(after)
        await self.bot.interactions.after_change(before, after)

    @staticmethod
    def _closed_unseen(stored: StoredRound) -> bool:
        """Return whether the round has just been closed because it could not be read."""
        return not stored.open and stored.drawn < stored.version

    async def _remind(self, stored: StoredRound) -> None:
        if self._closed_unseen(stored):
            await self.bot.board.refresh(stored)
        due = stored.remind_at is not None and stored.remind_at <= discord.utils.utcnow()
        if due and stored.reminder is None:  # the member may have acted a moment ago
            await self.bot.reminders.remind(stored)


async def setup(bot: DicePokerBot) -> None:
    """Add the deadlines."""
    await bot.add_cog(Deadlines(bot))
