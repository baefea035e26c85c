"""What the service manager hears, over a real datagram socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.commands.health.notify import Supervisor

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there is no systemd")


@pytest.fixture(params=["path", "abstract"])
def listening(
    request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[tuple[str, socket.socket]]:
    """A socket of systemd, in a folder or in the abstract name space of Linux."""
    if request.param == "path":
        name = bound = str(tmp_path / "notify")
    else:
        name = f"@dice-poker-{os.getpid()}"
        bound = f"\0{name[1:]}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.bind(bound)
        end.settimeout(5)
        yield name, end


def test_one_message_holds_its_assignments_a_line_each(listening) -> None:
    name, end = listening
    manager = Supervisor({"NOTIFY_SOCKET": name})
    assert manager.notify(READY=1, STATUS="playing on 3 servers")
    assert end.recv(1000) == b"READY=1\nSTATUS=playing on 3 servers"


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": ""},
        {"NOTIFY_SOCKET": "vsock:2:1234"},
    ],
)
def test_nobody_listens_and_nothing_is_sent(environment) -> None:
    assert Supervisor(environment).notify(READY=1)


def test_a_manager_that_has_gone_is_told_again() -> None:
    assert not Supervisor({"NOTIFY_SOCKET": "/nowhere/at/all"}).notify(READY=1)


def test_a_manager_that_reads_nothing_holds_nothing_up(listening) -> None:
    manager = Supervisor({"NOTIFY_SOCKET": listening[0]})
    taken = [manager.notify(STATUS="x" * 1000) for _ in range(2000)]
    assert taken[0]
    assert not taken[-1]


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        ({"WATCHDOG_USEC": "60000000"}, 60),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": str(os.getpid())}, 60),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_has_its_time(given, seconds) -> None:
    assert Supervisor({"NOTIFY_SOCKET": "/run/x", **given}).watchdog_seconds == seconds
    assert Supervisor(given).watchdog_seconds is None
