"""A gateway that falls silent or ends the session: discord.py connects again, and the bot plays on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
import yarl

from bench.local_discord.players import Player
from bench.local_discord.server import LocalDiscord
from bot.commands.health.notify import Supervisor
from bot.commands.run.command import HostedBot, health_of
from bot.config import Config
from bot.storage.database import Storage
from simulated import until

HEARTBEAT_MILLISECONDS, TIMEOUT_SECONDS = 200, 1.0
"""The interval that the gateway asks for, and the silence after which discord.py leaves it.

Discord asks for 41 seconds, and discord.py waits for 60.
"""


@pytest.fixture
async def served(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    """A local Discord that the bot takes for Discord, with short heartbeats."""
    async with LocalDiscord(guilds=1, channels=1) as served:
        served.gateway.heartbeat_milliseconds = HEARTBEAT_MILLISECONDS
        monkeypatch.setattr(discord.http.Route, "BASE", served.api)
        url = yarl.URL(served.gateway_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
        yield served


@asynccontextmanager
async def hosted(folder: Path, token: str) -> AsyncIterator[HostedBot]:
    """Start a bot as `dice-poker run` does; yield it once it is online."""
    with Storage.open(f"sqlite:///{folder / 'rounds.sqlite3'}") as storage:
        bot = HostedBot(storage, Config(discord_token=token))
        bot._connection.heartbeat_timeout = TIMEOUT_SECONDS  # an option of discord.Client
        starting = asyncio.create_task(bot.start(token))
        try:
            await until(bot.is_ready)
            yield bot
        finally:
            await bot.close()
            await starting


@pytest.mark.slow
async def test_a_bot_whose_gateway_falls_silent_resumes_its_session_and_answers(
    tmp_path: Path, served: LocalDiscord
) -> None:
    gateway = served.gateway
    async with hosted(tmp_path, served.token) as bot:
        health = health_of(bot, Supervisor({}))
        player = Player(served, served.places[0], strict=True)
        assert (await player.step()).fault is None
        assert health.not_ready() == ""
        gateway.silent = True
        await until(lambda: bool(health.not_ready()))
        assert health.not_ready() == "Discord is away (shard 0 not connected)"
        gateway.silent = False
        await until(lambda: not health.not_ready())
        assert (await player.step()).fault is None
    assert gateway.resumed > 0
    assert gateway.begun == 1, "no session was used up"


async def test_a_bot_whose_session_discord_ends_begins_another_and_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, served: LocalDiscord
) -> None:
    gateway = served.gateway
    async with hosted(tmp_path, served.token) as bot:

        async def at_once(*_: object, **__: object) -> None:
            """Discord has a bot wait for five seconds before it begins another session."""

        monkeypatch.setattr(bot, "before_identify_hook", at_once)
        player = Player(served, served.places[0], strict=True)
        assert (await player.step()).fault is None
        gateway.ready.clear()
        await gateway.invalidate()
        await until(gateway.ready.is_set)
        assert gateway.begun == 2
        assert player.playing
        await player.finish()
        assert (await player.step()).fault is None
