"""The storage thread: what it calls, and its pulse: a silent database is no stuck thread."""

from __future__ import annotations

import asyncio
import logging
import threading

import pytest
from sqlalchemy import select

from bot.storage.database import Storage
from bot.storage.errors import NotUnique, StatementError, StorageDamaged, StorageFailed
from bot.storage.schema import settings
from bot.storage.settings import put
from bot.storage.thread import STUCK_SECONDS, StorageThread
from rules.errors import Refusal
from rules.text import say
from sql import run


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def thread(sqlite_storage, clock):
    opened = StorageThread(sqlite_storage, clock)
    yield opened
    opened.close()


def fails(_, error):
    raise error


def number(connection):
    return run(connection, "SELECT 7").scalar()


def stored(connection):
    query = select(settings.c.value).where(settings.c.scope == "host")
    return run(connection, query).scalar()


async def test_functions_of_a_connection_are_called_in_a_transaction_on_one_thread(thread):
    def where(connection):
        return number(connection), threading.current_thread().name

    assert await thread.read(where) == await thread.write(where) == (7, "storage")


async def test_a_use_that_nobody_waits_for_comes_before_what_is_asked_later(thread):
    seen = []
    thread.submit(lambda storage: seen.append(storage.read(number)))
    await thread.read(number)
    assert seen == [7]


async def test_a_database_that_fails_again_and_again_is_silent_and_nothing_is_stuck(thread, clock):
    for _ in range(20):
        clock.now += 9
        with pytest.raises(StorageFailed):
            await thread.read(fails, StorageFailed("silent"))
    assert thread.silent_seconds == 180
    assert (thread.stuck_seconds, thread.waiting) == (0, 0)


async def test_a_refusal_is_an_answer(thread, clock):
    clock.now += 50
    with pytest.raises(Refusal):
        await thread.write(fails, Refusal(say("The game is over.")))
    assert thread.silent_seconds == 0


@pytest.mark.parametrize(
    ("error", "level"),
    [
        (Refusal(say("The game is over.")), logging.INFO),
        (NotUnique("UNIQUE constraint failed: rounds.channel"), logging.INFO),
        (StatementError("no such column: dice"), logging.WARNING),
    ],
)
async def test_a_late_refusal_is_no_matter_of_the_host(thread, caplog, error, level):
    """Its caller has given up, and would have answered it, unlike a statement that is wrong."""
    caplog.set_level(logging.INFO, "bot.storage.thread")
    call = asyncio.ensure_future(thread.write(fails, error))
    await asyncio.sleep(0)
    call.cancel()
    thread.close()
    await asyncio.sleep(0)
    (told,) = caplog.records
    assert (told.levelno, told.getMessage()) == (level, f"a late answer of the database: {error}")


async def test_a_call_that_never_ends_is_noticed(thread, clock):
    begun, seen = threading.Event(), []

    def hangs(_):
        begun.wait()
        for _ in range(2):
            clock.now += STUCK_SECONDS - 10
            seen.append((thread.stuck_seconds, thread.waiting))
        return "at last"

    calls = [asyncio.ensure_future(thread.read(one)) for one in (hangs, number)]
    await asyncio.sleep(0)
    begun.set()
    assert await asyncio.gather(*calls) == ["at last", 7]
    assert seen == [(0, 2), (STUCK_SECONDS - 20, 2)]
    assert (thread.stuck_seconds, thread.silent_seconds, thread.waiting) == (0, 0, 0)


# What is read beside


async def test_a_long_read_beside_lets_an_act_through_and_sees_what_was_told(thread):
    begun, done, on = threading.Event(), threading.Event(), []

    def reads_long(connection):
        on.append(threading.current_thread().name)
        begun.set()
        assert done.wait(10)
        return stored(connection)

    long = asyncio.ensure_future(thread.read_beside(reads_long))
    await asyncio.to_thread(begun.wait)
    await thread.write(put, "host", "colour", "green")
    assert not long.done()
    done.set()
    await long
    assert on == ["storage-reads"]
    assert await thread.read_beside(stored) == "green"


def test_nothing_can_be_written_beside(storage):
    with pytest.raises(Exception, match=r"readonly|read-only"):
        storage.read_beside(put, "host", "colour", "red")
    storage.write(put, "host", "colour", "green")
    assert storage.read_beside(stored) == storage.read(stored) == "green"


async def test_a_database_in_memory_is_read_by_the_one_thread():
    with Storage.open("sqlite://") as storage:
        thread = StorageThread(storage)
        await thread.write(put, "host", "colour", "green")
        assert await thread.read_beside(stored) == "green"
        thread.close()


async def test_damage_that_a_check_has_found_is_told_beside_too(thread, sqlite_storage):
    assert await thread.read_beside(stored) is await thread.read(stored) is None
    sqlite_storage.file.unlink()
    with pytest.raises(StorageDamaged):
        await thread.check()
    with pytest.raises(StorageDamaged):
        await thread.read_beside(stored)


async def test_what_waits_beside_is_read_before_the_thread_closes(thread):
    waiting = [asyncio.ensure_future(thread.read_beside(number)) for _ in range(3)]
    await asyncio.sleep(0)
    thread.close()
    assert await asyncio.gather(*waiting) == [7, 7, 7]
    with pytest.raises(RuntimeError):
        await thread.read_beside(number)
