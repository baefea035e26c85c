"""A stop at any moment of a start: exit code 0, soon, without a word above INFO."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import discord
import pytest
import yarl
from aiohttp import web

from bench.local_discord.server import LocalDiscord, Reply
from bot.commands.health.notify import Supervisor
from bot.commands.run import command as running
from bot.commands.run.command import HostedBot
from bot.config import Config
from bot.storage.database import Storage

ROOT = Path(__file__).parents[4]
SOON_SECONDS = 10.0
"""How long a stop may take, which takes a third of a second where the machine is not busy."""

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")


class HeldDiscord(LocalDiscord):
    """A Discord that leaves a kind of request, such as `GET */emojis`, without an answer.

    `reached` is set once it has come.
    """

    def __init__(self, kind: str, guilds: int) -> None:
        super().__init__(guilds, 1)
        self.kind = kind
        self.reached = asyncio.Event()

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if fnmatch(f"{request.method} {request.path}", self.kind):
            self.reached.set()
            await self._let_go.wait()
            return web.Response(status=503)
        if self.kind == "refused" and request.path.startswith("/api"):
            asyncio.get_running_loop().call_later(0.1, self.reached.set)
            return web.Response(status=429, text="<html>", headers={"Retry-After": "900"})
        return await super()._serve(request)


@asynccontextmanager
async def at_moment(moment: str) -> AsyncIterator[HeldDiscord]:
    """Serve a Discord whose `reached` is set at a moment of a start."""
    async with HeldDiscord(moment, guilds=300 if moment == "servers" else 3) as served:
        gateway, greet, tell = served.gateway, served.gateway._greet, served.gateway.tell
        if moment == "no greeting":
            gateway.silent = True
            serve = gateway.serve

            async def unheard(request: web.BaseRequest) -> web.WebSocketResponse:
                asyncio.get_running_loop().call_later(0.1, served.reached.set)
                return await serve(request)

            gateway.serve = unheard  # type: ignore[method-assign]
        elif moment == "no session":

            async def not_greeted(*_: Any) -> None:
                served.reached.set()

            gateway._greet = not_greeted  # type: ignore[method-assign]
        elif moment == "servers":

            def told(guild: Any) -> str:
                if guild is gateway.guilds[150]:
                    served.reached.set()
                return tell(guild)

            gateway.tell = told
        elif moment in ("all servers", "reconnecting"):

            async def greeted(*given: Any) -> None:
                await greet(*given)
                if moment == "reconnecting":
                    served.kind = "GET /"
                    await gateway.reconnect()
                else:
                    served.reached.set()

            gateway._greet = greeted  # type: ignore[method-assign]
        elif moment == "few sessions":
            told_of_it = json.loads(served._gateway().text)
            few_left = {"total": 100, "remaining": 99, "reset_after": 86_400_000}
            told_of_it["session_start_limit"] |= few_left

            def few() -> Reply:
                asyncio.get_running_loop().call_later(0.1, served.reached.set)
                return Reply(200, json.dumps(told_of_it))

            served._gateway = few  # type: ignore[method-assign]
        yield served


MOMENTS = [
    *("GET */users/@me", "refused", "no greeting", "all servers"),
    *(
        pytest.param(moment, marks=pytest.mark.slow)
        for moment in (
            "GET */oauth2/applications/@me",
            "GET */emojis",
            "PUT */commands",
            "GET */gateway/bot",
            "few sessions",
            "GET /",
            "no session",
            "servers",
            "reconnecting",
            "GET */guilds/*/commands",
            "POST */emojis",
        )
    ),
]


@posix
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_stop_at_any_moment_of_a_start_is_quiet(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    moment: str,
) -> None:
    loop = asyncio.get_running_loop()
    loop.set_debug(True)  # what is not closed is told, as by `python -X dev`
    loop.slow_callback_duration = 60
    caplog.set_level(logging.DEBUG)
    async with at_moment(moment) as served:
        monkeypatch.setattr(discord.http.Route, "BASE", served.api)
        url = yarl.URL(served.gateway_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
        with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
            settings = Config(discord_token=served.token)
            bot = HostedBot(storage, settings)
            running_bot = asyncio.create_task(running._run(bot, settings, Supervisor({})))
            async with asyncio.timeout(30):
                await served.reached.wait()
            logged = len(caplog.records)
            os.kill(os.getpid(), signal.SIGTERM)
            async with asyncio.timeout(SOON_SECONDS):
                await running_bot
            del bot
    told = [one.getMessage() for one in caplog.records[logged:] if one.levelno > logging.INFO]
    assert told == []


HOLDER = """
import sys
from bot.storage.database import Storage
with Storage.open(sys.argv[1]) as storage:
    storage.process_lock(None).acquire(0)
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """A database that another process holds."""
    address = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, address],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield address
        process.kill()


@posix
@pytest.mark.parametrize(
    "name", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_stop_before_the_bot_is_made_is_quiet(
    tmp_path: Path, url: str, name: signal.Signals
) -> None:
    """It waits for the lock of another process."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": url}
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "run"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        env={**environment, "DISCORD_TOKEN": "a.b.c"},
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "waiting for another process of this bot to end" in process.stderr.readline()
        started = time.monotonic()
        process.send_signal(name)
        assert process.communicate(timeout=SOON_SECONDS)[1] == ""
        assert process.returncode == 0
        assert time.monotonic() - started < SOON_SECONDS


STOPPED_WAIT = """
import os, signal, time
from bot.commands import signals
wait = os.waitpid
def wait_and_stop(child, options):
    os.waitpid = wait
    os.kill(os.getpid(), signal.SIGTERM)
    return wait(child, options)
os.waitpid = wait_and_stop
with signals.exit_on_signals():
    child = os.fork()
    if not child:
        time.sleep(60)
        os._exit(1)
    with signals.exit_on_signals(child):
        os.waitpid(child, 0)
"""


@posix
def test_a_stop_ends_the_process_that_migrates(tmp_path: Path) -> None:
    """Its output would stay open, were it left behind."""
    run = [sys.executable, "-c", STOPPED_WAIT]
    ended = subprocess.run(run, cwd=ROOT, capture_output=True, check=False, timeout=SOON_SECONDS)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
