"""Rounds left alone: deadlines, reminders, and what happened while the bot was away."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, cast

import discord
from discord.ext import commands, tasks

from bot.rounds import Kept

if TYPE_CHECKING:
    from bot.client import DicePokerBot

log = logging.getLogger(__name__)

MERCY = timedelta(minutes=2)
"""What a round that fell due while the bot was away is given."""

RESPITE = timedelta(minutes=10)
"""After which a round that the clock stumbled over is tried again."""

BEAT = 3.0
"""Seconds between two looks at the deadlines."""


class Clock(commands.Cog):
    """Asks storage what is due, and acts for those who stayed away."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._caught_up = False
        self._resting: dict[int, datetime] = {}

    async def cog_load(self) -> None:
        """Start to tick; the first beat waits for Discord."""
        self.beat.start()

    async def cog_unload(self) -> None:
        """Stop ticking."""
        self.beat.cancel()

    @tasks.loop(seconds=BEAT)
    async def beat(self) -> None:
        """Look once at what is due. A round that fails does not hold up the others."""
        if not self.bot.is_ready():
            return
        try:
            if not self._caught_up:
                await self._be_merciful()
            await self._close_deadlines()
            if not self._caught_up:
                await self._redraw_the_old()
            await self._remind()
        except Exception:
            log.exception("the clock missed a beat")

    async def _be_merciful(self) -> None:
        """Give rounds that fell due while the bot was away some more time."""
        now = discord.utils.utcnow()
        rounds = self.bot.worker
        granted = await rounds.ask(lambda storage: storage.rounds.grant(now, now + MERCY))
        if granted:
            log.info("%d rounds fell due while the bot was away and were given more time", granted)

    async def _redraw_the_old(self) -> None:
        """Redraw messages that are older than their rounds."""
        rounds = self.bot.worker
        self._caught_up = True
        for round_id in await rounds.ask(lambda storage: storage.rounds.undrawn()):
            await self._see_to(round_id, self._redraw)

    async def _close_deadlines(self) -> None:
        now = discord.utils.utcnow()
        for round_id in await self.bot.worker.ask(lambda storage: storage.rounds.due(now)):
            await self._see_to(round_id, self._expire)

    async def _remind(self) -> None:
        now = discord.utils.utcnow()
        for round_id in await self.bot.worker.ask(lambda storage: storage.rounds.to_nudge(now)):
            await self._see_to(round_id, self._nudge)

    async def _see_to(self, round_id: int, do: Callable[[Kept], Awaitable[None]]) -> None:
        """Do something for one round, under its lock; what goes wrong with it stays with it."""
        now = discord.utils.utcnow()
        if self._resting.get(round_id, now) > now:
            return
        self._resting.pop(round_id, None)
        try:
            async with self.bot.desk.lock(round_id):
                kept = await self.bot.worker.look(round_id)
                if self.bot.holds(kept.guild):  # other processes see to other servers
                    await do(kept)
        except Exception:
            log.exception("round=%d was left as it is by the clock", round_id)
            self._resting[round_id] = now + RESPITE

    async def _redraw(self, kept: Kept) -> None:
        await self.bot.board.refresh(kept)

    async def _expire(self, kept: Kept) -> None:
        now = discord.utils.utcnow()
        before, after = await self.bot.worker.change(kept.id, self.bot.table.expire(now), now)
        if after is before and not self._unshown(after):
            return
        log.info("round=%d game=%s time is up status=%s", after.id, after.game, after.status)
        await self.bot.board.refresh(after)
        await self.bot.desk.settled(before, after)

    @staticmethod
    def _unshown(kept: Kept) -> bool:
        """Whether the round has just been closed because nobody could read it any more."""
        return not kept.open and kept.drawn < kept.version

    async def _nudge(self, kept: Kept) -> None:
        if self._unshown(kept):
            await self.bot.board.refresh(kept)
        due = kept.nudge is not None and kept.nudge <= discord.utils.utcnow()
        if due and kept.nudge_message is None:  # they may have acted a moment ago
            await self.bot.board.nudge(kept)


async def setup(bot: commands.Bot) -> None:
    """Start the clock."""
    await bot.add_cog(Clock(cast("DicePokerBot", bot)))
