"""Rounds whose channel or thread was deleted rest, or are closed without a result.

What was deleted while nobody heard of it is told by Discord's answer to the next drawing
(`bot.play.board`).
"""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.table.store import rounds


class DeletedChannels(commands.Cog):
    """Looks after the rounds of each channel and each thread that is deleted."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Look after the rounds of a channel; its threads are told of one by one."""
        await self._end_rounds(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Look after the rounds of a thread."""
        await self._end_rounds(thread.thread_id)

    async def _end_rounds(self, channel: int) -> None:
        with self.bot.background_faults.caught("the rounds of a deleted channel go on"):
            live = self.bot.live
            for round_id in await live.storage.read_beside(rounds.unfinished_in, channel):
                async with self.bot.live.lock(round_id):
                    await live.lose_channel(round_id, discord.utils.utcnow())


async def setup(bot: DicePokerBot) -> None:
    """Add what hears of deleted channels."""
    await bot.add_cog(DeletedChannels(bot))
