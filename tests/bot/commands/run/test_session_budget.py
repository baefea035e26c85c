"""Sessions with Discord are few: how long a start waits, and what a bot does that may not go on."""

from __future__ import annotations

import os
import signal
import time
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import discord
import pytest
import yarl

from bot import cli
from bot.commands.health import probe
from bot.commands.run import command as running
from bot.commands.run.command import HostedBot
from bot.commands.run.session_budget import FEW, seconds_to_wait
from bot.config import Config
from bot.storage.database import Storage
from bot.ui import command_sync
from bot.ui.figures import SESSIONS
from served import free_port
from standin_discord import TOKEN, standin

DAY = 86_400.0


pytestmark = pytest.mark.usefixtures("quiet")


def test_nobody_waits_while_there_are_many() -> None:
    assert [seconds_to_wait(left, DAY) for left in (1000, 500, FEW)] == [0, 0, 0]


def test_the_fewer_are_left_the_longer_it_waits() -> None:
    waits = [seconds_to_wait(left, DAY) for left in range(FEW - 1, -1, -1)]
    assert waits == sorted(waits)
    assert waits[0] > 60
    assert waits[-1] == DAY, "with none left it waits until there are some"


@pytest.mark.parametrize("shards", [1, 4])
def test_a_bot_that_ends_at_once_for_ever_does_not_use_them_up(shards: int) -> None:
    left, day = 1000, DAY
    while day > 0:
        seconds = seconds_to_wait(left, day, shards)
        day -= seconds + 30  # a service waits half a minute
        if day > 0:
            left -= shards
    assert left >= 0


class Gateway:
    """What Discord says of the sessions that are left."""

    def __init__(self, left: int) -> None:
        self.left = left
        self.asked = 0

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, Any]]:
        self.asked += 1
        limits = {"total": 1000, "remaining": self.left, "reset_after": 3_600_000}
        return 3, "wss://gateway.discord.gg", {**limits, "max_concurrency": 1}


@pytest.mark.parametrize(("left", "waits"), [(500, 0), (120, 90)])
async def test_the_bot_asks_before_it_connects_and_says_that_it_waits(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    left: int,
    waits: int,
) -> None:
    gateway, waited, connected = Gateway(left), [], []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async def connect(self: HostedBot, *, reconnect: bool = True) -> None:
        connected.append(self.shard_count)

    monkeypatch.setattr(discord.AutoShardedClient, "connect", connect)
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        bot = HostedBot(storage, Config())
        monkeypatch.setattr(bot.http, "get_bot_gateway", gateway.get_bot_gateway)
        monkeypatch.setattr(running.asyncio, "sleep", sleep)
        await bot.connect()
        bot.stop_threads()
    assert (gateway.asked, connected) == (1, [3]), "discord.py need not ask once more"
    assert waited == ([waits] if waits else [])
    assert [f"{left} more sessions" in one.getMessage() for one in caplog.records] == [True] * bool(
        waits
    )


async def test_figures_tell_the_sessions_that_were_used(tmp_path: Path) -> None:
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        bot = HostedBot(storage, Config())
        await bot.on_shard_connect(0)
        await bot.on_shard_resumed(0)
        await bot.on_shard_resumed(0)
        used = {
            kind: bot.figures.registry.get_sample_value(
                "dice_poker_gateway_sessions_total", {"kind": kind}
            )
            for kind in SESSIONS
        }
        assert used == {"new": 1, "resumed": 2}
        bot.stop_threads()


# Where a process that ends is started again


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A Discord that does not know the token; the tokens with which it was asked."""
    asked: list[str] = []

    async def start(self: HostedBot, token: str) -> None:
        await self._async_setup_hook()
        asked.append(token)
        raise discord.LoginFailure

    monkeypatch.setattr(HostedBot, "start", start)
    return asked


def chosen(folder: Path, **more: Any) -> Config:
    given = {"discord_token": "a.b.c", "shards": 1, "log_level": "CRITICAL", **more}
    return Config(database_url=f"sqlite:///{folder / 'rounds.sqlite3'}", **given)


def test_a_container_stays_unready_and_leaves_discord_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    refused: list[str],
) -> None:
    port = free_port()
    seen: list[tuple[int, Any]] = []
    monkeypatch.setenv("HEALTH_PORT", str(port))

    def watch() -> None:
        while "DISCORD_TOKEN" not in probe.fault("127.0.0.1", port, ready=True):
            time.sleep(0.02)
        for path in ("/healthz", "/readyz", "/metrics"):
            asked = HTTPConnection("127.0.0.1", port, timeout=10)
            asked.request("GET", path)
            answer = asked.getresponse()
            seen.append((answer.status, answer.read().decode()))
            asked.close()
        seen.append((cli.main(["health"]), cli.main(["health", "--ready"])))
        os.kill(os.getpid(), signal.SIGTERM)

    config = chosen(tmp_path, health_port=("127.0.0.1", port))
    watching = Thread(target=watch, daemon=True)
    watching.start()
    assert running.run(config, stays=True) == 2
    watching.join(timeout=10)
    alive, ready, figures, probed = seen
    assert alive[0] == 200, "a restart would use up sessions and mend nothing"
    assert "DISCORD_TOKEN is not accepted" in alive[1]
    assert ready[0] == 503
    assert "DISCORD_TOKEN is not accepted" in ready[1]
    assert "dice_poker_ready 0.0" in figures[1]
    assert probed == (1, 1), "unhealthy, in the list of containers"
    assert refused == ["a.b.c"], "once"
    assert "Reset Token" in capsys.readouterr().err


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
def test_a_connection_that_is_closed_for_good_ends_the_bot_after_one_identify(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    code: int,
) -> None:
    """discord.py's own gateway meets a server that closes with this code."""

    async def sync(*_: Any) -> bool:
        return False

    monkeypatch.setattr(command_sync, "sync", sync)
    with standin() as served:
        served.closes_with = code
        monkeypatch.setattr(discord.http.Route, "BASE", served.api)
        gateway = yarl.URL(f"{served.api}/gateway".replace("http", "ws"))
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        assert running.run(chosen(tmp_path, discord_token=TOKEN)) == 2
        assert served.identified == 1
    told = capsys.readouterr().err
    assert told.startswith("dice-poker: ")
    assert f"({code})" in told
    assert told.count("\n") == 1
    assert TOKEN not in told


def test_elsewhere_the_process_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: list[str]
) -> None:
    monkeypatch.setattr(running, "stay", lambda *_: pytest.fail("it stays"))
    assert running.run(chosen(tmp_path)) == 2
    assert refused == ["a.b.c"]


def test_what_time_may_mend_is_no_reason_to_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(self: HostedBot, token: str) -> None:
        await self._async_setup_hook()
        raise discord.GatewayNotFound

    monkeypatch.setattr(HostedBot, "start", start)
    monkeypatch.setattr(running, "stay", lambda *_: pytest.fail("it stays"))
    assert running.run(chosen(tmp_path), stays=True) == 1
