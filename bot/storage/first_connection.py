"""The first connections of a command to PostgreSQL: whether the server or a pooler serve the bot.

A connection that fails has no SQLSTATE in libpq, only words for people. What kind of failure it is
tells a second attempt, of which libpq writes a trace, or else libpq's ping, which needs no right to
log in.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from contextlib import ExitStack, closing, suppress
from typing import Any

from sqlalchemy import URL, Engine

from bot.storage.errors import ConnectionRefused, SharedSession, StorageFault, Unreachable
from bot.storage.faults import fault_of, reason
from bot.storage.postgresql import NO_ANSWER, arguments
from bot.storage.time_limit import TimeLimit

POOLER_SECONDS = 5.0
"""Seconds to wait for a session of a pooler."""

NO_SESSION = f"{NO_ANSWER}; perhaps its pooler has fewer than two free sessions for the bot"
"""What is said of a pooler that has given one session and is silent about a second one."""

_PLACE = ("host", "hostaddr", "port", "connect_timeout")
"""The parameters of libpq that say where a server is."""

_PASSING = ("", "08", "53", "57")
"""Classes of SQLSTATE of refusals that may pass: connection, resources, the operator; the empty one
stands for a connection that is accepted by now. PgBouncer has 08P01 for whatever it refuses."""

_REFUSAL = re.compile(rb'\tErrorResponse\t(?: [SV] "[^"]*")* C "(\w{5})"')
"""The message of a server that refuses a connection, in libpq's trace, up to the SQLSTATE."""


def refuse_server(engine: Engine, place: str) -> None:
    """Raise a StorageFault for a server that refuses connections, or a pooler that shares sessions.

    Nothing is written, and no setting is changed: the sessions of a pooler may be others' too.
    """
    with closing(TimeLimit()) as limit, ExitStack() as stack:

        def connect() -> Any:
            connection = _connect(engine, place)
            stack.callback(connection.close)
            connection.autocommit = True
            return connection

        def process_of(connection: Any) -> int:
            """Return the process that answers a connection of psycopg."""
            with limit.of(connection, POOLER_SECONDS):
                process: int = connection.execute("SELECT pg_backend_pid()").fetchone()[0]
            return process

        driver_error = engine.dialect.loaded_dbapi.Error
        silent = NO_ANSWER
        try:
            first = connect()
            process = process_of(first)
            if process == first.info.backend_pid:  # no pooler answers
                return
            moved = process_of(first) != process
            silent = NO_SESSION
            second = connect()
            process_of(second)
        except driver_error as error:
            if limit.exceeded:
                raise Unreachable(place, said=silent.format(POOLER_SECONDS)) from None
            raise fault_of(error, place) or Unreachable(place, said=reason(error)) from None
        second.autocommit = False
        stack.callback(_roll_back, second, driver_error)
        try:  # the second one keeps its transaction open
            moved = moved or process_of(second) == process or process_of(first) != process
        except driver_error as error:
            # The first one waits for the second, or there are no transactions; 57 is a cut session.
            moved = limit.exceeded or not (error.sqlstate or "57").startswith("57")
            if not moved:
                raise Unreachable(place, said=reason(error)) from None
        if moved:
            raise SharedSession(place)


def _roll_back(connection: Any, driver_error: type[Exception]) -> None:
    with suppress(driver_error):
        connection.rollback()


def _connect(engine: Engine, place: str) -> Any:
    """Return a connection of psycopg. Raises Unreachable and ConnectionRefused."""
    driver = engine.dialect.loaded_dbapi
    try:
        _refuse_unknown(engine.url)
        _, from_address = engine.dialect.create_connect_args(engine.url)
        parameters = {**from_address, **arguments()}
        return engine.dialect.connect(**parameters)
    except driver.ProgrammingError as error:
        raise ConnectionRefused(place, said=reason(error)) from None
    except driver.Error as error:
        del parameters["context"]  # which is SQLAlchemy's own
        raise _fault_kind(error, parameters)(place, said=reason(error)) from None


def _refuse_unknown(url: URL) -> None:
    """Raise ProgrammingError for a parameter that libpq does not know, though psycopg may."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415 — the package is optional

    make_conninfo(" ".join(f"{name}=''" for name in url.query))


def _fault_kind(error: Exception, parameters: Mapping[str, Any]) -> type[StorageFault]:
    """Return the fault of a connection that libpq has failed to make."""
    from psycopg.conninfo import make_conninfo  # noqa: PLC0415
    from psycopg.errors import ConnectionTimeout  # noqa: PLC0415
    from psycopg.pq import PGconn, Ping  # noqa: PLC0415

    def ping(some: Mapping[str, Any]) -> int:
        return PGconn.ping(make_conninfo(**some).encode())

    if isinstance(error, ConnectionTimeout):
        return Unreachable
    state = _state_of(make_conninfo(**parameters))
    if state is not None:
        return Unreachable if state[:2] in _PASSING else ConnectionRefused
    answer = ping({name: parameters[name] for name in parameters if name != "password"})
    if answer in {Ping.NO_ATTEMPT, Ping.OK}:
        return ConnectionRefused
    address = {name: parameters[name] for name in _PLACE if name in parameters}
    if answer == Ping.NO_RESPONSE and ping({**address, "sslmode": "disable"}) == Ping.OK:
        return ConnectionRefused  # the server is there: it is the encryption that fails
    return Unreachable


def _state_of(conninfo: str) -> str | None:
    """Return the SQLSTATE with which the server refuses a connection, "" where it accepts it now.

    It is None where libpq itself fails, and where it does not trace this: outside Linux, and in its
    older versions.
    """
    from psycopg.pq import ConnStatus, PGconn  # noqa: PLC0415 — the package is optional

    if sys.platform != "linux":
        return None
    with os.fdopen(os.memfd_create("trace"), "rb") as trace:  # in memory: it holds secrets
        attempt = PGconn.connect_start(conninfo.encode())
        attempt.trace(trace.fileno())
        attempt.reset()  # connects anew, and waits as long as `connect_timeout` says
        attempt.untrace()
        trace.seek(0)
        states = _REFUSAL.findall(trace.read())
        accepted = attempt.status == ConnStatus.OK
        attempt.finish()
    if accepted:
        return ""
    return states[-1].decode() if states else None
