"""HTTPS_PROXY: everything that is asked of Discord goes through it, and its faults are one line."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import discord as library
import pytest
import yarl
from aiohttp import web

from bench.local_discord.players import Player
from bench.local_discord.server import LocalDiscord
from bot import cli
from bot.commands.doctor import application, visit
from bot.commands.health import probe
from bot.commands.health.server import HealthServer
from bot.commands.run import command as running
from bot.commands.run.command import HostedBot
from bot.commands.run.log_output import set_up
from bot.commands.run.stopped import StoppedBot
from bot.commands.setup import dialogue
from bot.config import Config, load, read_settings
from bot.storage.database import Storage
from bot.ui import away
from open_proxy import SECRET, open_proxy
from served import free_port
from simulated import until
from standin_discord import TOKEN, Standin

HTTPS_API = "https://discord.invalid/api/v10"
"""An address that only a proxy can find; aiohttp asks for it by CONNECT."""


pytestmark = pytest.mark.usefixtures("folder")


def config(folder: Path, proxy: str, **given: Any) -> Config:
    url = f"sqlite:///{folder / 'rounds.sqlite3'}"
    return Config(database_url=url, discord_token=TOKEN, https_proxy=proxy, **given)


def pipe(monkeypatch: pytest.MonkeyPatch, typed: str = f"{TOKEN}\n") -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(typed))


def one_line(told: str) -> str:
    assert told.count("\n") == 1, told
    return told.rstrip("\n")


def address(port: int, user: str = f"me:{SECRET}@") -> str:
    return f"http://{user}127.0.0.1:{port}"


# All goes through it


class StrictDiscord(LocalDiscord):
    """A Discord that refuses what does not come by the proxy."""

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if "Via" not in request.headers:
            return web.Response(status=400)
        return await super()._serve(request)


async def test_rest_gateway_answers_and_emoji_go_through_the_proxy(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_proxy(user="me") as proxy:
        async with StrictDiscord(guilds=1, channels=1) as served:
            monkeypatch.setattr(library.http.Route, "BASE", served.api)
            url = yarl.URL(served.gateway_url)
            monkeypatch.setattr(library.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
            settings = config(folder, address(proxy.port), log_level="DEBUG")
            set_up(settings)
            with Storage.open(settings.database_url) as storage:
                bot = HostedBot(storage, settings)
                starting = asyncio.create_task(bot.start(served.token))
                await until(bot.is_ready)
                player = Player(served, served.places[0], strict=True)
                assert (await player.step()).fault is None
                await until(lambda: bool(served.application.emoji))
                await bot.close()
                await starting
    told = "\n".join(proxy.asked)
    at = f"http://127.0.0.1:{served.port}"
    assert f"GET {at}/api/v10/users/@me HTTP/1.1" in told
    assert f"PUT {at}/api/v10/applications/{served.application_id}/commands " in told
    assert f"POST {at}/api/v10/applications/{served.application_id}/emojis " in told
    assert f"POST {at}/api/v10/interactions/" in told
    assert any("/?v=10&encoding=json" in line for line in proxy.asked), "the gateway"
    log = capsys.readouterr().err
    assert "GET http" in log
    assert not any(secret in log for secret in ("h@sh", SECRET, proxy.wants))


def test_setup_and_doctor_go_through_the_proxy_and_doctor_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    with open_proxy(user="me") as proxy:
        Path(".env").write_text(f"HTTPS_PROXY={address(proxy.port)}\n")
        pipe(monkeypatch)
        assert dialogue.run(discord.api) == 0
        asked = [f"{method} {discord.api}{path} HTTP/1.1" for method, path in discord.asked]
        assert proxy.asked == asked
        capsys.readouterr()
        assert visit.visit(discord.api) == 0
        assert len(proxy.asked) == len(discord.asked) > len(asked)
    told = capsys.readouterr().out
    assert f"ok     proxy: requests go through {address(proxy.port, user='')}\n" in told


def test_without_one_the_doctor_says_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], discord: Standin
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("HTTPS_PROXY", address(1))
    monkeypatch.setenv("no_proxy", "localhost, discord.com")
    assert visit.visit(discord.api) == 0
    assert "proxy" not in capsys.readouterr().out


async def test_the_health_of_the_bot_is_asked_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, address(1))
    server, port = HealthServer(StoppedBot("")), free_port()
    await server.start("127.0.0.1", port)
    assert await asyncio.to_thread(probe.fault, "127.0.0.1", port, ready=False) == ""
    await server.close()


# Its faults


FAULTS = [
    (407, 2, "wants another user and password (407): write them into HTTPS_PROXY, as http://"),
    (403, 1, "does not let the bot reach Discord (403): have it allow discord.com and"),
    (502, 1, "does not let the bot reach Discord (502)"),
    (0, 1, "cannot be reached (Connection refused): check HTTPS_PROXY and the network"),
]
"""The status with which a proxy answers (0: there is none), the exit code, and what is told."""


@pytest.fixture(params=FAULTS, ids=lambda fault: fault[0])
def faulty(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, int, str]]:
    """A proxy with a fault: its address, the exit code, and what is told."""
    status, code, told = request.param
    monkeypatch.setattr(library.http.Route, "BASE", HTTPS_API)
    with open_proxy(status or 200) as proxy:
        port = proxy.port if status else free_port()
        monkeypatch.setenv("https_proxy", address(port))
        yield address(port), code, f"{address(port, user='')} {told}"


def without_secrets(told: str) -> str:
    assert not any(secret in told for secret in ("h@sh", SECRET, "me:"))
    return told


def test_a_fault_of_the_proxy_is_one_line_of_the_bot(
    folder: Path, capsys: pytest.CaptureFixture[str], faulty: tuple[str, int, str]
) -> None:
    proxy, code, told = faulty
    assert running.run(config(folder, proxy, log_level="WARNING")) == code
    line = one_line(without_secrets(capsys.readouterr().err))
    assert line.startswith(f"dice-poker: the proxy {told}")


def test_a_fault_of_the_proxy_is_one_line_of_setup(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    faulty: tuple[str, int, str],
) -> None:
    pipe(monkeypatch)
    assert dialogue.run(HTTPS_API) == faulty[1]
    line = one_line(without_secrets(capsys.readouterr().err))
    assert line.startswith(f"dice-poker: proxy: {faulty[2]}")
    assert not Path(".env").exists()


def test_a_fault_of_the_proxy_is_a_finding_of_the_doctor(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    faulty: tuple[str, int, str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert visit.visit(HTTPS_API) == faulty[1]
    level = {1: "away ", 2: "fault"}[faulty[1]]
    (line,) = (
        line for line in without_secrets(capsys.readouterr().out).splitlines() if "proxy:" in line
    )
    assert line.startswith(f"{level}  proxy: {faulty[2]}")


def test_a_proxy_without_an_answer_is_named(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    discord: Standin,
) -> None:
    monkeypatch.setattr(application, "ASK_SECONDS", 0.3)
    monkeypatch.setattr(away, "SILENT_SECONDS", 0.3)
    discord.silent_for, discord.portal = 1.0, ("text/html", b"<html>")
    with open_proxy() as proxy:
        shown = address(proxy.port, user="")
        monkeypatch.setenv("HTTPS_PROXY", shown)
        pipe(monkeypatch)
        assert dialogue.run(discord.api) == 1
        assert f"check the proxy {shown} and the network" in one_line(capsys.readouterr().err)
        assert running.run(config(folder, shown, log_level="WARNING")) == 1
        silent, _ = capsys.readouterr().err.splitlines()
        assert f"check the proxy {shown} and the network" in silent


async def test_no_line_of_the_log_repeats_its_password(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asyncio logs what nobody caught as `repr` writes it, with all headers of the request."""
    for chosen in ("text", "json"):
        with open_proxy(407, user="me") as proxy:
            for port in (proxy.port, free_port()):
                settings = config(folder, address(port), log_level="DEBUG", log_format=chosen)
                set_up(settings)
                with pytest.raises(aiohttp.ClientError) as refused:
                    async with application.open_api(settings, HTTPS_API) as api:
                        await api.get("/users/@me")
                if port == proxy.port:
                    assert SECRET in str(refused.value)
                    assert proxy.wants in repr(refused.value)
                logging.getLogger("asyncio").error("%r", refused.value, exc_info=refused.value)
        log = capsys.readouterr().err
        assert "ClientProxyConnectionError" in log
        assert not any(secret in log for secret in ("h@sh", SECRET, proxy.wants, "Bot M"))


