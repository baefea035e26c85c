"""The deletion of expired data: its tick, and the servers that remove the bot."""

from __future__ import annotations

from math import inf

import discord
from discord.ext import commands

from bot.admin.retention import TICK_SECONDS, Retention
from bot.ui.ticks import Ticks


class RetentionEvents(commands.Cog):
    """Tells which servers have the bot, and deletes expired data in idle time."""

    def __init__(self, ticks: Ticks, retention: Retention) -> None:
        self._ticks, self._retention = ticks, retention

    async def cog_load(self) -> None:
        delete, fault = self._retention.delete_some, "nothing old could be deleted"
        self._ticks.every(TICK_SECONDS, "retention", delete, fault=fault, most_put_off=inf)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server has removed the bot; discord.py does not call this in an outage."""
        self._retention.server_leaves(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that a server has the bot."""
        self._retention.server_is_back(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note a server that is back after an outage, or one whose join is announced so."""
        self._retention.server_is_back(guild.id)
