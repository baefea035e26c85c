"""The command `dice-poker run`: the bot as a process, with signals and exit codes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import NoReturn

import aiohttp
import discord

from bot.client import DicePokerBot
from bot.commands.health.notify import Supervisor
from bot.commands.run import garbage, log_output
from bot.commands.run.health import Health
from bot.commands.run.session_budget import seconds_to_wait
from bot.commands.run.stopped import stay
from bot.commands.signals import exit_on_signals, stop_event
from bot.config import ENV_FILE, PORTAL_INSTRUCTIONS, Config, exposure_of
from bot.exit_codes import EXIT_MISTAKE, EXIT_OK, EXIT_RETRY, fail
from bot.storage.copies.remains import refuse_lost
from bot.storage.copies.restored_server import is_known
from bot.storage.database import Storage
from bot.storage.errors import NoDatabase, NotMigrated, StorageFailed, StorageFault
from bot.ui.away import (
    describe_silence,
    refuse_other_answers,
    wait_while_refused,
    wants_password,
)

log = logging.getLogger(__name__)

LOCK_SECONDS = 30.0
"""The seconds to wait for another process with the same shards of the database."""

SWITCH_SECONDS = 0.0005
"""The time that another thread may go on once the event loop has work, a tenth of Python's.

So a press waits less for what is stored in idle time (measured by `bench.discord.press`, at 100 a
second).
"""

LOOK_SECONDS = 0.5
"""The interval at which a process looks whether another one has taken its lock."""

OPENING_SECONDS = 600
"""The time that the service manager allows for opening and migrating the database."""

INTENTS_REFUSED = (
    "Discord refuses the intents of this bot ({code}), though it asks for no privileged one. "
    "Install this version again as it is; if that does not help, create a new application and "
    "use its token."
)

OTHER_SERVER = (
    "a dump was put back, or this is another server of PostgreSQL or an earlier moment of it: stop "
    "every process of the bot, run dice-poker restored, then start them again"
)

CLOSED: Mapping[int, str] = MappingProxyType(
    {
        4004: "DISCORD_TOKEN was revoked, or is not accepted by Discord (4004): "
        f"{PORTAL_INSTRUCTIONS}.",
        4010: "Discord knows no such shard (4010). Correct SHARDS and SHARD_IDS, or leave both "
        "empty.",
        4011: "The bot is on too many servers for its SHARDS (4011). Leave SHARDS and SHARD_IDS "
        "empty, or raise SHARDS.",
        4012: "Discord no longer speaks with this version of the bot (4012). Update it "
        "(docs/hosting.md, Updating).",
        4013: INTENTS_REFUSED.format(code=4013),
        4014: INTENTS_REFUSED.format(code=4014),
    }
)
"""The fault and its remedy, by the code with which the gateway closes a connection finally.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
"""


class FatalError(Exception):
    """Raised to end the bot, with a sentence for the host and the exit code."""

    def __init__(self, message: str, code: int = EXIT_MISTAKE) -> None:
        super().__init__(message)
        self.message, self.code = message, code


def run(settings: Config, *, stays: bool = False) -> int:
    """Run the bot until it is stopped; return the exit code.

    A fault of the storage, the token or the network is one line on standard error, and
    `EXIT_MISTAKE`, or `EXIT_RETRY` if waiting may help. The bot waits for another process with the
    same shards of the database. With `stays`, the process goes on after a mistake, without requests
    to Discord.
    """
    log_output.set_up(settings)
    sys.setswitchinterval(SWITCH_SECONDS)
    # Voice is not used, so the warning about its missing packages is of no use to hosts.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # we tell of a session that is cut
    for warning in filter(None, (exposure_of(ENV_FILE), settings.not_read, settings.unserved)):
        log.warning("%s", warning)
    try:
        _play(settings)
    except FatalError as ended:
        fail(ended.message, code=ended.code)
        if ended.code == EXIT_MISTAKE and stays:
            stay(settings, ended.message)
        return ended.code
    return EXIT_OK


def _play(settings: Config) -> None:
    """Open the database and run the bot on it. Raises FatalError unless the bot was stopped."""
    manager = Supervisor()
    manager.notify(STATUS="opening the database", EXTEND_TIMEOUT_USEC=OPENING_SECONDS * 1_000_000)
    try:
        with _open_and_lock(settings) as storage:
            if storage.danger:
                log.warning("the database: %s", storage.danger)
            if settings.held_shards is not None:
                log.info("shards %s of %s", settings.held_shards, settings.shards)
            asyncio.run(_run(HostedBot(storage, settings), settings, manager))
    except StorageFault as fault:
        code = EXIT_RETRY if fault.passes else EXIT_MISTAKE
        raise FatalError(str(fault), code) from fault
    except StorageFailed as failure:
        raise FatalError(str(failure), EXIT_RETRY) from failure


@contextmanager
def _open_and_lock(settings: Config) -> Iterator[Storage]:
    """Open the database and hold the lock of this process.

    It is opened again if a backup replaced it during the wait for the lock. None is made anew where
    the file of an earlier one is missing.
    """
    while True:
        refuse_lost(settings.database_url, settings.backup_dir)
        with open_migrated(settings.database_url) as storage:
            lock = storage.process_lock(settings.held_shards)
            try:
                lock.acquire(LOCK_SECONDS)
                if storage.in_place:
                    if not is_known(storage):
                        log.warning("%s", OTHER_SERVER)
                    yield storage
                    return
            finally:
                lock.release()


def open_migrated(url: str) -> Storage:
    """Open a database, and migrate it before in a process of its own, whose memory ends with it.

    Where there are no such processes, or it fails, opening migrates here, and tells why it cannot.
    """
    try:
        return Storage.open_existing(url)
    except (NoDatabase, NotMigrated):
        if hasattr(os, "fork"):
            child = os.fork()
            if not child:
                _migrate_and_exit(url)
            with exit_on_signals(child):
                os.waitpid(child, 0)
        return Storage.open(url)


def _migrate_and_exit(url: str) -> NoReturn:
    try:
        with contextlib.suppress(Exception):
            Storage.open(url).close()
        logging.shutdown()
    finally:
        os._exit(0)


class HostedBot(DicePokerBot):
    """The bot in a process of its own.

    It enables garbage collection after its setup, and saves the sessions that Discord allows in a
    day.
    """

    def __init__(self, storage: Storage, settings: Config) -> None:
        super().__init__(storage, settings)
        refuse_other_answers(self.http)
        wait_while_refused(self.http, self.is_ready)
        self._newest_socket: aiohttp.ClientWebSocketResponse | None = None
        self._connect = self.http.ws_connect
        self.http.ws_connect = self._connect_socket  # type: ignore[method-assign]

    async def setup_hook(self) -> None:
        """Load the bot, then collect the garbage of that, before events arrive."""
        await super().setup_hook()
        garbage.resume()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect to the gateway, with a delay if few sessions are left."""
        shards, _, limits = await self.http.get_bot_gateway()
        self.shard_count = self.shard_count or shards
        begun = len(self.shard_ids or range(self.shard_count))
        seconds = seconds_to_wait(limits["remaining"], limits["reset_after"] / 1000, begun)
        if seconds:
            log.warning(
                "Discord allows this bot %d more sessions in the next %.0f minutes: it waits "
                "%.0f seconds before it uses one. Find out why it is started so often",
                limits["remaining"],
                limits["reset_after"] / 60_000,
                seconds,
            )
            await asyncio.sleep(seconds)
        await super().connect(reconnect=reconnect)

    async def _connect_socket(
        self, url: str, *, compress: int = 0
    ) -> aiohttp.ClientWebSocketResponse:
        self._newest_socket = await self._connect(url, compress=compress)
        return self._newest_socket

    async def close(self) -> None:
        """Close all connections; discord.py forgets one that the gateway has not greeted yet."""
        await super().close()
        if self._newest_socket is not None:
            await self._newest_socket.close()

    async def on_shard_connect(self, _: int) -> None:
        """Count a new session of a shard."""
        self.figures.gateway_sessions.labels("new").inc()

    async def on_shard_resumed(self, _: int) -> None:
        """Count a session that a shard has resumed."""
        self.figures.gateway_sessions.labels("resumed").inc()