@pytest.mark.parametrize(
    "faulty_address",
    [
        "http://",
        f"http://me:{SECRET}@:3128",
        f"socks5://me:{SECRET}@proxy:1080",
        f"http://me:{SECRET}/x@proxy:3128",
        f"http://me:{SECRET}@proxy:port",
        "http://me:€@proxy:3128",
        f"http://me%3A:{SECRET}@proxy:3128",
        f"http://me:{SECRET}@proxy:3128/path",
        f"http://me:#{SECRET}@proxy:3128",
    ],
)
@pytest.mark.parametrize("command", ["run", "setup", "doctor"])
def test_a_faulty_address_is_one_line_that_holds_no_password(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    faulty_address: str,
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("HTTPS_PROXY", faulty_address)
    pipe(monkeypatch)
    assert cli.main([command]) == 2
    written = capsys.readouterr()
    told = one_line(written.out if command == "doctor" else written.err)
    assert told.endswith(
        "HTTPS_PROXY must be an address such as http://proxy:3128 or "
        "http://user:password@proxy:3128, or empty."
    )


@pytest.mark.parametrize(
    ("given", "read", "shown"),
    [
        ("http://proxy:3128", "http://proxy:3128", "http://proxy:3128"),
        ("proxy:3128", "http://proxy:3128", "http://proxy:3128"),
        ("HTTPS://proxy:3128/", "https://proxy:3128", "https://proxy:3128"),
        ("http://me:a@b@[::1]:3128", "http://me:a%40b@[::1]:3128", "http://[::1]:3128"),
    ],
)
def test_an_address_is_read_as_other_programs_read_it(given: str, read: str, shown: str) -> None:
    assert read_settings({"HTTPS_PROXY": given}) == ({"HTTPS_PROXY": read}, {})
    assert Config(https_proxy=read).proxy == shown
    assert "a%40b" not in repr(Config(https_proxy=read))


@pytest.mark.parametrize(
    ("names", "used"),
    [
        ("", True),
        ("localhost,127.0.0.1", True),
        (".discord.com", False),
        ("discord.com:443", False),
        ("*", False),
    ],
)
def test_no_proxy_is_followed_in_the_environment_and_in_the_file(names: str, used: bool) -> None:
    Path(".env").write_text(f"HTTPS_PROXY=http://proxy:3128\nNO_PROXY={names}\n")
    settings = load(needs_token=False)
    assert bool(settings.https_proxy) is used
    assert settings.not_read == ""
