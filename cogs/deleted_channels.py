"""Rounds of deleted channels and threads, which rest or are closed without a result.

Deletions during an outage appear in Discord's answer to the next drawing (`bot.play.board`).
"""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.play.client import DicePokerBot
from bot.table.store import rounds


class DeletedChannels(commands.Cog):
    """Handles the rounds of deleted channels and threads."""

    def __init__(self, bot: DicePokerBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handle the rounds of a channel; its threads have events of their own."""
        await self._end_rounds(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._end_rounds(thread.thread_id)

    async def _end_rounds(self, channel: int) -> None:
        faults, live = self.bot.background_faults, self.bot.live
        found: tuple[int, ...] = ()
        with faults.caught("the rounds of a deleted channel go on"):
            found = await live.storage.read_beside(rounds.unfinished_in, channel)
        for round_id in found:
            with faults.caught("a round of a deleted channel goes on"):
                async with live.lock(round_id):
                    await live.lose_channel(round_id, discord.utils.utcnow())


async def setup(bot: DicePokerBot) -> None:
    await bot.add_cog(DeletedChannels(bot))
