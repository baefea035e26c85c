"""Starting and stopping: a host's faults are one line each, and a signal closes cleanly."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path
from threading import Timer
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import client
from bot.client import DicePokerBot
from bot.commands.run import command as running
from bot.commands.run import log_output
from bot.config import Config
from bot.storage import database
from bot.storage.copies.backup import back_up
from bot.storage.database import Storage
from bot.storage.errors import StorageFailed
from bot.storage.migrations import migrate
from bot.storage.thread import StorageSilent
from bot.table.store import server_settings
from sql import run


@pytest.fixture(autouse=True)
def quiet() -> None:
    """Leave the loggers as they are: `run` sets them up for a process of its own."""
    before = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:], logging.root.level = before[0], before[1]
    logging.getLogger("discord").handlers.clear()


def settings(folder: Path, **given: Any) -> Config:
    url = f"sqlite:///{folder / 'rounds.sqlite3'}"
    chosen: dict[str, Any] = {"database_url": url, "discord_token": "a.b.c", "shards": 1, **given}
    return Config(**chosen)


def answer(status: int) -> SimpleNamespace:
    return SimpleNamespace(status=status, reason="no")


def closed_with(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(SimpleNamespace(close_code=code), shard_id=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "named", "code"),
    [
        (lambda: discord.LoginFailure("401"), "DISCORD_TOKEN", 2),
        (lambda: aiohttp.ClientConnectionError("no route"), "cannot be reached (no route)", 1),
        (lambda: OSError(101, "Network is unreachable"), "reached (Network is unreachable)", 1),
        (TimeoutError, "has not answered in time", 1),
        (lambda: discord.HTTPException(answer(503), "no"), "503", 1),
        (lambda: closed_with(4004), "DISCORD_TOKEN was revoked", 2),
        (lambda: closed_with(4010), "Correct SHARDS and SHARD_IDS", 2),
        (lambda: closed_with(4011), "or raise SHARDS", 2),
        (lambda: closed_with(4012), "Update it", 2),
        (lambda: closed_with(4013), "Install this version again", 2),
        (lambda: discord.PrivilegedIntentsRequired(0), "4014", 2),
        (lambda: closed_with(4099), "4099", 1),
        (discord.GatewayNotFound, "gateway", 1),
        (lambda: StorageFailed("The database is silent."), "The database is silent.", 1),
        (StorageSilent, "has not answered", 1),
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
    chosen = settings(tmp_path, log_level="CRITICAL")
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


HOLDER = """
import sys
from bot.storage.database import Storage
with Storage.open(sys.argv[1]) as storage:
    storage.process_lock([0, 1]).acquire(0)
    print("held", flush=True)
    sys.stdin.readline()
"""


@pytest.fixture
def another_process(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Start a process that holds the shards 0 and 1."""
    url = settings(tmp_path).database_url
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, url],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


async def start_and_leave(self: DicePokerBot, token: str) -> None:
    """Take the place of `start`, and connect to no Discord."""
    await self._async_setup_hook()  # as `start` does first


needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")


@pytest.mark.slow
@needs_locks
def test_the_same_shards_started_twice_are_one_line_and_an_exit_code(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    another_process: subprocess.Popen[str],
) -> None:
    monkeypatch.setattr(DicePokerBot, "start", start_and_leave)
    monkeypatch.setattr(running, "LOCK_SECONDS", 0.3)
    chosen = {"shards": 4, "log_level": "CRITICAL"}
    assert running.run(settings(tmp_path, shard_ids="1-3", **chosen)) == 1
    told = capsys.readouterr().err
    assert told.startswith("dice-poker: Another process of this bot runs on the database ")
    assert told.endswith("stop it first.\n")
    assert len(told.splitlines()) == 1
    assert running.run(settings(tmp_path, shard_ids="2-3", **chosen)) == 0


@pytest.mark.slow
@needs_locks
def test_a_process_that_is_about_to_end_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, another_process: subprocess.Popen[str]
) -> None:
    monkeypatch.setattr(DicePokerBot, "start", start_and_leave)
    Timer(0.7, another_process.kill).start()
    assert running.run(settings(tmp_path, log_level="CRITICAL")) == 0


def asked(question: str) -> Callable[[Any], Any]:
    return lambda connection: run(connection, question).scalar()


async def look_until_closed(self: DicePokerBot, token: str) -> None:
    """Use the database, as the ticks do, until the bot is closed."""
    await self._async_setup_hook()
    while not self._stopping:
        with suppress(StorageFailed):
            await self.rounds.check()
        await asyncio.sleep(0.05)


@pytest.mark.slow
@pytest.mark.parametrize("taken", [False, True])
def test_a_process_ends_where_another_one_has_taken_its_shards(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    postgres_url: str,
    *,
    taken: bool,
) -> None:
    """Its connection is cut; it goes on where its lock is still free."""

    async def start(self: DicePokerBot, token: str) -> None:
        playing = asyncio.create_task(look_until_closed(self, token))
        await self.rounds.check()
        backend = self.storage.read(asked("SELECT pg_backend_pid()"))
        with Storage.open(postgres_url) as other:
            assert other.read(asked(f"SELECT pg_terminate_backend({backend}, 5000)"))
            if taken:
                other.process_lock([2, 3]).acquire(0)
                await playing
            else:
                await asyncio.sleep(3)
                await self.rounds.check()
                await self.close()
                await playing

    monkeypatch.setattr(DicePokerBot, "start", start)
    chosen = settings(
        tmp_path, shards=4, shard_ids="1-2", database_url=postgres_url, log_level="CRITICAL"
    )
    started = time.monotonic()
    assert running.run(chosen) == (1 if taken else 0)
    assert time.monotonic() - started < 15
    told = capsys.readouterr().err.splitlines()
    assert len(told) == taken
    assert all("Another process has taken the servers of this one" in line for line in told)


