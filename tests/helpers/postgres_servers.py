"""Servers and databases of a test's own: PgBouncer, a PostgreSQL, a user with a database.

All are skipped where they are missing; they listen on the loopback interface alone.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import URL, create_engine

from bot.storage.engine import address
from served import free_port

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")

NEWEST = max(Path("/usr/lib/postgresql").glob("*/bin/initdb"), default=None)
INITDB = shutil.which("initdb") or (NEWEST and str(NEWEST))

Send = Callable[..., list[tuple[Any, ...]]]


def written(url: URL) -> str:
    """Return an address as a host writes it."""
    return url.render_as_string(hide_password=False)


@contextmanager
def sender(url: URL) -> Iterator[Send]:
    """Send statements, each in a transaction of its own; the rows of the last one are returned."""
    engine = create_engine(url, isolation_level="AUTOCOMMIT")

    def send(*statements: str) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        with engine.connect() as connection:
            for statement in statements:
                result = connection.exec_driver_sql(statement)
                rows = [tuple(row) for row in result] if result.returns_rows else []
        return rows

    yield send
    engine.dispose()


@contextmanager
def own_database(rights: str = "") -> Iterator[tuple[URL, Send]]:
    """Make a user and its database on the server of TEST_DATABASE_URL; drop both in the end.

    Yields its address, and a function that sends statements as the administrator.
    """
    given = os.environ.get("TEST_DATABASE_URL")
    if not given:
        pytest.skip("TEST_DATABASE_URL is not set")
    name = f"test_{uuid4().hex[:12]}"
    with sender(address(given)) as send:
        send(
            f"CREATE ROLE {name} LOGIN PASSWORD 'secret-word' {rights}",
            f"CREATE DATABASE {name} OWNER {name}",
        )
        try:
            yield address(given).set(username=name, password="secret-word", database=name), send
        finally:
            send(f"DROP DATABASE {name} WITH (FORCE)", f"DROP ROLE {name}")


@contextmanager
def pgbouncer(behind: URL, mode: str, **settings: object) -> Iterator[URL]:
    """Run PgBouncer before the server of a database; yield the database's address through it."""
    if PGBOUNCER is None:
        pytest.skip("pgbouncer is not installed")
    with _folder("nobody") as (folder, user):
        port = free_port()
        (folder / "users").write_text(f'"{behind.username}" "{behind.password}"\n')
        lines = {
            "listen_addr": "127.0.0.1",
            "listen_port": port,
            "unix_socket_dir": "",
            "auth_type": "plain",
            "auth_file": folder / "users",
            "logfile": folder / "log",
            "pool_mode": mode,
            **settings,
        }
        (folder / "ini").write_text(
            f"[databases]\n* = host={behind.host or '127.0.0.1'} port={behind.port or 5432}\n"
            "[pgbouncer]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items())
        )
        process = subprocess.Popen(
            [PGBOUNCER, folder / "ini"],
            user=user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port)
            yield behind.set(host="127.0.0.1", port=port)
        finally:
            process.terminate()
            process.wait(10)


@contextmanager
def own_server(*, standby: bool = False) -> Iterator[URL]:
    """Run a PostgreSQL; yield the address of its database."""
    if INITDB is None:
        pytest.skip("PostgreSQL is not installed")
    with _folder("postgres") as (folder, user):
        data, port = folder / "data", free_port()
        made = [INITDB, "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        subprocess.run(
            [*made, "--username=postgres", data], user=user, check=True, capture_output=True
        )
        if standby:
            (data / "standby.signal").touch()
        postgres = Path(INITDB).with_name("postgres")
        flags = ("listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off")
        process = subprocess.Popen(
            [postgres, "-D", data, "-p", str(port), *(f"--{flag}" for flag in flags)],
            user=user,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port)
            yield address(f"postgresql://postgres@127.0.0.1:{port}/postgres")
        finally:
            process.terminate()
            process.wait(20)


@contextmanager
def _folder(user: str) -> Iterator[tuple[Path, str | None]]:
    """Make a folder of another user where this one is root, whom these servers refuse."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        if root:
            shutil.chown(name, user)
        yield Path(name), user if root else None


def _wait_for(port: int) -> None:
    until = time.monotonic() + 20
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        assert time.monotonic() < until, "the server does not listen"
        time.sleep(0.05)
