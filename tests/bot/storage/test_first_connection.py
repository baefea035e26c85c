"""What libpq says of a connection that fails is told as it says it, with the right exit code."""

from __future__ import annotations

import struct
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL

from bot.commands.maintenance.faults import report_faults
from bot.storage import first_connection, postgresql
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import ConnectionRefused, OnlyRead, StorageFault, Unreachable
from bot.storage.inspection import inspect_database
from postgres_servers import Send, own_database, own_server, written


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "CONNECT_TIMEOUT", 2)


@pytest.fixture
def own() -> Iterator[tuple[URL, Send]]:
    with own_database() as made:
        yield made


def refused(url: URL, kind: type[StorageFault], capfd: Any) -> str:
    """Return the line that a command prints of a database that cannot be opened."""
    faults = []
    for open_it in (Storage.open, Storage.open_existing, inspect_database):
        with pytest.raises(StorageFault) as caught:
            open_it(written(url))
        assert type(caught.value) is kind, caught.value
        assert "secret-word" not in "".join(traceback.format_exception(caught.value))
        faults.append(str(caught.value))
    assert len({fault.replace("::1", "127.0.0.1") for fault in faults}) == 1
    command = report_faults(lambda: Storage.open(written(url)) and 0)
    assert command() == (1 if kind is Unreachable else 2)
    (line,) = capfd.readouterr().err.splitlines()
    assert faults[0] in line
    return faults[0]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("sslmode=require", "server does not support SSL, but SSL was required"),
        ("sslmode=verify-full", "server does not support SSL, but SSL was required"),
        ("sslmode=no", 'invalid sslmode value: "no"'),
        ("no_such_parameter=1", 'invalid connection option "no_such_parameter"'),
        ("autocommit=1", 'invalid connection option "autocommit"'),
        ("prepare_threshold=x", 'invalid connection option "prepare_threshold"'),
        ("context=x", 'invalid connection option "context"'),
        ("conninfo=port%3D1", 'invalid connection option "conninfo"'),
        ("options=-cno_such_setting%3D1", 'unrecognized configuration parameter "no_such_setting"'),
        ("target_session_attrs=standby", "server is not in hot standby mode"),
    ],
)
def test_a_parameter_of_the_address_is_a_mistake(
    own: Any, capfd: Any, query: str, said: str
) -> None:
    url, _ = own
    told = refused(address(f"{written(url)}?{query}"), ConnectionRefused, capfd)
    assert said in told
    assert told.endswith("Correct that in DATABASE_URL or on the server.")


def test_encryption_that_the_environment_asks_for_is_a_mistake(
    own: Any, capfd: Any, monkeypatch: Any
) -> None:
    monkeypatch.setenv("PGSSLMODE", "require")
    assert "server does not support SSL" in refused(own[0], ConnectionRefused, capfd)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"password": "wrong-secret-word"}, "password authentication failed for user"),
        ({"password": None}, "no password supplied"),
        ({"database": "no_such_dice"}, 'database "no_such_dice" does not exist'),
    ],
)
def test_what_the_server_refuses_is_a_mistake(
    own: Any, capfd: Any, other: dict[str, Any], said: str
) -> None:
    url, _ = own
    changed = (
        url.set(**other)
        if all(other.values())
        else URL.create(url.drivername, url.username, None, url.host, url.port, url.database)
    )
    assert said in refused(changed, ConnectionRefused, capfd)


def test_the_words_of_the_server_decide_nothing(own: Any, capfd: Any) -> None:
    """A name may hold the words by which an error could be told."""
    url, _ = own
    name = "password authentication failed, the database system is starting up"
    assert name in refused(url.set(database=name), ConnectionRefused, capfd)


def test_a_server_that_is_full_is_waited_for(own: Any, capfd: Any) -> None:
    url, send = own
    send(f"ALTER ROLE {url.username} CONNECTION LIMIT 0")
    started = time.monotonic()
    assert "too many connections for role" in refused(url, Unreachable, capfd)
    assert time.monotonic() - started < 2, "it is asked once"
    send(f"ALTER ROLE {url.username} CONNECTION LIMIT 9")
    Storage.open(written(url)).close()


def test_a_server_that_is_full_for_a_moment_is_waited_for(own: Any, monkeypatch: Any) -> None:
    """It accepts the attempt by which libpq traces why it has refused the first one."""
    url, send = own
    send(f"ALTER ROLE {url.username} CONNECTION LIMIT 0")
    trace = first_connection._state_of

    def later(conninfo: str) -> str | None:
        send(f"ALTER ROLE {url.username} CONNECTION LIMIT 9")
        return trace(conninfo)

    monkeypatch.setattr(first_connection, "_state_of", later)
    with pytest.raises(Unreachable, match="too many connections for role"):
        Storage.open(written(url))


