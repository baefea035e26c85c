"""The storage thread: what it calls, and its pulse: a silent database is no stuck thread."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.storage.errors import StorageFailed
from bot.storage.thread import STUCK_SECONDS, StorageThread
from rules.errors import Refusal
from rules.text import say


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
    return connection.exec_driver_sql("SELECT 7").scalar_one()


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
        await thread.write(fails, Refusal(say("The round is over.")))
    assert thread.silent_seconds == 0


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
