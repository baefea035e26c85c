"""Rounds left alone: deadlines, reminders, and what happened while the bot was away."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import TYPE_CHECKING, cast

import discord
from discord.ext import commands, tasks

if TYPE_CHECKING:
    from bot.client import DicePokerBot

log = logging.getLogger(__name__)

MERCY = timedelta(minutes=2)
"""What a round that fell due while the bot was away is given."""

BEAT = 3.0
"""Seconds between two looks at the deadlines."""


class Clock(commands.Cog):
    """Asks storage what is due, and acts for those who stayed away."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot
        self._caught_up = False

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
                await self._catch_up()
            await self._close_deadlines()
            await self._remind()
        except Exception:
            log.exception("the clock missed a beat")

    async def _catch_up(self) -> None:
        """Grant mercy after downtime, and redraw messages that are older than their rounds."""
        now = discord.utils.utcnow()
        rounds = self.bot.worker
        granted = await rounds.ask(lambda storage: storage.rounds.grant(now, now + MERCY))
        if granted:
            log.info("%d rounds fell due while the bot was away and were given more time", granted)
        for round_id in await rounds.ask(lambda storage: storage.rounds.undrawn()):
            async with self.bot.desk.lock(round_id):
                await self.bot.board.refresh(await rounds.look(round_id))
        self._caught_up = True

    async def _close_deadlines(self) -> None:
        now = discord.utils.utcnow()
        for round_id in await self.bot.worker.ask(lambda storage: storage.rounds.due(now)):
            try:
                await self._expire(round_id)
            except Exception:
                log.exception("round=%d could not be closed at its deadline", round_id)

    async def _expire(self, round_id: int) -> None:
        async with self.bot.desk.lock(round_id):
            now = discord.utils.utcnow()
            change = self.bot.table.expire(now)
            before, after = await self.bot.worker.change(round_id, change, now)
            if after is before:
                return
            log.info("round=%d game=%s time is up status=%s", after.id, after.game, after.status)
            await self.bot.board.refresh(after)
            await self.bot.desk.settled(before, after)

    async def _remind(self) -> None:
        now = discord.utils.utcnow()
        for round_id in await self.bot.worker.ask(lambda storage: storage.rounds.to_nudge(now)):
            async with self.bot.desk.lock(round_id):
                await self.bot.board.nudge(await self.bot.worker.look(round_id))


async def setup(bot: commands.Bot) -> None:
    """Start the clock."""
    await bot.add_cog(Clock(cast("DicePokerBot", bot)))