async def _run(bot: HostedBot, settings: Config, manager: Supervisor) -> None:
    """Run the bot until a signal stops it. Raises FatalError for any other end."""
    stopped = stop_event()
    playing = asyncio.create_task(bot.start(settings.discord_token))
    waiting = asyncio.create_task(stopped.wait())
    losing = asyncio.create_task(_wait_for_lost_lock(bot.storage))
    watching = asyncio.create_task(health_of(bot, manager).watch())
    try:
        await asyncio.wait((playing, waiting, losing), return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()
        else:
            log.info("stopping")
            manager.notify(STOPPING=1, STATUS="stopping")
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        ended = _fatal_error(error, settings.proxy)
        if ended is None:
            raise
        raise ended from error
    finally:
        for task in (playing, waiting, losing, watching):
            task.cancel()
        await asyncio.wait({watching})
        await bot.close()
        await asyncio.gather(playing, return_exceptions=True)
    if bot.storage.lock_lost:
        raise FatalError(bot.storage.lock_lost, EXIT_RETRY)


def health_of(
    bot: DicePokerBot, manager: Supervisor, monotonic: Callable[[], float] = time.monotonic
) -> Health:
    """Return the health of a bot, which `manager` is told; `monotonic` measures seconds."""
    return Health(
        client=bot,
        settings=bot.settings,
        storage=bot.storage,
        stored=bot.stored,
        held=lambda: bot.held_shards,
        figures=bot.figures,
        manager=manager,
        monotonic=monotonic,
    )


async def _wait_for_lost_lock(storage: Storage) -> None:
    """Return once another process has taken the lock of this one."""
    while not storage.lock_lost:  # noqa: ASYNC110 — the storage thread finds out
        await asyncio.sleep(LOOK_SECONDS)


def _fatal_error(error: Exception, proxy: str) -> FatalError | None:
    """Return the message of an error for the host, None for a fault of the bot."""
    match error:
        case _ if wants_password(error):
            return FatalError(f"{describe_silence(error, proxy)}.")
        case discord.LoginFailure():
            return FatalError(f"DISCORD_TOKEN is not accepted by Discord: {PORTAL_INSTRUCTIONS}.")
        case discord.PrivilegedIntentsRequired():
            return FatalError(CLOSED[4014])
        case discord.ConnectionClosed(code=code) if code in CLOSED:
            return FatalError(CLOSED[code])
        case discord.ConnectionClosed(code=code):
            message = f"Discord closed the connection ({code}). Start the bot again."
            return FatalError(message, EXIT_RETRY)
        case discord.HTTPException(status=status):
            message = (
                f"Discord answered {status} while the bot was starting. Try again in a minute."
            )
            return FatalError(message, EXIT_RETRY)
        case discord.GatewayNotFound():
            message = "Discord does not say where its gateway is. Try again in a minute."
            return FatalError(message, EXIT_RETRY)
        case OSError() | aiohttp.ClientError():
            message = f"{describe_silence(error, proxy)}, then start the bot again."
            return FatalError(message, EXIT_RETRY)
    return None
