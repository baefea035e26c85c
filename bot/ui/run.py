"""The bot as a process: its log, its signals, and the exit code it ends with."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys

import aiohttp
import discord

from bot.config import Settings
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, fail
from bot.language.render import PlainRenderer, render
from bot.storage import Storage
from bot.storage.errors import Busy, StorageFault, Unreachable
from bot.ui.client import DicePokerBot

log = logging.getLogger(__name__)


def run(settings: Settings) -> int:
    """Run the bot until it is stopped; return the exit code.

    What keeps it from running (storage, token, network) is one line on standard error, and
    `MISTAKEN`, or `EXIT_RETRY` where nothing but time may be needed.
    """
    log_to_standard_error(settings.log_level)
    # Voice is not used, so that its packages are missing is no warning for a host.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("alembic").setLevel(logging.WARNING)
    try:
        storage = Storage.open(settings.database_url)
    except StorageFault as fault:
        code = EXIT_RETRY if isinstance(fault, Busy | Unreachable) else EXIT_MISTAKE
        return fail(render(fault.text, "en", PlainRenderer()), code=code)
    try:
        return asyncio.run(_run(DicePokerBot(storage, settings), settings))
    finally:
        storage.close()


def log_to_standard_error(level: str) -> None:
    """Write the log, in colours only where a terminal shows them: never into a pipe or file."""
    formatter = discord.utils.MISSING  # discord.py writes colours inside a container, always
    if not sys.stderr.isatty():
        formatter = logging.Formatter(
            "[{asctime}] [{levelname:<8}] {name}: {message}", "%Y-%m-%d %H:%M:%S", style="{"
        )
    discord.utils.setup_logging(formatter=formatter, level=logging.getLevelName(level))


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
        return fail(
            "DISCORD_TOKEN is not accepted by Discord. Make a new token in the Developer Portal "
            "(your application, Bot, Reset Token) and put it into .env."
        )
    except discord.PrivilegedIntentsRequired:
        return fail("Discord refuses the connection. Create a new application and use its token.")
    except (aiohttp.ClientConnectionError, TimeoutError, OSError) as error:
        return fail(
            f"Discord cannot be reached ({type(error).__name__}). "
            "Check the network of this machine, then start the bot again.",
            code=EXIT_RETRY,
        )
    except discord.ConnectionClosed as error:
        return fail(
            f"Discord closed the connection ({error.code}). If SHARDS is set, leave it empty or "
            "raise it; then start the bot again.",
            code=EXIT_RETRY,
        )
    except discord.HTTPException as error:
        if isinstance(error, discord.Forbidden | discord.NotFound) and settings.development_server:
            return fail(
                "The bot may not register commands on the server in DEVELOPMENT_SERVER: invite it "
                "there, correct the id, or leave it empty."
            )
        return fail(
            f"Discord answered {error.status} while the bot was starting. Try again in a minute.",
            code=EXIT_RETRY,
        )
    finally:
        waiting.cancel()
        await bot.close()
    return EXIT_OK
