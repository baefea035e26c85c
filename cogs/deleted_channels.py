"""The deletion of channels and threads, in which rounds may be open."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.play.background.deleted_channels import DeletedChannels


class DeletedChannelEvents(commands.Cog):
    """Tells of deleted channels and threads."""

    def __init__(self, channels: DeletedChannels) -> None:
        self._channels = channels

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handle the rounds of a channel; its threads have events of their own."""
        await self._channels.end_rounds(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._channels.end_rounds(thread.thread_id)
