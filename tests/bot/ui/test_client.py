"""Starting and stopping: a host's faults are one line each, and a signal closes cleanly."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord
import pytest

from bot.config import Settings
from bot.storage import Storage
from bot.ui import client
from bot.ui import run as running
from bot.ui.client import DicePokerBot


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Leave the loggers as they are: `run` sets them up for a process of its own."""
    before = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:], logging.root.level = before[0], before[1]
    logging.getLogger("discord").handlers.clear()


def settings(folder: Path, **given: object) -> Settings:
    url = f"sqlite:///{folder / 'rounds.sqlite3'}"
    return Settings.model_validate(
        {"database_url": url, "discord_token": "a.b.c", "shards": 1, **given}
    )


def answer(status: int) -> SimpleNamespace:
    return SimpleNamespace(status=status, reason="no")


@pytest.mark.parametrize(
    ("fault", "named", "code"),
    [
        (lambda: discord.LoginFailure("401"), "DISCORD_TOKEN", 2),
        (lambda: discord.Forbidden(answer(403), "no"), "DEVELOPMENT_SERVER", 2),
        (lambda: aiohttp.ClientConnectionError("no route"), "cannot be reached", 1),
        (TimeoutError, "cannot be reached", 1),
        (lambda: discord.HTTPException(answer(503), "no"), "503", 1),
        (lambda: discord.ConnectionClosed(SimpleNamespace(close_code=4011), shard_id=0), "4011", 1),
    ],
)
def test_what_keeps_the_bot_from_discord_is_one_line_and_an_exit_code(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    fault: Callable[[], Exception],
    named: str,
    code: int,
) -> None:
    """The code says whether a restart may help: 1, or not: 2."""

    async def start(self: DicePokerBot, token: str) -> None:
        await self._async_setup_hook()  # as `start` does first
        raise fault()

    monkeypatch.setattr(DicePokerBot, "start", start)
    chosen = settings(tmp_path, log_level="CRITICAL", development_server=7)
    assert running.run(chosen) == code
    output = capsys.readouterr()
    assert output.err.startswith("dice-poker: ")
    assert named in output.err
    assert len(output.err.splitlines()) == 1
    assert "a.b.c" not in output.err + output.out


def test_a_database_that_cannot_be_opened_is_one_line_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rounds.sqlite3").write_text("a letter to my grandmother")
    assert running.run(settings(tmp_path, log_level="CRITICAL")) == 2
    output = capsys.readouterr().err
    assert output.startswith("dice-poker: The file ")
    assert "is not a database" in output
    assert len(output.splitlines()) == 1


class Stream(StringIO):
    """Standard error that is a terminal or a pipe."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.mark.parametrize("terminal", [True, False])
@pytest.mark.parametrize("container", [True, False])
def test_the_log_has_colours_in_a_terminal_and_never_in_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, terminal: bool, container: bool
) -> None:
    async def start(self: DicePokerBot, token: str) -> None:
        await self._async_setup_hook()  # as `start` does first
        raise TimeoutError

    error = Stream(terminal=terminal)
    monkeypatch.setattr(DicePokerBot, "start", start)
    monkeypatch.setattr("discord.utils.is_docker", lambda: container)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys, "stderr", error)
    assert running.run(settings(tmp_path, log_level="INFO")) == 1
    log, fault = error.getvalue().splitlines()
    assert "INFO" in log
    assert "database migrated" in log
    assert ("\x1b[" in log) is terminal
    assert fault.startswith("dice-poker: Discord cannot be reached")


@pytest.mark.parametrize("name", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_bot_and_then_the_storage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: signal.Signals
) -> None:
    closed: list[str] = []

    async def start(self: DicePokerBot, token: str) -> None:
        await self._async_setup_hook()  # as `start` does first
        asyncio.get_running_loop().call_soon(os.kill, os.getpid(), name)
        while not self.is_closed():  # noqa: ASYNC110 - as a connection does
            await asyncio.sleep(0.01)

    close_worker, close_storage = client.Worker.close, Storage.close
    monkeypatch.setattr(DicePokerBot, "start", start)
    monkeypatch.setattr(
        client.Worker, "close", lambda self: (closed.append("worker"), close_worker(self))
    )
    monkeypatch.setattr(
        Storage, "close", lambda self: (closed.append("storage"), close_storage(self))
    )
    assert running.run(settings(tmp_path, log_level="CRITICAL")) == 0
    assert closed[:2] == ["worker", "storage"]


def test_it_asks_discord_for_the_least(tmp_path: Path) -> None:
    chosen = settings(tmp_path)

    async def look() -> None:
        storage = Storage.open(chosen.database_url)
        bot = DicePokerBot(storage, chosen)
        assert bot.intents == discord.Intents(guilds=True)
        assert bot.allowed_mentions.to_dict() == {"parse": []}
        assert bot.holds(None)
        assert bot.holds(2**40)
        bot.worker.close()
        storage.close()

    asyncio.run(look())


def test_a_process_answers_for_the_servers_of_its_own_connections(tmp_path: Path) -> None:
    chosen = settings(tmp_path, shards=4, shard_ids="1-2")

    async def look() -> None:
        storage = Storage.open(chosen.database_url)
        bot = DicePokerBot(storage, chosen)
        assert [bot.holds(shard << 22) for shard in range(8)] == [
            False, True, True, False, False, True, True, False,
        ]  # fmt: skip
        assert not bot.holds(None)
        bot.worker.close()
        storage.close()

    asyncio.run(look())
