"""The bot as a process: its log, its signals, and the exit code it ends with."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import aiohttp
import discord

from bot.commands.health.notify import Supervisor
from bot.commands.run import garbage, log_output
from bot.commands.run.health import Health
from bot.config import Config
from bot.env_file import ENV_FILE, exposure_of
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, fail
from bot.language.render import PlainRenderer, render
from bot.play.client import DicePokerBot
from bot.storage.database import Storage
from bot.storage.errors import Busy, ShardsHeld, StorageFailed, StorageFault, Unreachable

log = logging.getLogger(__name__)

LOCK_SECONDS = 30.0
"""How long to wait for another process that holds the same shards of the database."""

OPENING_SECONDS = 600
"""How much time the service manager gives to open and migrate the database."""

TOKEN_REFUSED = 4004
"""The code with which the gateway closes a connection whose token was revoked."""

REMEDY = (
    "Make a new token in the Developer Portal (your application, Bot, Reset Token) and put it "
    "into your settings (.env, or the file of your service)."
)
"""The remedy for a token that Discord does not accept."""


def run(settings: Config) -> int:
    """Run the bot until it is stopped; return the exit code.

    A fault of the storage, the token or the network is one line on standard error, and
    `EXIT_MISTAKE`, or `EXIT_RETRY` where nothing but time may be needed. A process that holds
    the same shards of the database is waited for.
    """
    log_output.set_up(settings)
    # Voice is not used, so that its packages are missing is no warning for a host.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("alembic").setLevel(logging.WARNING)
    exposed = exposure_of(ENV_FILE)
    if exposed:
        log.warning("%s", exposed)
    manager = Supervisor()
    manager.tell(STATUS="opening the database", EXTEND_TIMEOUT_USEC=OPENING_SECONDS * 1_000_000)
    try:
        with _opened(settings) as storage:
            if storage.danger:
                log.warning("the database: %s", storage.danger)
            with asyncio.Runner(loop_factory=new_loop) as runner:
                return runner.run(_run(_HostedBot(storage, settings), settings, manager))
    except StorageFault as fault:
        again = isinstance(fault, Busy | Unreachable | ShardsHeld)
        sentence = render(fault.text, "en", PlainRenderer())
        return fail(sentence, code=EXIT_RETRY if again else EXIT_MISTAKE)
    except StorageFailed as failure:
        return fail(str(failure), code=EXIT_RETRY)


def new_loop() -> asyncio.AbstractEventLoop:
    """Return an event loop: of uvloop where it is installed, the extra `fast`, else of asyncio."""
    try:
        import uvloop  # noqa: PLC0415 - optional, and nothing but the running bot needs it
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


@contextmanager
def _opened(settings: Config) -> Iterator[Storage]:
    """Open the database and hold the lock of this process.

    It is opened again where a backup was put in its place while the lock was waited for.
    """
    while True:
        with Storage.open(settings.database_url) as storage:
            lock = storage.process_lock(settings.held_shards)
            try:
                lock.acquire(LOCK_SECONDS)
                if storage.in_place:
                    yield storage
                    return
            finally:
                lock.release()


class _HostedBot(DicePokerBot):
    """The bot in a process of its own, which collects garbage by itself once it is set up."""

    async def setup_hook(self) -> None:
        """Load what the bot needs, then collect what that left, before Discord sends anything."""
        await super().setup_hook()
        garbage.collect_from_now_on()


async def _run(bot: DicePokerBot, settings: Config, manager: Supervisor) -> int:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on a loop
            loop.add_signal_handler(name, stopped.set)
    playing = asyncio.create_task(bot.start(settings.discord_token))
    waiting = asyncio.create_task(stopped.wait())
    watching = asyncio.create_task(Health(bot, manager).watch())
    try:
        await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            log.info("stopping")
            manager.tell(STOPPING=1, STATUS="stopping")
            await bot.close()
        await playing
    except discord.LoginFailure:
        return fail(f"DISCORD_TOKEN is not accepted by Discord. {REMEDY}")
    except discord.PrivilegedIntentsRequired:
        return fail("Discord refuses the connection. Create a new application and use its token.")
    except (aiohttp.ClientConnectionError, TimeoutError, OSError) as error:
        return fail(
            f"Discord cannot be reached ({type(error).__name__}). "
            "Check the network of this machine, then start the bot again.",
            code=EXIT_RETRY,
        )
    except discord.ConnectionClosed as error:
        if error.code == TOKEN_REFUSED:
            return fail(f"DISCORD_TOKEN was revoked while the bot was running. {REMEDY}")
        return fail(
            f"Discord closed the connection ({error.code}). If SHARDS is set, leave it empty or "
            "raise it; then start the bot again.",
            code=EXIT_RETRY,
        )
    except discord.RateLimited as error:
        return fail(
            f"Discord lets this bot start again in {error.retry_after:.0f} seconds. "
            "Wait until then, then start it.",
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
        watching.cancel()
        await asyncio.wait({watching})
        await bot.close()
    return EXIT_OK
