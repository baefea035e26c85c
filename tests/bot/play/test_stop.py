"""The bot is stopped: what is under way is answered first, then HTTP and the storage are closed."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import asynccontextmanager

import pytest

from bot import client
from bot.play import interactions
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.thinking.process import AnalysisProcess, Restarting
from hanging import CALLBACK, EDIT, hanging
from simulated import buttons, find, table, text_of, until
from whole_rounds import between_two


@asynccontextmanager
async def stopping(folder, monkeypatch, **settings):
    """Start a bot that the test closes by itself; note in `sim.closed` what is closed, in order."""
    async with table(folder, **settings) as sim:
        sim.closed = []

        def noted(name, close):
            def closing(*_):
                sim.closed.append(name)
                return close(*_)

            return closing

        sim.bot.http.close = noted("http", sim.bot.http.close)
        rounds_close = noted("rounds", sim.bot.rounds.close)
        sim.bot.rounds.close = lambda: None if "rounds" in sim.closed else rounds_close()
        monkeypatch.setattr(Storage, "close", noted("storage", Storage.close))
        yield sim


def press_of(sim, member, message, label="Keep all"):
    return sim.send(member, message, find(message, label)["custom_id"])


def faults_in(caplog):
    """Return the log records that a host would take for a fault."""
    return [one for one in caplog.records if one.levelname == "ERROR" or one.exc_info]


async def test_presses_under_way_are_carried_out_and_answered(tmp_path, monkeypatch, caplog):
    async with stopping(tmp_path, monkeypatch) as sim:
        messages = []
        for number in range(5):
            channel = sim.guild.create_text_channel(f"games-{number}")
            await sim.play(sim.ana, channel=channel)
            messages.append(channel.last_message)
        answered, close = [], sim.bot.http.close

        def closing():
            answered.extend(record.responded for record in records)
            return close()

        sim.bot.http.close = closing
        records = [press_of(sim, sim.ana, message) for message in messages]
        await sim.bot.close()
        assert answered == [True] * 5
        assert sim.closed[:3] == ["http", "rounds", "storage"]
        assert faults_in(caplog) == []
        for number, message in enumerate(messages, 1):
            sim.bot.rounds.flush = lambda _: None
            assert sim.stored(number).status == "over"
            assert sim.stored(number).place.drawn == sim.stored(number).version
            assert "Rematch" in buttons(sim.reread(message))


async def test_a_press_that_waits_for_the_storage_is_answered(tmp_path, monkeypatch, caplog):
    async with stopping(tmp_path, monkeypatch) as sim:
        await sim.play(sim.ana)
        ask, gate = sim.bot.stored._answer, asyncio.Event()

        async def waits(call):
            await sim.env.external_wait(gate.wait(), reason="a slow storage")
            return await ask(call)

        sim.bot.stored._answer = waits
        record = press_of(sim, sim.ana, sim.message)
        asyncio.get_running_loop().call_later(0.3, gate.set)
        await sim.bot.close()
        assert record.responded
        assert "Rematch" in buttons(sim.message)
        assert faults_in(caplog) == []


async def test_after_three_seconds_the_rest_is_given_up_without_a_traceback(
    tmp_path, monkeypatch, caplog
):
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.3)
    async with stopping(tmp_path, monkeypatch) as sim:
        await sim.play(sim.ana)
        with hanging(sim, "POST", CALLBACK) as held:
            record = press_of(sim, sim.ana, sim.message)
            await until(lambda: held.begun)
            begun = time.perf_counter()
            await sim.bot.close()
            assert time.perf_counter() - begun < 2
        await sim.env.settle()
        assert not record.responded
        assert sim.closed[:3] == ["http", "rounds", "storage"]
        assert "1 answers or deletions were not finished in time" in caplog.text
        assert faults_in(caplog) == []


async def test_a_deferral_under_way_is_given_up(tmp_path, monkeypatch):
    """Who gives up an answer waits for no deferral of it that hangs."""
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.1)
    monkeypatch.setattr(interactions, "CANCEL_SECONDS", 10)
    async with stopping(tmp_path, monkeypatch) as sim:
        await sim.play(sim.ana)
        gate = asyncio.Event()
        sim.bot.stored._answer = lambda _: sim.env.external_wait(gate.wait(), reason="slow")
        with hanging(sim, "POST", CALLBACK) as held:
            press_of(sim, sim.ana, sim.message)
            await sim.env.advance_time(2)
            assert held.begun
            begun = time.perf_counter()
            await sim.bot.close()
            assert time.perf_counter() - begun < 3


async def test_a_reminder_that_is_being_deleted_is_waited_for(tmp_path, monkeypatch):
    async with stopping(tmp_path, monkeypatch) as sim:
        await between_two(sim)
        board = sim.message
        await sim.wait(minutes=1, seconds=4)
        assert len(sim.channel.history()) == 2
        with hanging(sim, "DELETE", EDIT) as held:
            press_of(sim, sim.bogdan, board)
            await until(lambda: held.begun)
            asyncio.get_running_loop().call_later(0.3, held.let_go)
            await sim.bot.close()
        assert len(sim.channel.history()) == 1


async def test_a_deletion_that_is_given_up_is_counted_in_the_log(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(client, "FINISH_SECONDS", 0.1)
    async with stopping(tmp_path, monkeypatch) as sim:
        await between_two(sim)
        board = sim.message
        await sim.wait(minutes=1, seconds=4)
        with hanging(sim, "DELETE", EDIT) as held:
            press_of(sim, sim.bogdan, board)
            await until(lambda: held.begun and not sim.bot.under_way)
            await sim.bot.close()
    assert "1 answers or deletions were not finished in time" in caplog.text


async def test_a_deadline_under_way_is_given_up_without_a_traceback(tmp_path, monkeypatch, caplog):
    async with stopping(tmp_path, monkeypatch, reminders=False) as sim:
        await sim.play(sim.ana)
        with hanging(sim, "PATCH", "/channels/*/messages/*") as held:
            await sim.wait(minutes=10, seconds=2)
            assert held.begun
            await sim.bot.close()
        sim.bot.rounds.flush = lambda _: None
        assert sim.stored().status == "resting"
        assert sim.stored().place.drawn < sim.stored().version
        assert faults_in(caplog) == []


async def test_a_discord_that_does_not_let_go_is_left_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "LEAVE_SECONDS", 0.2)
    async with stopping(tmp_path, monkeypatch) as sim:
        await sim.play(sim.ana)
        (shard,) = sim.bot.shards.values()
        monkeypatch.setattr(type(shard), "disconnect", lambda _: asyncio.sleep(60))
        record = press_of(sim, sim.ana, sim.message)
        begun = time.perf_counter()
        await sim.bot.close()
        assert time.perf_counter() - begun < 2
        assert record.responded
        assert sim.closed[:3] == ["http", "rounds", "storage"]


@pytest.mark.parametrize("lost", [("",), ("", "-wal", "-shm")])
async def test_a_database_deleted_just_before_the_stop_is_rescued(
    tmp_path, monkeypatch, caplog, lost
):
    """No tick has noticed it."""
    async with stopping(tmp_path, monkeypatch) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().place.drawn == sim.stored().version
        stored = sim.stored()
        file = tmp_path / "rounds.sqlite3"
        for suffix in lost:
            file.with_name(f"{file.name}{suffix}").unlink()
        await sim.bot.close()
        (rescued,) = tmp_path.glob("rounds.sqlite3.rescued-*")
        with Storage.open(f"sqlite:///{rescued}") as copy:
            assert copy.read(rounds.load, stored.id) == stored
        (line,) = [one.getMessage() for one in caplog.records if one.levelname == "ERROR"]
        assert f"The file {file} was deleted" in line
        assert f"dice-poker restore {rescued}" in line
    sim.closed.clear()


async def test_a_stop_copies_nothing_where_all_is_well(tmp_path, monkeypatch, caplog):
    async with stopping(tmp_path, monkeypatch) as sim:
        await sim.play(sim.ana)
        await sim.bot.close()
        assert not list(tmp_path.glob("*.rescued*"))
        assert faults_in(caplog) == []


class Pondering:
    """Analyses that take for ever."""

    def __init__(self):
        self.asked = asyncio.Event()
        self.closed = threading.Event()

    async def ask(self, *_, **__):
        self.asked.set()
        await until(self.closed.is_set)
        raise Restarting

    def close(self):
        self.closed.set()


async def test_a_hint_under_way_is_told_that_the_bot_restarts(tmp_path, monkeypatch, caplog):
    async with stopping(tmp_path, monkeypatch) as sim:
        pondering = Pondering()
        sim.bot.analysis = sim.bot.questions._analysis = pondering
        await sim.play(sim.ana)
        record = press_of(sim, sim.ana, sim.message, "💡 Hint")
        await until(pondering.asked.is_set)
        await sim.bot.close()
        told = sim.reread_private(sim.answer_to(record))
        assert told.ephemeral
        assert text_of(told) == "The bot is restarting. Please ask again in a moment."
        assert faults_in(caplog) == []


@pytest.mark.parametrize("under_way", [False, True])
async def test_the_process_of_the_analyses_ends_what_it_is_asked(under_way):
    analysis = AnalysisProcess()
    asked = asyncio.create_task(analysis.ask(time.sleep, 60))
    if under_way:
        await until(lambda: analysis._worker is not None)
        await asyncio.sleep(0.2)
    await asyncio.to_thread(analysis.close)
    with pytest.raises(Restarting):
        await asked
    with pytest.raises(Restarting):
        await analysis.ask(time.sleep, 60)
