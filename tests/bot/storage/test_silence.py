"""A database that says nothing any more: every call ends in time, and the next one asks anew."""

import os
import signal
import socket
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, Timer
from types import SimpleNamespace

import pytest

from analysis_thread import ThreadAnalysis
from bot.storage import engine, held_connection, postgresql, time_limit
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import StorageFailed
from bot.storage.postgresql import HELD_SETTINGS, POSTGRES_KEEPALIVE
from bot.storage.thread import STORAGE_TIMEOUT
from bot.storage.time_limit import TimeLimit
from bot.storage.write_fault import try_write
from bot.table.store import deadlines, rounds
from bot.table.store.errors import ChannelTaken
from refusals import write_or_refuse
from rounds_alone import RoundsAlone
from silent_proxy import SilentProxy
from sql import run


@pytest.fixture
def quick(monkeypatch):
    """Limits short enough for a test."""
    monkeypatch.setattr(held_connection, "TRANSACTION_SECONDS", 0.8)
    monkeypatch.setattr(held_connection, "PING_SECONDS", 0.6)
    monkeypatch.setattr(postgresql, "CONNECT_TIMEOUT", 2)
    monkeypatch.setattr(held_connection, "SLOW_FAILURE", 0.5)
    monkeypatch.setattr(held_connection, "SILENT_SECONDS", 0.3)


@pytest.fixture
def proxy(postgres_url, quick):
    behind = address(postgres_url)
    made = SilentProxy(behind.host or "localhost", behind.port or 5432)
    rescue = Timer(20, made.close)  # ends a test that would hang
    rescue.start()
    yield made
    rescue.cancel()
    made.close()


@pytest.fixture
def through(postgres_url, proxy):
    """A storage that reaches PostgreSQL through the proxy."""
    url = address(postgres_url).set(host="127.0.0.1", port=proxy.port)
    storage = Storage.open(url.render_as_string(hide_password=False))
    yield storage
    proxy.close()
    storage.close()


@pytest.fixture
def direct(postgres_url):
    with Storage.open(postgres_url) as storage:
        yield storage


def backend_of(storage) -> int:
    with storage._held.transaction(reads=True) as held:
        return run(held, "SELECT pg_backend_pid()").scalar()


@contextmanager
def within(least, most):
    started = time.monotonic()
    yield
    assert least <= time.monotonic() - started <= most


def failing(call) -> str:
    with pytest.raises(StorageFailed) as caught:
        call()
    told = str(caught.value)
    assert "\n" not in told
    assert caught.value.__context__ is None or caught.value.__suppress_context__
    return told


def test_the_limits_leave_time_for_an_apology():
    assert held_connection.TRANSACTION_SECONDS + 0.3 < STORAGE_TIMEOUT
    assert engine.BUSY_TIMEOUT < STORAGE_TIMEOUT
    assert (
        held_connection.PING_SECONDS + postgresql.CONNECT_TIMEOUT + postgresql.ANSWER_SECONDS
        < STORAGE_TIMEOUT
    )


