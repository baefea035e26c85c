"""The first connections of a command to PostgreSQL: whether the server or a pooler serve the bot.

A connection that fails has no SQLSTATE in libpq, only words for people. What kind of failure it is
tells libpq's ping, which needs no right to log in.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack, closing, suppress
from typing import Any

from sqlalchemy import Engine

from bot.storage.errors import Refused, SharedSession, StorageFault, Unreachable
from bot.storage.faults import fault_of, reason
from bot.storage.postgresql import NO_ANSWER, arguments, connect
from bot.storage.time_limit import TimeLimit

PAUSES = (1.0, 2.0, 3.0)
"""Seconds before each further attempt at a server that refuses the connection: it may have too many
of them for a moment."""

POOLER_SECONDS = 5.0
"""Seconds to wait for a session of a pooler."""

_PLACE = ("host", "hostaddr", "port", "connect_timeout")
"""The parameters of libpq that say where a server is."""


def refuse_server(engine: Engine, place: str) -> None:
    """Raise a StorageFault for a server that refuses connections, or a pooler that shares sessions.

    Nothing is written, and no setting is changed: the sessions of a pooler may be others' too.
    """
    with closing(TimeLimit()) as limit, ExitStack() as stack:

        def connected() -> Any:
            connection = _connected(engine, place)
            stack.callback(connection.close)
            connection.autocommit = True
            return connection

        def session(connection: Any) -> int:
            """Return the process that answers a connection of psycopg."""
            with limit.of(connection, POOLER_SECONDS):
                process: int = connection.execute("SELECT pg_backend_pid()").fetchone()[0]
            return process

        driver_error = engine.dialect.loaded_dbapi.Error
        try:
            first = connected()
            process = session(first)
            if process == first.info.backend_pid:  # no pooler answers
                return
            moved = session(first) != process
            second = connected()
            session(second)
        except driver_error as error:
            if limit.exceeded:
                raise Unreachable(place, said=NO_ANSWER.format(POOLER_SECONDS)) from None
            raise fault_of(error, place) or error from None
        second.autocommit = False
        stack.callback(_roll_back, second, driver_error)
        try:  # the second one keeps its transaction open
            moved = moved or session(second) == process or session(first) != process
        except driver_error:  # there are no transactions, or the first one waits for the second
            moved = True
        if moved:
            raise SharedSession(place)


def _roll_back(connection: Any, driver_error: type[Exception]) -> None:
    with suppress(driver_error):
        connection.rollback()


def _connected(engine: Engine, place: str) -> Any:
    """Return a connection of psycopg. Raises Unreachable and Refused."""
    _, given = engine.dialect.create_connect_args(engine.url)
    parameters = {**given, **arguments()}
    for pause in (*PAUSES, None):
        try:
            return connect(engine.dialect, None, (), parameters)
        except engine.dialect.loaded_dbapi.Error as error:
            kind, lasts = _kind_of(error, parameters)
            if pause is None or lasts:
                raise kind(place, said=reason(error)) from None
            time.sleep(pause)
    raise AssertionError


def _kind_of(error: Any, parameters: Mapping[str, Any]) -> tuple[type[StorageFault], bool]:
    """Return the fault of a failed connection, and whether another attempt at once is in vain."""
    from psycopg import ProgrammingError  # noqa: PLC0415 — the package is optional
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415
    from psycopg.errors import ConnectionTimeout  # noqa: PLC0415
    from psycopg.pq import PGconn, Ping  # noqa: PLC0415

    def ping(some: Mapping[str, Any]) -> int:
        return PGconn.ping(make_conninfo(**some).encode())

    if isinstance(error, ConnectionTimeout):
        return Unreachable, True
    if isinstance(error, ProgrammingError):  # there is no such parameter
        return Refused, True
    unsaid = ("context", "password")  # what is no parameter of libpq, and what would log in
    answer = ping({name: value for name, value in parameters.items() if name not in unsaid})
    if answer == Ping.NO_ATTEMPT:
        return Refused, True
    if answer == Ping.OK:
        return Refused, error.pgconn is not None and error.pgconn.needs_password
    place = {name: parameters[name] for name in _PLACE if name in parameters}
    if answer == Ping.NO_RESPONSE and ping({**place, "sslmode": "disable"}) == Ping.OK:
        return Refused, True  # the server is there: it is the encryption that fails
    return Unreachable, True