RESTORER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from bot.commands.maintenance.copies import put_in_place
from bot.storage.copies import restoring

whole = restoring._restore

def in_the_middle(*given):
    print("held", flush=True)
    sys.stdin.readline()
    return whole(*given)

restoring._restore = in_the_middle
put_in_place(sys.argv[1], Path(sys.argv[2]), datetime.now(UTC))
"""


@pytest.mark.slow
@needs_locks
def test_a_backup_that_is_restored_while_the_bot_starts_is_what_it_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot has opened the old file already, and waits for the lock of the restoration."""
    chosen, seen = settings(tmp_path, log_level="CRITICAL"), []
    backup = tmp_path / "copies" / "backup.sqlite3"
    backup.parent.mkdir()
    with Storage.open(chosen.database_url) as storage:
        storage.write(server_settings.set_of_guild, 1, "language", "ro")
        back_up(chosen.database_url, backup)
        storage.write(server_settings.set_of_guild, 1, "language", None)

    async def start(self: DicePokerBot, token: str) -> None:
        await self._async_setup_hook()  # as `start` does first
        seen.append(self.storage.read(server_settings.of_guild, 1))

    monkeypatch.setattr(DicePokerBot, "start", start)
    with subprocess.Popen(
        [sys.executable, "-c", RESTORER, chosen.database_url, str(backup)],
        cwd=Path(__file__).parents[3],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "held\n"
        Timer(0.7, print, kwargs={"file": process.stdin, "flush": True}).start()
        assert running.run(chosen) == 0
    assert seen == [{"language": "ro"}]


def test_a_bot_that_has_ended_leaves_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DicePokerBot, "start", start_and_leave)
    for _ in range(2):
        assert running.run(settings(tmp_path, log_level="CRITICAL")) == 0
    held = {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.exists()}
    assert not any(name.startswith(str(tmp_path)) for name in held)


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
@pytest.mark.parametrize(("mode", "lines"), [(0o644, 1), (0o600, 0)])
def test_an_env_file_that_everybody_can_read_is_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int, lines: int
) -> None:
    error = Stream(terminal=False)
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setattr(DicePokerBot, "start", start_and_leave)
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("DISCORD_TOKEN=a.b.c\n")
    Path(".env").chmod(mode)
    assert running.run(settings(tmp_path, log_level="WARNING")) == 0
    told = error.getvalue().splitlines()
    assert len(told) == lines
    assert all("WARNING" in line and line.endswith("chmod 600 .env") for line in told)


@pytest.mark.parametrize("terminal", [True, False])
def test_no_token_of_an_interaction_is_logged(
    monkeypatch: pytest.MonkeyPatch, *, terminal: bool
) -> None:
    error, token = Stream(terminal=terminal), "aW50ZXJhY3Rpb24_.x-1"
    monkeypatch.setattr(sys, "stderr", error)
    log_output.set_up(Config(log_level="DEBUG"))
    log = logging.getLogger("discord.http")
    address = f"https://discord.com/api/v10/interactions/12/{token}/callback"
    log.debug("%s %s with %s has returned %s", "POST", address, "{}", 204)
    log.debug("PATCH https://discord.com/api/v10/webhooks/7/%s/messages/@original", token)
    log.debug("POST https://discord.com/api/v10/webhooks/7/%s?wait=true", token)
    log.debug("WebSocket Event: %s", {"t": "INTERACTION_CREATE", "d": {"token": token, "id": "1"}})
    log.debug("received %s", f'{{"token":"{token}","id":"1"}}')
    log.warning("answered %s", {"token": token, "id": "1"})
    log.error("a request failed", exc_info=ConnectionError(address))
    told = error.getvalue()
    assert token not in told
    assert "/interactions/12/…/callback" in told
    assert "/webhooks/7/…/messages/@original" in told
    assert "/webhooks/7/…?wait=true" in told
    assert "WebSocket Event: {'t': 'INTERACTION_CREATE'}" in told, "nothing else of an event"
    assert "answered {'token': '…', 'id': '1'}" in told
    assert "ConnectionError" in told


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
    monkeypatch.delattr(os, "fork")  # a child that migrates would write to the real standard error
    monkeypatch.setattr(database, "migrate", migrate)  # which says so in the log
    assert running.run(settings(tmp_path, log_level="INFO")) == 1
    log, fault = error.getvalue().splitlines()
    assert "INFO" in log
    assert "database migrated" in log
    assert ("\x1b[" in log) is terminal
    assert fault.startswith("dice-poker: Discord has not answered in time")


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

    close_rounds, close_storage = client.Rounds.close, Storage.close
    monkeypatch.setattr(DicePokerBot, "start", start)
    monkeypatch.setattr(
        client.Rounds, "close", lambda self: (closed.append("rounds"), close_rounds(self))
    )
    monkeypatch.setattr(
        Storage, "close", lambda self: (closed.append("storage"), close_storage(self))
    )
    assert running.run(settings(tmp_path, log_level="CRITICAL")) == 0
    assert closed[:2] == ["rounds", "storage"]


def test_it_asks_discord_for_the_least(tmp_path: Path) -> None:
    chosen = settings(tmp_path)

    async def look() -> None:
        storage = Storage.open(chosen.database_url)
        bot = DicePokerBot(storage, chosen)
        assert bot.intents == discord.Intents(guilds=True)
        assert bot.allowed_mentions.to_dict() == {"parse": []}
        assert bot.holds(None)
        assert bot.holds(2**40)
        bot.stop_threads()
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
        bot.stop_threads()
        storage.close()

    asyncio.run(look())
