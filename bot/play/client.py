"""The bot as discord.py's client: it loads the cogs and closes in order."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import timedelta

import discord
from discord.ext import commands

from bot.config import Config
from bot.play.acts import Acts
from bot.play.board import Board
from bot.play.challenge_panel import ChallengePanel
from bot.play.discord_clock import DiscordClock
from bot.play.first_page import FirstPage
from bot.play.idle_time import IdleTime
from bot.play.interactions import Interactions
from bot.play.live_rounds import LiveRounds
from bot.play.member_choices import MemberSwitch
from bot.play.opening import Opening
from bot.play.private_screens import PrivateScreens
from bot.play.quotas import Openings, Pings
from bot.play.reminders import Reminders
from bot.play.servers import Servers
from bot.play.threads import RoundThreads
from bot.storage.database import Storage
from bot.storage.shards import ALL_SERVERS, Shards
from bot.storage.thread import StorageThread
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import Table
from bot.thinking.process import AnalysisProcess
from bot.thinking.questions import Analysis
from bot.thinking.shipped_tables import ShippedTables
from bot.ui import command_sync
from bot.ui.away import Silence
from bot.ui.controls import Controls
from bot.ui.discord_renderer import CommandIds
from bot.ui.emoji import EmojiSet
from bot.ui.fault_log import FaultLog
from bot.ui.figures import DiscordErrors, Figures
from bot.ui.hosts import hosts_of
from bot.ui.interaction import LeanBot
from bot.ui.invite import invite
from bot.ui.localization import CommandTranslator
from bot.ui.mentions import DisplayNames
from bot.ui.missing_permissions import Missing
from bot.ui.requests import LIMIT_SECONDS, Requests
from bot.ui.ticks import Ticks
from bot.under_way import UnderWay
from rules.engine import Luck
from rules.exact.kept import keep_with

log = logging.getLogger(__name__)

FINISH_SECONDS = 3.0
"""The longest time that running presses may take once the bot stops."""

LEAVE_SECONDS = 1.0
"""The longest time to wait after that until Discord confirms that the bot leaves the gateway."""

RENEW_EMOJI_SECONDS = 600.0
"""The least time between two fetches of the emoji after a refusal."""

COGS = (
    "cogs.presses",
    "cogs.command_errors",
    "cogs.play",
    "cogs.rounds",
    "cogs.fair",
    "cogs.daily",
    "cogs.settings",
    "cogs.moderation",
    "cogs.challenges",
    "cogs.review",
    "cogs.deadlines",
    "cogs.deleted_channels",
    "cogs.backups",
    "cogs.retention",
    "cogs.statistics",
)
"""The modules of the cogs, loaded by name."""


class DicePokerBot(LeanBot):
    """The bot, with the services that the cogs of all features use.

    It needs the intent `guilds` alone, and caches neither members nor messages. The storage is
    opened by the caller and closed by `close`.
    """

    _renew_emoji_at = 0.0
    _clears_commands = False

    def __init__(
        self,
        storage: Storage,
        settings: Config,
        *,
        luck: Luck | None = None,
        emoji: EmojiSet | None = None,
        analysis: Analysis | None = None,
        command_ids: CommandIds | None = None,
    ) -> None:
        figures = Figures()
        errors = DiscordErrors(figures.discord_errors)
        requests = Requests(lambda: self.part_of_shards)
        trace = requests.throttle.trace()
        Silence(requests.timer).listen(trace)
        errors.listen(trace)
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
            max_ratelimit_timeout=LIMIT_SECONDS,
            http_trace=trace,
        )
        limits = TimeLimits(timedelta(minutes=settings.turn_minutes))
        self._stopping = False
        self._loading_emoji: asyncio.Task[None] | None = None
        self.figures, self.requests = figures, requests
        self.answer_class = errors.answer_class(self.answer_class)
        self.settings = settings
        self.language = settings.public_language or None
        self.emoji_set = emoji or EmojiSet()
        self.emoji_set.on_refusal = self._renew_emoji
        self.command_ids = command_ids or CommandIds()
        self.storage = storage
        self.background_faults = FaultLog(log)
        self.analysis = analysis or AnalysisProcess()
        keep_with(ShippedTables())  # a computer may have to think in this process
        thread = StorageThread(storage)
        holds = ALL_SERVERS.hold if settings.held_shards is None else self.holds
        self.live = LiveRounds(thread, self.analysis, holds)
        self.table = Table(luck, limits, self.live.computer)
        self.names = DisplayNames()
        self.discord_clock = DiscordClock()
        self.under_way = UnderWay()
        """Answers and their follow-up work; before the bot stops it waits for them, if there is
        time.
        """
        self.servers = Servers(thread)
        self.board = Board(self)
        self.pings = Pings()
        self.reminders = Reminders(self)
        self.missing = Missing(thread)
        self.private_screens = PrivateScreens(self)
        self.acts = Acts(self)
        self.interactions = Interactions(self)
        self.openings = Openings()
        self.threads = RoundThreads(self)
        self.opening = Opening(self)
        self.challenges = ChallengePanel(self.opening, self.servers)
        self.first_page = FirstPage(self, daily=settings.daily == "on")
        self.controls = Controls()
        self.switches: dict[str, MemberSwitch] = {}

        def is_answering() -> bool:
            return bool(self.under_way)

        self.ticks = Ticks(self.is_ready, is_answering, self.background_faults)
        self.idle = IdleTime(is_answering)

    async def setup_hook(self) -> None:
        """Load cogs and commands once, before Discord sends anything; emoji may follow later."""
        log.info("invite the bot to a server: %s", invite(self.application_id or 0))
        if self.application is not None:  # Discord sent it when the bot logged in
            self.board.hosts = hosts_of(self.application)
        await self.live.begin(discord.utils.utcnow())
        await self.tree.set_translator(CommandTranslator())
        for cog in COGS:
            await self.load_extension(cog)
        self.ticks.start()
        await self.missing.load()
        self._loading_emoji = asyncio.create_task(self._load_emoji())
        self._clears_commands = await command_sync.sync(
            self.tree,
            self.live.storage,
            self.application_id or 0,
            self.command_ids,
        )

    def _renew_emoji(self) -> None:
        """Fetch the emoji again after Discord has refused one, and not at once a second time."""
        self.board.forget_drawings()
        before = self._loading_emoji

        async def again() -> None:
            if before is not None:
                await asyncio.wait({before})
            await asyncio.sleep(max(0.0, self._renew_emoji_at - time.monotonic()))
            self._renew_emoji_at = time.monotonic() + RENEW_EMOJI_SECONDS
            await self._load_emoji()

        self._loading_emoji = asyncio.create_task(again())

    async def _load_emoji(self) -> None:
        """Load the emoji in the background; boards show keycaps until their next drawing."""
        known = len(self.emoji_set.ids)
        await self.emoji_set.load(self)
        if len(self.emoji_set.ids) != known:
            self.board.forget_drawings()
        await self.emoji_set.load_animated(self)

    def holds(self, guild: int | None) -> bool:
        """Return whether this process answers for a server (None: for direct messages)."""
        return self.held_shards.hold(guild)

    @property
    def does_shared_work(self) -> bool:
        """Whether this process does what must happen once for all of them: it holds shard 0."""
        return self.holds(None)

    @property
    def held_shards(self) -> Shards:
        """The shards of this process; it holds all servers if their number is not yet known."""
        if self.shard_count is None:
            return ALL_SERVERS
        ids = range(self.shard_count) if self.shard_ids is None else self.shard_ids
        return Shards(self.shard_count, tuple(ids))

    @property
    def part_of_shards(self) -> float:
        """The part of all shards that this process holds, above 0 and at most 1."""
        return len(self.held_shards.ids) / self.held_shards.count

    async def on_ready(self) -> None:
        """Log that the bot is ready.

        After its commands were sent, remove those that an earlier program has left on servers.
        """
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        if self._clears_commands:
            self._clears_commands = False
            await command_sync.clear(self, self.requests, [guild.id for guild in self.guilds])

    async def close(self) -> None:
        """Leave the gateway, answer the interactions under way, then close HTTP and the storage.

        Pending analyses are answered with the notice that the bot restarts.
        """
        if self._stopping:
            return
        self._stopping = True
        leaving = asyncio.gather(
            *(shard.disconnect() for shard in self.shards.values()), return_exceptions=True
        )
        try:
            await asyncio.to_thread(self.live.stop_analyses)
            await self.interactions.finish(FINISH_SECONDS)
            await self.requests.stop()
            await asyncio.wait({leaving}, timeout=LEAVE_SECONDS)
            self.ticks.stop()
            if self._loading_emoji is not None:
                self._loading_emoji.cancel()
            await super().close()
        finally:
            await asyncio.to_thread(self.live.close)
            self.storage.close()
