"""Health while the bot plays: who watches it hears when it is ready, away or stuck."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import socket
from collections.abc import Iterable
from contextlib import suppress
from math import isnan
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot import cli
from bot.client import DicePokerBot
from bot.commands.health.notify import Supervisor
from bot.commands.run.command import health_of, run
from bot.commands.run.health import SILENT_DATABASE_SECONDS, Health
from bot.config import Config
from bot.storage.errors import StorageFailed
from bot.storage.thread import STUCK_SECONDS
from bot.table.store import deadlines
from bot.ui.figures import Figures
from served import free_port
from simulated import Sim, table, until

pytestmark = pytest.mark.usefixtures("quiet")


class Clock:
    """A monotonic clock that moves by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Recording(Supervisor):
    """A service manager that keeps what it is told."""

    def __init__(self) -> None:
        super().__init__({})
        self.told: list[dict[str, object]] = []

    def notify(self, **state: object) -> bool:
        self.told.append(state)
        return True


def watched(sim: Sim) -> tuple[Health, Recording, Clock]:
    manager, clock = Recording(), Clock()
    sim.bot.stored._monotonic = clock
    sim.bot.stored._answered = clock.now
    return health_of(sim.bot, manager, clock), manager, clock


def figure(page: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", page, re.MULTILINE)
    assert found, f"{name} is not in\n{page}"
    return float(found[1])


async def test_it_is_ready_once_it_is_online_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path) as sim:
        health, manager, _ = watched(sim)
        monkeypatch.setattr(sim.bot, "is_ready", lambda: False)
        health.look()
        assert manager.told[-1] == {
            "WATCHDOG": 1,
            "EXTEND_TIMEOUT_USEC": 60_000_000,
            "STATUS": "waiting for Discord",
        }
        monkeypatch.undo()
        health.look()
        assert manager.told[-1] == {"WATCHDOG": 1, "READY": 1, "STATUS": "playing on 1 server"}
        health.look()
        assert manager.told[-1] == {"WATCHDOG": 1}


