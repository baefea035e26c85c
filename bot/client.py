"""The Discord client: opens storage and table, loads the cogs by name, closes in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from datetime import timedelta
from importlib import import_module
from typing import Any

import aiohttp
import discord
from discord.ext import commands

from bot.config import Settings
from bot.emoji import EmojiBook
from bot.luck import DiceCup
from bot.storage import Storage
from bot.storage.errors import Busy, StorageFault, Unreachable
from bot.table import Pace, Table
from bot.words import Plain, speak
from bot.worker import Worker
from rules.engine import Luck

log = logging.getLogger(__name__)

LATER, MISTAKEN = 1, 2
"""The exit codes: where starting again may help, and where the host has to mend something."""

COGS = (
    "cogs.tongue",
    "cogs.controls",
    "cogs.errors",
    "cogs.game",
    "cogs.help",
    "cogs.odds",
    "cogs.admin",
    "cogs.clock",
)


class DicePokerBot(commands.AutoShardedBot):
    """The bot: its table, worker, board and desk, for the cogs to use.

    It needs the intent `guilds` alone and keeps neither members nor messages.
    The storage is opened by the caller and closed by `close`.
    """

    def __init__(
        self,
        storage: Storage,
        settings: Settings,
        *,
        luck: Luck | None = None,
        emoji: EmojiBook | None = None,
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
        nudge = timedelta(seconds=settings.nudge_seconds) or None
        self.settings = settings
        self.language = settings.language or None
        self.storage = storage
        self.worker = Worker(storage)
        self.table = Table(luck or DiceCup(), Pace(timedelta(minutes=settings.turn_minutes), nudge))
        # The cogs know Discord and this module loads them by name: so also their desk.
        desk, board = import_module("cogs.desk"), import_module("cogs.board")
        self.board: Any = board.Board(self, self.worker, emoji or EmojiBook())
        self.desk: Any = desk.Desk(self.table, self.worker, self.board)

    async def setup_hook(self) -> None:
        """Load cogs, emoji and commands once, before Discord sends anything."""
        for cog in COGS:
            await self.load_extension(cog)
        await self.board.emoji.load(self)
        await import_module("cogs.sync").sync(self, self.settings.development_server)

    def holds(self, guild: int | None) -> bool:
        """Whether this process answers for a server (None: for direct messages)."""
        if self.shard_ids is None or self.shard_count is None:
            return True
        return (0 if guild is None else (guild >> 22) % self.shard_count) in self.shard_ids

    async def on_ready(self) -> None:
        """Tell the host that the bot can be played with."""
        log.info("ready as %s on %d servers", self.user, len(self.guilds))

    async def close(self) -> None:
        """Stop the clock, leave Discord, finish what is under way, close the storage."""
        if self.is_closed():
            return
        await super().close()
        await asyncio.to_thread(self.worker.close)
        self.storage.close()


def run(settings: Settings) -> int:
    """Run the bot until it is stopped; return the exit code.

    What keeps it from running (storage, token, network) is one line on standard error, and
    `MISTAKEN`, or `LATER` where nothing but time may be needed.
    """
    _log_to_standard_error(settings.log_level)
    # Voice is not used, so that its packages are missing is no warning for a host.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        storage = Storage.open(settings.database_url)
    except StorageFault as fault:
        code = LATER if isinstance(fault, Busy | Unreachable) else MISTAKEN
        return _fault(speak(fault.text, "en", Plain()), code)
    try:
        return asyncio.run(_run(DicePokerBot(storage, settings), settings))
    finally:
        storage.close()


def _log_to_standard_error(level: str) -> None:
    """Write the log, in colours only where a terminal shows them: never into a pipe or file."""
    shape = discord.utils.MISSING  # discord.py writes colours inside a container, always
    if not sys.stderr.isatty():
        shape = logging.Formatter(
            "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
        )
    discord.utils.setup_logging(formatter=shape, level=logging.getLevelName(level))


async def _run(bot: DicePokerBot, settings: Settings) -> int:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            loop.add_signal_handler(name, stopped.set)
    playing = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
    waiting = asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            log.info("stopping")
            await bot.close()
        await playing
    except discord.LoginFailure:
        return _fault(
            "DISCORD_TOKEN is not accepted by Discord. Make a new token in the Developer Portal "
            "(your application, Bot, Reset Token) and put it into .env."
        )
    except discord.PrivilegedIntentsRequired:
        return _fault("Discord refuses the connection. Make a new application and token.")
    except (aiohttp.ClientConnectionError, TimeoutError, OSError) as error:
        return _fault(
            f"Discord cannot be reached ({type(error).__name__}). "
            "Check the network of this machine, then start the bot again.",
            LATER,
        )
    except discord.ConnectionClosed as error:
        return _fault(
            f"Discord closed the connection ({error.code}). If SHARDS is set, leave it empty or "
            "raise it; then start the bot again.",
            LATER,
        )
    except discord.HTTPException as error:
        if isinstance(error, discord.Forbidden | discord.NotFound) and settings.development_server:
            return _fault(
                "The bot may not bring its commands to the server in DEVELOPMENT_SERVER: invite it "
                "there, correct the id, or leave it empty."
            )
        return _fault(
            f"Discord answered {error.status} while the bot was starting. Try again in a minute.",
            LATER,
        )
    finally:
        waiting.cancel()
        await bot.close()
    return 0


def _fault(line: str, code: int = MISTAKEN) -> int:
    sys.stderr.write(f"dice-poker: {line}\n")
    return code