@pytest.mark.parametrize(("waited", "told"), [(1.0, ""), (8.0, "does not answer")])
def test_what_waits_behind_a_long_wait_of_sqlite_fails_at_once(
    sqlite_storage, monkeypatch, waited, told
):
    """Another process held the lock; for a second nothing is asked of the file."""
    now = [1000.0]
    monkeypatch.setattr(held_connection, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def wait(held):
        now[0] += waited
        held.execute("PRAGMA busy_timeout = 0")
        try_write(held)

    file = sqlite_storage.file
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked" in failing(lambda: sqlite_storage.read(wait))
    if told:
        now[0] += 0.9
        assert told in failing(lambda: sqlite_storage.read(deadlines.undrawn))
        now[0] += 0.2
    assert sqlite_storage.read(deadlines.undrawn) == ()


def test_a_time_limit_ends_with_the_use_that_it_is_of(monkeypatch):
    """Or a connection would be cut at rest, and the lock of its process with it."""
    now, checks = [1000.0], SimpleQueue()

    def monotonic():
        checks.put(now[0])
        return now[0]

    monkeypatch.setattr(time_limit, "CHECK_SECONDS", 0.001)
    monkeypatch.setattr(time_limit, "time", SimpleNamespace(monotonic=monotonic))
    here, there = socket.socketpair()
    with closing(here), closing(there), closing(TimeLimit()) as limit:
        with limit.of(SimpleNamespace(closed=False, fileno=here.fileno), 5):
            pass
        now[0] += 6
        for _ in range(3):
            while checks.get(timeout=10) < now[0]:
                pass
        assert not limit.exceeded
        here.sendall(b"still open")


def test_the_session_has_its_time_outs(direct):
    with direct._held.transaction(reads=True) as held:
        for name, value in HELD_SETTINGS.items():
            unix = ["0"] if name.startswith("tcp") else []  # as on a Unix socket
            assert run(held, f"SHOW {name}").scalar() in (value, *unix)
        given = held.driver.info.get_parameters()
    assert {name: given[name] for name in POSTGRES_KEEPALIVE} == {
        name: str(value) for name, value in POSTGRES_KEEPALIVE.items()
    }


def test_a_call_to_a_silent_database_fails_and_the_next_one_connects_anew(through, proxy):
    before = backend_of(through)
    proxy.silence()
    with within(0.7, 2):
        assert "has not answered" in failing(lambda: through.read(deadlines.undrawn))
    with within(0, 0.1):  # those that waited meanwhile are not kept waiting one by one
        assert "does not answer" in failing(lambda: through.read(deadlines.undrawn))
    proxy.speak()
    time.sleep(0.4)
    assert backend_of(through) != before
    assert through.read(deadlines.undrawn) == ()


def test_a_connection_that_rested_is_tested_before_it_is_used(through, proxy, monkeypatch):
    before = backend_of(through)
    monkeypatch.setattr(held_connection, "PING_AFTER", 0)
    proxy.silence()
    speaking = Thread(target=lambda: (time.sleep(0.3), proxy.speak()))
    speaking.start()
    assert backend_of(through) == before  # late, but in time
    speaking.join()
    proxy.silence()
    speaking = Thread(target=lambda: (time.sleep(1.2), proxy.speak()))
    speaking.start()
    assert backend_of(through) != before
    speaking.join()


def test_a_database_that_cannot_be_connected_to_any_more_is_told_in_time(through, proxy):
    backend_of(through)
    proxy.silence()
    failing(lambda: through.read(deadlines.undrawn))
    time.sleep(0.4)
    with within(1.5, 4):  # a connection takes two seconds at most
        failing(lambda: through.read(deadlines.undrawn))


def test_closing_does_not_wait_for_a_silent_database(through, proxy):
    backend_of(through)
    proxy.silence()
    with within(0, 0.5):
        through.close()


async def test_a_worker_with_many_calls_under_way_stops_in_time(through, proxy):
    """As at SIGTERM: what waits for the storage thread fails at once, behind the call that hangs."""
    live = RoundsAlone(through, ThreadAnalysis())
    backend_of(through)
    proxy.silence()
    with ThreadPoolExecutor(1) as threads:
        for _ in range(50):
            live.storage.submit(lambda storage: storage.read(deadlines.undrawn))
        with within(0, 2.5):
            threads.submit(live.close).result()
            through.close()


def test_a_statement_that_takes_too_long_is_ended_by_the_server(direct):
    before = backend_of(direct)

    def sleep():
        with direct._held.transaction(reads=True) as held:
            run(held, "SET LOCAL statement_timeout = 50")
            run(held, "SELECT pg_sleep(5)")

    with within(0, 1):
        assert "statement timeout" in failing(sleep)
    assert backend_of(direct) == before


def test_a_lock_is_not_waited_for_forever(direct, maker, postgres_url):
    stored = direct.write(rounds.open_round, maker.begun())
    with Storage.open(postgres_url) as other, other._held.transaction(reads=False) as held:
        run(held, f"UPDATE rounds SET opener = 1 WHERE id = {stored.id}")
        direct.write(run, "SET lock_timeout = '50ms'")
        with within(0, 2), pytest.raises(StorageFailed, match="lock timeout"):
            direct.write(rounds.save, maker.acted(stored))


def test_a_refusal_of_the_database_keeps_the_connection(direct, maker):
    before = backend_of(direct)
    direct.write(rounds.open_round, maker.lobby())
    with pytest.raises(ChannelTaken):
        write_or_refuse(direct, rounds.open_round, maker.lobby())
    assert backend_of(direct) == before


def test_a_stopped_backend_is_noticed_in_nine_seconds(direct):
    """The real thing: the kernel answers for a stopped process, so that no time-out of TCP helps."""
    pid = backend_of(direct)
    try:
        assert Path(f"/proc/{pid}/comm").read_text() == "postgres\n"
        os.kill(pid, signal.SIGSTOP)
    except (OSError, AssertionError):
        pytest.skip("PostgreSQL does not run on this machine, or belongs to another user")
    try:
        with within(8, 10):
            assert "has not answered" in failing(lambda: direct.read(deadlines.undrawn))
    finally:
        os.kill(pid, signal.SIGCONT)
    time.sleep(held_connection.SILENT_SECONDS + 0.1)
    assert backend_of(direct) != pid
