"""A session that PostgreSQL cuts: one line in the log, and the act is done on the next session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.storage import held_connection
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import CommitUnanswered, StorageFailed
from bot.storage.settings import get, put
from bot.storage.statement import Connection
from bot.storage.thread import StorageThread
from postgres_servers import Send, sender
from sql import run

PROCESS = "SELECT pg_backend_pid()"


@pytest.fixture
def storage(postgres_url: str) -> Iterator[Storage]:
    with Storage.open(postgres_url) as opened:
        yield opened


@pytest.fixture
def send(postgres_url: str) -> Iterator[Send]:
    with sender(address(postgres_url)) as sends:
        yield sends


@pytest.fixture
def cut(send: Send) -> Callable[[Connection], None]:
    """End the session of a connection, as an administrator or a restart does."""

    def end(connection: Connection) -> None:
        pid = connection.driver.info.backend_pid
        assert send(f"SELECT pg_terminate_backend({pid}, 5000)") == [(True,)]

    return end


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    def told() -> list[str]:
        records = [one for one in caplog.records if one.levelno >= logging.WARNING]
        assert not any(one.exc_info for one in records)
        return [one.getMessage() for one in records]

    return told


def once(cut: Callable[[Connection], None]) -> Callable[[Connection], None]:
    """Cut the session of the first call."""
    calls: list[int] = []

    def first_time(connection: Connection) -> None:
        calls.append(1)
        if len(calls) == 1:
            cut(connection)

    return first_time


@pytest.mark.parametrize("when", ["before", "during", "at the end"])
@pytest.mark.parametrize("use", ["write", "read", "read_beside"])
def test_an_act_whose_session_is_cut_is_done_on_the_next_one(
    storage: Storage, cut: Any, lines: Any, use: str, when: str
) -> None:
    storage.write(put, "here", "key", "before")
    held = storage._beside if use == "read_beside" else storage._held
    with held.transaction(reads=True) as connection:
        before = run(connection, PROCESS).scalar()
    if when == "before":
        cut(held._connection)
    cuts = once(cut)

    def act(connection: Connection) -> Any:
        if use == "write":
            put(connection, "here", "key", f"{get(connection, 'here', 'key')}, once")
        if when == "during":
            cuts(connection)
        process = run(connection, PROCESS).scalar()
        if when == "at the end":
            cuts(connection)
            run(connection, "SELECT 1")
        return process

    assert getattr(storage, use)(act) != before
    assert storage.read(get, "here", "key") == ("before, once" if use == "write" else "before")
    (line,) = lines()
    assert "terminating connection due to administrator command. The session is replaced." in line
    assert storage.fault == ""


def test_an_act_that_is_cut_twice_fails(storage: Storage, cut: Any, lines: Any) -> None:
    calls = []

    def act(connection: Connection) -> None:
        calls.append(1)
        cut(connection)
        run(connection, PROCESS)

    with pytest.raises(StorageFailed, match="terminating connection"):
        storage.write(act)
    assert len(calls) == 2
    assert len(lines()) == 2
    assert "terminating connection" in storage.fault


def test_what_a_commit_may_have_stored_is_not_tried_again(
    storage: Storage, cut: Any, lines: Any
) -> None:
    calls = []

    def act(connection: Connection) -> None:
        calls.append(1)
        put(connection, "here", "key", "value")
        cut(connection)

    with pytest.raises(CommitUnanswered):
        storage.write(act)
    assert (len(calls), len(lines())) == (1, 1)
    assert storage.fault


@pytest.mark.parametrize("ended_by", ["its limit", "silence"])
def test_an_act_that_took_long_is_not_tried_again(
    storage: Storage, cut: Any, monkeypatch: Any, ended_by: str
) -> None:
    calls = []

    def act(connection: Connection) -> None:
        calls.append(1)
        if ended_by == "silence":
            cut(connection)
        run(connection, "SELECT pg_sleep(2)")

    storage.read(run, PROCESS)
    if ended_by == "its limit":
        monkeypatch.setattr(held_connection, "TRANSACTION_SECONDS", 0.3)
    else:
        monkeypatch.setattr(held_connection, "SLOW_FAILURE", 0.0)
    with pytest.raises(StorageFailed):
        storage.write(act)
    assert calls == [1]


async def test_joined_writes_are_all_done_and_one_line_is_logged(
    storage: Storage, cut: Any, lines: Any
) -> None:
    cuts = once(cut)
    thread = StorageThread(storage)

    def act(connection: Connection, at: int) -> int:
        if at == 3:
            cuts(connection)
        put(connection, "here", f"key {at}", "value")
        return at

    done = await asyncio.gather(*(thread.write(act, at) for at in range(6)))
    thread.close()
    assert done == [*range(6)]
    assert all(storage.read(get, "here", f"key {at}") == "value" for at in range(6))
    assert len(lines()) == 1


async def test_joined_writes_whose_commit_was_sent_are_not_tried_again(
    storage: Storage, cut: Any, lines: Any, monkeypatch: Any
) -> None:
    """The answer is lost behind the COMMIT, which has stored all of them."""
    storage.read(run, PROCESS)
    connection = storage._held._connection
    commit, thread = connection.driver.commit, StorageThread(storage)

    def stored_and_cut() -> None:
        commit()
        cut(connection)
        commit.__self__.execute("SELECT 1")

    monkeypatch.setattr(connection.driver, "commit", stored_and_cut)

    def count(connection: Connection, at: int) -> None:
        before = get(connection, "here", f"key {at}")
        put(connection, "here", f"key {at}", f"{before or ''}+")

    done = await asyncio.gather(
        *(thread.write(count, at) for at in range(6)), return_exceptions=True
    )
    thread.close()
    assert [type(one) for one in done] == [CommitUnanswered] * 6
    assert [storage.read(get, "here", f"key {at}") for at in range(6)] == ["+"] * 6
    assert len(lines()) == 1


def test_a_session_that_was_cut_at_rest_is_one_line(
    storage: Storage, cut: Any, lines: Any, monkeypatch: Any
) -> None:
    storage.read(run, PROCESS)
    monkeypatch.setattr(held_connection, "PING_AFTER", 0)
    cut(storage._held._connection)
    assert storage.read(run, "SELECT 1").scalar() == 1
    assert len(lines()) == 1


def test_a_server_that_does_not_return_is_told_in_the_words_of_libpq(
    storage: Storage, cut: Any, lines: Any, monkeypatch: Any
) -> None:
    storage.read(run, PROCESS)

    def act(connection: Connection) -> None:
        cut(connection)
        monkeypatch.setattr(storage._held.engine.dialect, "connect", away)
        run(connection, PROCESS)

    def away(**parameters: Any) -> Any:
        from psycopg import connect

        return connect(f"host=127.0.0.1 port=1 user={parameters['user']}")

    with pytest.raises(StorageFailed, match=r"fails: connection failed: .*Connection refused"):
        storage.write(act)
    assert len(lines()) == 1
    assert "Connection refused" in storage.fault