async def test_a_ready_that_was_not_taken_is_told_again(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        health, manager, _ = watched(sim)
        manager.notify = lambda **_: False  # type: ignore[method-assign]
        health.look()
        del manager.notify
        health.look()
        assert manager.told[-1]["READY"] == 1


async def test_a_silent_database_is_not_ready_and_no_reason_to_restart(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        health, manager, clock = watched(sim)

        def silent(_: object) -> None:
            clock.now += SILENT_DATABASE_SECONDS + 1
            raise StorageFailed("The database does not answer.")

        with pytest.raises(StorageFailed):
            await sim.bot.stored.read(silent)
        health.look()
        assert health.not_ready() == "the database has not answered for 21 seconds"
        assert health.not_alive() == ""
        assert manager.told[-1]["WATCHDOG"] == 1
        page = (await health.metrics()).decode()
        assert figure(page, "dice_poker_ready") == 0
        assert isnan(figure(page, "dice_poker_open_rounds"))
        assert isnan(figure(page, "dice_poker_unjudged_games"))
        await sim.bot.stored.read(deadlines.count_open)
        assert health.not_ready() == ""


async def test_a_stuck_storage_thread_gives_no_sign_of_life(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        health, manager, clock = watched(sim)
        go_on = asyncio.Event()
        loop = asyncio.get_running_loop()

        def stuck(_: object) -> None:
            asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()

        call = asyncio.create_task(sim.bot.stored.read(stuck))
        await until(lambda: sim.bot.stored._since is not None)
        clock.now += STUCK_SECONDS + 1
        before = len(manager.told)
        health.look()
        told = manager.told[before:]
        fault = health.not_alive()
        go_on.set()  # whatever was told: a thread that is stuck would keep the test from ending
        await call
        assert told == []
        assert fault.startswith("the storage thread is stuck")
        health.look()
        assert manager.told[-1]["WATCHDOG"] == 1


@pytest.mark.parametrize(
    ("shards", "named"),
    [((3,), "shard 3"), (range(7), "shard 0, 1, 2, 3, 4 and others")],
)
async def test_discord_that_is_away_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shards: Iterable[int], named: str
) -> None:
    async with table(tmp_path) as sim:
        health, _, _ = watched(sim)
        closed = False
        shard = SimpleNamespace(is_closed=lambda: closed)
        monkeypatch.setattr(type(sim.bot), "shards", dict.fromkeys(shards, shard))
        assert health.not_ready() == ""
        closed = True
        assert health.not_ready() == f"Discord is away ({named} not connected)"
        monkeypatch.undo()


async def test_figures_count_what_members_do(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        health, _, _ = watched(sim)
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        await sim.press(sim.ana, sim.message, "Keep all")  # it is not her turn
        page = (await health.metrics()).decode()
        assert figure(page, "dice_poker_refusals_total") == 1
        assert figure(page, "dice_poker_answer_seconds_count") == 3
        assert figure(page, "dice_poker_open_rounds") == 1
        assert figure(page, "dice_poker_waiting_writes") == 0
        assert figure(page, "dice_poker_ready") == 1
        assert figure(page, "dice_poker_servers") == 1


async def test_open_rounds_are_counted_every_so_often(tmp_path: Path) -> None:
    """However often somebody asks for the figures."""
    async with table(tmp_path) as sim:
        health, _, clock = watched(sim)
        assert await health.counts() == (0, 0)
        await sim.play(sim.ana)
        clock.now += 15
        assert await health.counts() == (0, 0)
        clock.now += 1
        assert await health.counts() == (1, 0)


async def test_figures_tell_how_many_games_are_to_be_judged(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        health, _, clock = watched(sim)
        sim.bot.ticks.stop()
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        page = (await health.metrics()).decode()
        assert figure(page, "dice_poker_unjudged_games") == 1
        await sim.judge()
        clock.now += 16
        page = (await health.metrics()).decode()
        assert figure(page, "dice_poker_unjudged_games") == 0


async def test_figures_tell_what_somebody_is_called_for_at_night(tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    url = f"sqlite:///{tmp_path / 'rounds.sqlite3'}"
    async with table(tmp_path, database_url=url, backup_dir=str(copies)) as sim:
        health, _, _ = watched(sim)
        page = (await health.metrics()).decode()
        assert figure(page, 'dice_poker_free_disk_bytes{of="database"}') > 0
        assert figure(page, 'dice_poker_free_disk_bytes{of="backups"}') > 0
        assert isnan(figure(page, "dice_poker_backup_age_seconds")), "there is none"
        backup = copies / "rounds-2026-01-01.sqlite3"
        backup.touch()
        page = (await health.metrics()).decode()
        assert figure(page, "dice_poker_backup_age_seconds") < 600
        backup.unlink()
        copies.rmdir()
        page = (await health.metrics()).decode()
        assert isnan(figure(page, "dice_poker_backup_age_seconds")), "there is none any more"
        assert isnan(figure(page, 'dice_poker_free_disk_bytes{of="backups"}'))


async def test_errors_of_the_log_are_counted_while_the_bot_is_watched(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        health, manager, _ = watched(sim)
        watching = asyncio.create_task(health.watch())
        await until(lambda: manager.told)
        logging.getLogger("bot.anything").warning("no error")
        logging.getLogger("bot.anything").error("a fault that a test tells")
        page = (await health.metrics()).decode()
        watching.cancel()
        await asyncio.wait({watching})
        assert figure(page, "dice_poker_logged_errors_total") == 1
        assert health._errors not in logging.root.handlers


async def test_a_deadline_that_is_carried_out_late_is_counted(tmp_path: Path) -> None:
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await sim.press(sim.bogdan, sim.message, "Accept")
        for seconds, late in ((1, 0), (12, 1)):
            before = sim.stored()
            async with sim.bot.rounds.lock(before.id):  # while a press is answered
                await sim.wait(minutes=10, seconds=seconds)
                assert sim.stored() == before
            await sim.wait(seconds=4)
            assert sim.stored().version > before.version
            counted = sim.bot.figures.registry.get_sample_value("dice_poker_late_deadlines_total")
            assert counted == late


async def ask(port: int, path: str) -> tuple[int, str]:
    address = f"http://127.0.0.1:{port}{path}"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, (await answer.text()).strip()


def health_command(*arguments: str) -> int:
    return cli.main(["health", *arguments])


async def test_health_over_http_and_the_command_that_asks(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    monkeypatch.setenv("HEALTH_PORT", str(port))
    async with table(folder, health_port=("127.0.0.1", port)) as sim:
        health, _, clock = watched(sim)
        watching = asyncio.create_task(health.watch())
        await until(lambda: health._server is not None and health._server._runner is not None)
        assert await ask(port, "/healthz") == (200, "ok")
        assert await ask(port, "/readyz") == (200, "ok")
        assert "dice_poker_ready 1.0" in (await ask(port, "/metrics"))[1]
        assert await asyncio.to_thread(health_command) == 0
        clock.now += SILENT_DATABASE_SECONDS + 1
        assert (await ask(port, "/readyz"))[0] == 503
        assert (await ask(port, "/healthz"))[0] == 200
        assert await asyncio.to_thread(health_command) == 0
        assert await asyncio.to_thread(health_command, "--ready") == 1
        assert "the database has not answered" in capsys.readouterr().err
        watching.cancel()
        await asyncio.wait({watching})
    assert health_command() == 1
    told = capsys.readouterr().err
    assert "no answer on 127.0.0.1 port" in told
    assert "(Connection refused): start the bot, or correct HEALTH_PORT" in told


async def test_a_port_in_use_is_one_line_and_the_bot_plays_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        async with table(tmp_path, health_port=("127.0.0.1", port)) as sim:
            health, manager, _ = watched(sim)
            watching = asyncio.create_task(health.watch())
            await until(lambda: manager.told)
            watching.cancel()
            await asyncio.wait({watching})
            await sim.play(sim.ana)
    told = [one.getMessage() for one in caplog.records if "HEALTH_PORT" in one.getMessage()]
    assert len(told) == 1
    assert f"127.0.0.1 port {port}" in told[0]


@pytest.mark.parametrize(("watchdog", "pause"), [(None, 5.0), (9.0, 3.0), (60.0, 5.0)])
async def test_a_watchdog_hears_of_the_bot_three_times_in_its_time(
    monkeypatch: pytest.MonkeyPatch, watchdog: float | None, pause: float
) -> None:
    manager, slept = Recording(), []
    manager.watchdog_seconds = watchdog
    bot: Any = SimpleNamespace(
        settings=Config(), figures=Figures(), storage=None, stored=None, held_shards=None
    )
    health = health_of(bot, manager)
    health._reported_ready = True

    def look() -> None:
        """See that all is well."""

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        raise asyncio.CancelledError

    monkeypatch.setattr(health, "look", look)
    monkeypatch.setattr("bot.commands.run.health.asyncio", SimpleNamespace(sleep=sleep))
    with pytest.raises(asyncio.CancelledError):
        await health.watch()
    assert slept == [pause]


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there is no systemd")
def test_a_service_of_systemd_hears_of_the_start_and_of_the_stop(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole of `run` but Discord, with a real socket and a real signal."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(str(folder / "notify"))
        end.settimeout(5)
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        heard: list[str] = []

        async def start(self: DicePokerBot, token: str) -> None:
            await self._async_setup_hook()  # as `start` does first
            monkeypatch.setattr(DicePokerBot, "is_ready", lambda _: True)
            while not any("READY=1" in one for one in heard) or len(heard) < 5:
                heard.append((await asyncio.to_thread(end.recv, 1000)).decode())
            os.kill(os.getpid(), signal.SIGTERM)
            while not self.is_closed():  # noqa: ASYNC110 - as a connection does
                await asyncio.sleep(0.01)

        monkeypatch.setattr(DicePokerBot, "start", start)
        url = f"sqlite:///{folder / 'rounds.sqlite3'}"
        chosen = Config(
            discord_token="a.b.c",
            database_url=url,
            shards=1,
            log_level="CRITICAL",
            health_port=("127.0.0.1", free_port()),
        )
        assert run(chosen) == 0
        end.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                heard.append(end.recv(1000).decode())
    assert heard[0].startswith("STATUS=opening the database\nEXTEND_TIMEOUT_USEC=")
    assert next(one for one in heard if "READY=1" in one).startswith("WATCHDOG=1\nREADY=1\nSTATUS=")
    assert heard.count("WATCHDOG=1") >= 2, "every tenth of a second: a third of the watchdog's"
    assert "STOPPING=1\nSTATUS=stopping" in heard


def test_without_a_port_there_is_nothing_to_ask(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HEALTH_PORT", raising=False)
    assert health_command() == 2
    assert "Set HEALTH_PORT" in capsys.readouterr().err
