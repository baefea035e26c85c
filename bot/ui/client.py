"""The bot as discord.py's client: it makes what the cogs need, loads them, closes in order."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

import discord
from discord.ext import commands

from bot.config import Settings
from bot.luck import SecureLuck
from bot.storage import Storage
from bot.table.use_cases import Table, TimeLimits
from bot.ui import command_sync
from bot.ui.board import Board
from bot.ui.emoji import EmojiSet
from bot.ui.interactions import Interactions
from bot.ui.localization import CommandTranslator
from bot.ui.presses import Presses
from bot.ui.reminders import Reminders
from bot.worker import Worker
from rules.engine import Luck

log = logging.getLogger(__name__)

COGS = (
    "cogs.presses",
    "cogs.command_errors",
    "cogs.play",
    "cogs.help",
    "cogs.odds",
    "cogs.language",
    "cogs.deadlines",
)
"""The modules of the cogs, loaded by name."""


class DicePokerBot(commands.AutoShardedBot):
    """The bot, with everything that its cogs use.

    It needs the intent `guilds` alone and caches neither members nor messages.
    The storage is opened by the caller and closed by `close`.
    """

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        *,
        luck: Luck | None = None,
        emoji: EmojiSet | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shards,
            shard_ids=settings.held_shards,  # type: ignore[arg-type]  # None: all of them
        )
        limits = TimeLimits(
            timedelta(minutes=settings.turn_minutes),
            timedelta(seconds=settings.nudge_seconds) or None,
        )
        self.settings = settings
        self.language = settings.language or None
        self.emoji_set = emoji or EmojiSet()
        self.storage = storage
        self.worker = Worker(storage)
        self.table = Table(luck or SecureLuck(), limits)
        self.board = Board(self, self.worker, self.emoji_set)
        self.reminders = Reminders(self, self.worker, self.emoji_set)
        self.interactions = Interactions(self.table, self.worker, self.board, self.reminders)
        self.presses = Presses(self.interactions)

    async def setup_hook(self) -> None:
        """Load cogs, emoji and commands once, before Discord sends anything."""
        await self.tree.set_translator(CommandTranslator())
        for cog in COGS:
            await self.load_extension(cog)
        await self.emoji_set.load(self)
        await command_sync.sync(
            self.tree, self.worker, self.application_id or 0, self.settings.development_server
        )

    def holds(self, guild: int | None) -> bool:
        """Return whether this process answers for a server (None: for direct messages)."""
        if self.shard_ids is None or self.shard_count is None:
            return True
        return (0 if guild is None else (guild >> 22) % self.shard_count) in self.shard_ids

    async def on_ready(self) -> None:
        """Log that the bot can be played with."""
        log.info("ready as %s on %d servers", self.user, len(self.guilds))

    async def close(self) -> None:
        """Stop the deadlines, leave Discord, finish what is under way, close the storage."""
        if self.is_closed():
            return
        await super().close()
        await asyncio.to_thread(self.worker.close)
        self.storage.close()
