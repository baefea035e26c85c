"""Use cases off the event loop: the threads, and saves that conflict."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import create_engine, text

from bench.direct import change_now
from bot.storage import Storage
from bot.storage.errors import ChannelTaken, RoundGone
from bot.table.refusals import Stale
from bot.table.use_cases import OpenRequest, Table, TimeLimits
from bot.worker import Worker, load
from rules.screen import Action
from simulated_luck import SeededLuck

NOW = datetime(2026, 1, 1, tzinfo=UTC)
KEEP = Action("keep")


@pytest.fixture
def url(tmp_path):
    return f"sqlite:///{tmp_path / 'rounds.sqlite3'}"


@pytest.fixture
def worker(url):
    storage = Storage.open(url)
    working = Worker(storage)
    yield working
    working.close()
    storage.close()


@pytest.fixture
def table():
    return Table(SeededLuck(1), TimeLimits())


def opening():
    return OpenRequest("dice-poker", 1, 7, opponent=2)


async def begun(worker, table):
    """Open a round of Dice Poker in which member 2 deals and is to choose."""
    new = await worker.open(lambda: table.open(opening(), NOW))
    _, stored = await worker.change(new.id, table.join(2, NOW), NOW)
    return stored


async def test_storage_changes_and_analysis_have_a_thread_each(worker):
    here = threading.get_ident()
    storing = await worker.storage(lambda _: threading.current_thread().name)
    computing = await worker.compute(lambda: threading.current_thread().name)
    analysing = await worker.analyse(lambda: threading.current_thread().name)
    assert [name.split("_")[0] for name in (storing, computing, analysing)] == [
        "storage",
        "table",
        "analysis",
    ]
    assert here == threading.get_ident()


async def test_long_analysis_holds_up_neither_acts_nor_the_loop(worker, table):
    stored, gate = await begun(worker, table), threading.Event()
    long = asyncio.create_task(worker.analyse(gate.wait, 20))
    before, after = await worker.change(stored.id, table.act(2, 0, KEEP, NOW), NOW)
    assert (before.moment, after.moment) == (0, 1)
    assert not long.done()
    gate.set()
    assert await long


async def test_a_change_of_nothing_saves_nothing(worker, table):
    stored = await begun(worker, table)
    before, after = await worker.change(stored.id, lambda same: same)
    assert before is after
    assert (await worker.load(stored.id)).version == stored.version


async def test_a_refusal_saves_nothing(worker, table):
    stored = await begun(worker, table)
    with pytest.raises(Stale):
        await worker.change(stored.id, table.act(2, 5, KEEP, NOW))
    assert await worker.load(stored.id) == stored


async def test_refusals_of_opening(worker, table):
    await worker.open(lambda: table.open(opening(), NOW))
    with pytest.raises(ChannelTaken):
        await worker.open(lambda: table.open(opening(), NOW))
    with pytest.raises(RoundGone):
        await worker.load(99)
    with pytest.raises(RoundGone):
        await worker.change(99, lambda stored: stored)


async def test_a_change_runs_again_after_a_conflict(worker, table, url):
    """Another process saves between load and save: the change runs on the newer round."""
    stored, asked = await begun(worker, table), []
    other = Storage.open(url)

    def late(before):
        asked.append(before.version)
        if len(asked) == 1:
            change_now(other, stored.id, lambda one: replace(one, language="ro"))
        return table.act(2, 0, KEEP, NOW)(before)

    before, after = await worker.change(stored.id, late, NOW)
    other.close()
    assert asked == [stored.version, stored.version + 1]
    assert (before.language, after.language, after.moment) == ("ro", "ro", 1)
    assert len(await worker.storage(lambda storage: storage.rounds.record(stored.id))) == 3


async def test_a_press_is_stale_after_another_process_has_acted(worker, table, url):
    stored, other = await begun(worker, table), Storage.open(url)

    def late(before):
        if before.version == stored.version:
            change_now(other, stored.id, table.act(2, 0, KEEP, NOW))
        return table.act(2, 0, KEEP, NOW)(before)

    with pytest.raises(Stale):
        await worker.change(stored.id, late, NOW)
    other.close()
    assert len(await worker.storage(lambda storage: storage.rounds.record(stored.id))) == 3


async def test_many_acts_at_once_have_one_effect(worker, table):
    stored = await begun(worker, table)
    acts = (worker.change(stored.id, table.act(2, 0, KEEP, NOW), NOW) for _ in range(10))
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert sum(isinstance(result, Stale) for result in results) == 9
    assert len(await worker.storage(lambda storage: storage.rounds.record(stored.id))) == 3


async def test_a_round_that_nothing_can_rebuild_is_closed(worker, table, url, caplog):
    stored = await begun(worker, table)
    damage(url, "UPDATE rounds SET state = '[]'", "DELETE FROM steps")
    closed = await worker.load(stored.id)
    assert (closed.status, closed.play, closed.deadline) == ("closed", None, None)
    errors = [one for one in caplog.records if one.levelname == "ERROR"]
    assert [one.getMessage().split()[0] for one in errors] == [f"round={stored.id}"]
    await worker.open(lambda: table.open(opening(), NOW))


def test_a_state_that_cannot_be_read_is_rebuilt_from_the_record(table, url):
    with Storage.open(url) as storage:
        stored = storage.rounds.open(table.open(opening(), NOW))
        stored = change_now(storage, stored.id, table.join(2, NOW))
        damage(url, "UPDATE rounds SET state = '[]'")
        assert load(storage, stored.id).play.state == stored.play.state
        after = change_now(storage, stored.id, table.act(2, 0, KEEP, NOW))
        assert after.moment == 1


def damage(url, *commands):
    engine = create_engine(url)
    with engine.begin() as connection:
        for command in commands:
            connection.execute(text(command))
    engine.dispose()
