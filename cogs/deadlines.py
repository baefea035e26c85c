"""Deadlines: their tick, and the events by which outages are known."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.play.background.deadlines import TICK_SECONDS, Deadlines
from bot.ui.ticks import Ticks


class DeadlineEvents(commands.Cog):
    """Tells the deadlines which shards and servers are away."""

    def __init__(self, ticks: Ticks, deadlines: Deadlines) -> None:
        self._ticks, self._deadlines = ticks, deadlines

    async def cog_load(self) -> None:
        self._deadlines.outages.begin()
        tick, fault = self._deadlines.tick, "deadlines could not be processed"
        self._ticks.every(TICK_SECONDS, "deadlines", tick, fault=fault)

    async def cog_unload(self) -> None:
        self._deadlines.tasks.stop()

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        self._deadlines.outages.shard_leaves(shard_id)

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Resume the deadlines of a shard's servers."""
        self._deadlines.outages.shard_returns(shard_id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        self._deadlines.outages.shard_returns(shard_id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Resume the deadlines of a server."""
        self._deadlines.outages.server_returns(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Resume the deadlines of a server that had vanished for a moment."""
        self._deadlines.outages.server_returns(guild)
