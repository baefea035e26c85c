"""Writes that wait for the storage thread are stored together, and each is told its own truth."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest

from bot.storage import held_connection
from bot.storage.database import Storage
from bot.storage.errors import NotUnique, StorageFailed, TransactionUndone
from bot.storage.statement import Connection
from bot.storage.thread import MOST_TOGETHER, StorageThread
from bot.table.store import rounds
from bot.table.store.errors import ChannelTaken, VersionConflict
from rules.screen import Seat


@pytest.fixture
def commits(storage, monkeypatch):
    """The connection of each transaction that wrote and was committed."""
    storage.read(lambda _: None)  # connects
    committed, real = [], Connection.transaction

    @contextmanager
    def noted(connection, *, reads):
        with real(connection, reads=reads):
            yield
        if not reads:
            committed.append(connection)

    monkeypatch.setattr(Connection, "transaction", noted)
    return committed


async def together(thread, *acts):
    """Let acts wait for the thread at the same time; return what each returns or raises."""
    gate = threading.Event()
    thread.submit(lambda _: gate.wait(20))
    asked = [asyncio.ensure_future(thread.write(*act)) for act in acts]
    await asyncio.sleep(0)
    gate.set()
    return await asyncio.gather(*asked, return_exceptions=True)


def opening(maker, *channels):
    return [
        (rounds.open_round, maker.begun(channel=channel, opener=channel)) for channel in channels
    ]


def failing(connection, error):
    raise error


async def test_writes_of_one_turn_of_the_loop_are_one_transaction(thread, maker, commits):
    acts = opening(maker, *range(1, 9))
    await asyncio.gather(*(thread.write(*act) for act in acts))
    assert len(commits) == 1


async def test_more_writes_than_belong_together_are_several_transactions(thread, maker, commits):
    acts = opening(maker, *range(1, MOST_TOGETHER + 2))
    opened = await asyncio.gather(*(thread.write(*act) for act in acts))
    assert len({stored.id for stored in opened}) == len(acts)
    assert len(commits) == 2


async def test_what_was_asked_before_the_thread_is_closed_is_done(storage, maker):
    closing_thread = StorageThread(storage)
    (act,) = opening(maker, 1)
    asked = asyncio.ensure_future(closing_thread.write(*act))
    await asyncio.sleep(0)
    closing_thread.close()
    assert (await asked).version == 1


async def test_writes_that_wait_are_one_transaction(thread, storage, maker, commits):
    opened = await together(thread, *opening(maker, *range(10, 30)))
    assert len(commits) == 1
    assert [storage.read(rounds.load, one.id).place.channel for one in opened] == [*range(10, 30)]


async def test_what_is_read_between_writes_sees_those_before_it(thread, maker):
    gate = threading.Event()
    thread.submit(lambda _: gate.wait(20))
    calls = [
        asyncio.ensure_future(call)
        for call in (
            thread.write(rounds.open_round, maker.begun(channel=10)),
            thread.write(rounds.open_round, maker.begun(channel=11)),
            thread.read(rounds.in_channel, 11),
            thread.read(rounds.in_channel, 12),
            thread.write(rounds.open_round, maker.begun(channel=12)),
        )
    ]
    await asyncio.sleep(0)
    gate.set()
    _, second, eleven, twelve, _ = await asyncio.gather(*calls)
    assert (eleven, twelve) == (second.id, None)


async def test_a_taken_channel_and_a_conflict_are_told_to_those_alone(thread, storage, maker):
    (stored,) = await together(thread, *opening(maker, 1))
    saved = storage.write(rounds.save, replace(stored, language="ro"))
    taken, conflict, kept, opened = await together(
        thread,
        *opening(maker, 1),
        (rounds.save, maker.acted(stored)),
        (rounds.save, replace(saved, language="en")),
        *opening(maker, 2),
    )
    assert isinstance(taken, NotUnique)
    assert isinstance(conflict, VersionConflict)
    assert storage.read(rounds.load, stored.id) == kept
    assert (kept.version, kept.language) == (3, "en")
    assert storage.read(rounds.load, opened.id).place.channel == 2


async def test_a_defect_of_one_write_harms_no_other(thread, storage, maker):
    before, error, after = await together(
        thread, *opening(maker, 1), (failing, ZeroDivisionError()), *opening(maker, 2)
    )
    assert isinstance(error, ZeroDivisionError)
    for one in (before, after):
        assert storage.read(rounds.load, one.id) == one
    assert not storage.fault


async def test_a_disk_that_fills_up_keeps_what_it_has_room_for(thread, storage, maker):
    if storage.file is None:
        pytest.skip("fills the file of SQLite")
    (first,) = await together(thread, *opening(maker, 1))
    raw = storage._held._connection.driver
    raw.execute("VACUUM")  # migrations have freed some pages
    pages = raw.execute("PRAGMA page_count").fetchone()[0]
    raw.execute(f"PRAGMA max_page_count = {pages + 4}")
    found = await together(thread, *opening(maker, *range(10, 150)))
    failed = [one for one in found if isinstance(one, StorageFailed)]
    stored = [one for one in found if not isinstance(one, BaseException)]
    assert failed
    assert stored
    assert len(failed) + len(stored) == len(found)
    assert storage.fault
    raw.execute("PRAGMA max_page_count = 1000000")
    for one in (first, *stored):
        assert storage.read(rounds.load, one.id) == one
    with closing(sqlite3.connect(storage.file)) as other:
        (count,) = other.execute("SELECT count(*) FROM rounds").fetchone()
    assert count == 1 + len(stored)


async def test_an_io_error_of_the_whole_is_tried_again_by_each(thread, storage, maker, monkeypatch):
    """SQLite ends the whole transaction, so nothing of it may count as stored."""
    if storage.file is None:
        pytest.skip("fails as SQLite does")
    real, errors = Connection.run, []

    def broken(connection, statement, /, **values):
        sql = statement.compiled(connection.dialect).sql
        if sql.startswith("INSERT INTO rounds") and len(errors) < 2:
            errors.append(sql)
            if len(errors) == 2:
                connection.driver.rollback()
                with connection.errors(sql):
                    raise io_error()
        return real(connection, statement, **values)

    monkeypatch.setattr(Connection, "run", broken)
    opened = await together(thread, *opening(maker, 1, 2, 3))
    assert len(errors) == 2
    assert [storage.read(rounds.load, one.id) for one in opened] == opened
    assert not storage.fault, "each of them could be stored"


def io_error():
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_IOERR, "SQLITE_IOERR"
    return error


async def test_a_locked_database_refuses_all_of_them_in_the_time_of_one(
    sqlite_url, sqlite_storage, maker, monkeypatch
):
    monkeypatch.setattr("bot.storage.engine.BUSY_TIMEOUT", 1.2)
    with Storage.open(sqlite_url) as storage:
        thread = StorageThread(storage)
        with closing(sqlite3.connect(storage.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            started = asyncio.get_running_loop().time()
            refused = await together(thread, *opening(maker, *range(1, 20)))
            taken = asyncio.get_running_loop().time() - started
            other.execute("ROLLBACK")
        assert {type(one) for one in refused} == {StorageFailed}
        assert taken < 10
        storage._held._silent_until = 0
        (opened,) = await together(thread, *opening(maker, 5))
        assert sqlite_storage.read(rounds.load, opened.id) == opened
        thread.close()


async def test_who_has_given_up_waiting_is_stored_with_the_others(thread, storage, maker):
    gate = threading.Event()
    thread.submit(lambda _: gate.wait(20))
    impatient, patient = (asyncio.ensure_future(thread.write(*one)) for one in opening(maker, 1, 2))
    await asyncio.sleep(0)
    impatient.cancel()
    gate.set()
    await patient
    assert storage.read(rounds.in_channel, 1) is not None


async def test_a_refused_opening_takes_back_its_own_rows_alone(thread, maker):
    """The transaction of all three is rolled back; the first and the third are stored alone."""
    first, refused, third = await together(thread, *opening(maker, 1, 1, 2))
    assert isinstance(refused, NotUnique)
    with pytest.raises(ChannelTaken):
        await thread.read(rounds.check_free, maker.begun(channel=1))
    for stored in (first, third):
        assert (await thread.read(rounds.load, stored.id)).players == stored.players


async def test_a_write_that_another_process_deadlocked_is_done_again_at_once(
    storage, thread, monkeypatch
):
    """Nothing is noted as a fault, and the database does not count as silent afterwards."""
    monkeypatch.setattr(held_connection, "SLOW_FAILURE", 0.0)
    calls = []

    def act(_):
        calls.append(len(calls))
        if len(calls) == 1:
            raise TransactionUndone("deadlock detected")
        return "done"

    assert await thread.write(act) == "done"
    assert calls == [0, 1]
    assert storage.fault == ""
    assert await thread.write(lambda _: "next") == "next"


async def test_all_that_writes_store_is_there_in_order(thread, storage, maker):
    """Seats of a new round and changed ones of another, which are two writes to one table."""
    (first,) = await together(thread, *opening(maker, 1))
    left = first.with_player(Seat(0), missed_turns=1)
    opened, saved = await together(thread, *opening(maker, 2), (rounds.save, left))
    for one in (opened, saved):
        assert storage.read(rounds.load, one.id) == one
    assert saved.players[0].missed_turns == 1