def test_where_libpq_cannot_trace_its_ping_is_asked(own: Any, capfd: Any, monkeypatch: Any) -> None:
    url, send = own
    send(f"ALTER ROLE {url.username} CONNECTION LIMIT 0")
    monkeypatch.setattr(sys, "platform", "win32")
    refused(url, ConnectionRefused, capfd)
    with answering(error("57P03", "bitte warten")) as port:
        refused(url.set(host="127.0.0.1", port=port), Unreachable, capfd)


@pytest.mark.skipif(sys.platform != "linux", reason="libpq traces on Linux alone")
def test_a_trace_leaves_no_file_open(own: Any) -> None:
    url, _ = own
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(ConnectionRefused):
        Storage.open(written(url.set(password="wrong")))
    assert len(list(Path("/proc/self/fd").iterdir())) == before


ANSWERING = """
import socket, sys
message = bytes.fromhex(sys.argv[1])
with socket.create_server(("127.0.0.1", 0)) as listening:
    print(listening.getsockname()[1], flush=True)
    kept = []
    while True:
        client, _ = listening.accept()
        kept.append(client)
        if client.recv(1000)[4:8] == b"\\x04\\xd2\\x16\\x2f":
            client.sendall(b"N")  # no TLS
            client.recv(1000)
        if message:
            client.sendall(message)
            client.close()
"""
"""A server of one message; a process of its own, since the ping of libpq stops all threads."""


@contextmanager
def answering(message: bytes) -> Iterator[int]:
    """Answer each start of a connection with a message; yield the port."""
    process = subprocess.Popen(
        [sys.executable, "-c", ANSWERING, message.hex()], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def error(state: str, words: str) -> bytes:
    """Return the message with which PostgreSQL refuses a connection."""
    fields = f"SFATAL\0VFATAL\0C{state}\0M{words}\0\0".encode()
    return b"E" + struct.pack("!i", 4 + len(fields)) + fields


@pytest.mark.parametrize(
    ("message", "kind", "said"),
    [
        (error("57P03", "bitte warten"), Unreachable, "bitte warten"),
        (error("28P01", "Zutritt verweigert"), ConnectionRefused, "Zutritt verweigert"),
        (error("53300", "Alles belegt"), Unreachable, "Alles belegt"),
        (error("08P01", "Alles belegt"), Unreachable, "Alles belegt"),
        (error("XX000", "Kein Mieter"), ConnectionRefused, "Kein Mieter"),
        (error("28000", 'Nein, C "53300" M "secret"'), ConnectionRefused, "Nein"),
        pytest.param(b"", Unreachable, "timeout expired", marks=pytest.mark.slow),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", Unreachable, "received"),
    ],
    ids=[
        "starts",
        "refuses",
        "full",
        "a full pooler",
        "no tenant",
        "quotes",
        "silent",
        "another program",
    ],
)
def test_a_server_that_answers_is_told_from_one_that_cannot(
    capfd: Any, message: bytes, kind: type[StorageFault], said: str
) -> None:
    pytest.importorskip("psycopg")
    with answering(message) as port:
        url = address(f"postgresql://ann:secret-word@127.0.0.1:{port}/dice")
        assert said in refused(url, kind, capfd)


@pytest.mark.parametrize(
    ("host", "said"),
    [("127.0.0.1:1", "Connection refused"), ("no-such-host.invalid", "no-such-host.invalid")],
)
def test_a_server_that_is_away_is_waited_for(capfd: Any, host: str, said: str) -> None:
    pytest.importorskip("psycopg")
    told = refused(address(f"postgresql://ann:secret-word@{host}/dice"), Unreachable, capfd)
    assert said in told
    assert f"PostgreSQL at {host}/dice cannot be used now: " in told


@pytest.mark.slow
def test_a_standby_is_named() -> None:
    with own_server(standby=True) as url:
        until = time.monotonic() + 10
        while True:  # it starts up for a moment
            with pytest.raises(StorageFault) as caught:
                Storage.open(written(url))
            if type(caught.value) is not Unreachable or time.monotonic() > until:
                break
            time.sleep(0.1)
        assert type(caught.value) is OnlyRead, caught.value
        assert "name its primary server in DATABASE_URL" in str(caught.value)
        with pytest.raises(OnlyRead):
            inspect_database(written(url))
