"""A connection to PostgreSQL: how libpq makes it, and what its session is set to."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Any

from sqlalchemy.pool import ConnectionPoolEntry

from bot.storage.errors import BadEncoding, BadSetting, Unreachable
from bot.storage.faults import NOT_ALLOWED, reason
from bot.storage.time_limit import TimeLimit

CONNECT_TIMEOUT = 4
"""Seconds to wait for a connection to PostgreSQL, for each address that its host has."""

ANSWER_SECONDS = 1.5
"""Seconds to wait for the first answer of a new connection, for which a pooler needs a session."""

NO_ANSWER = "it has not answered a statement for {:.1f} seconds"
"""What is said of a server that is silent, with the seconds."""

POSTGRES_KEEPALIVE = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    "tcp_user_timeout": 8_000,
}
"""The keepalives by which libpq notices a lost network: seconds, but `tcp_user_timeout` in ms."""

SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        # How values are read and written.
        "DateStyle": "ISO, MDY",
        "IntervalStyle": "postgres",
        "TimeZone": "UTC",
        "array_nulls": "on",
        "bytea_output": "hex",
        "extra_float_digits": "1",
        "quote_all_identifiers": "off",
        "standard_conforming_strings": "on",
        "transform_null_equals": "off",
        # What a transaction is.
        "default_transaction_deferrable": "off",
        "default_transaction_isolation": "read committed",
        "default_transaction_read_only": "off",
        "exit_on_error": "off",
        # What is stored stays stored. `local`, `remote_write` and `remote_apply` are kept.
        "ignore_checksum_failure": "off",
        "session_replication_role": "origin",
        "synchronous_commit": "on",
        "zero_damaged_pages": "off",
        # A migration waits and takes as long as it needs; see also `HELD_SETTINGS`.
        "idle_in_transaction_session_timeout": "0",
        "idle_session_timeout": "0",
        "lock_timeout": "0",
        "statement_timeout": "0",
        "transaction_timeout": "0",
    }
)
"""Settings of which another value, of the server, the database or the user, would change what a
statement means or when a session ends. Those that a server's version does not know are left out.
"""

HELD_SETTINGS: Mapping[str, str] = MappingProxyType(
    {
        "statement_timeout": "8s",
        "lock_timeout": "5s",
        "idle_in_transaction_session_timeout": "30s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "2",
    }
)
"""Settings of a session that is held while the bot runs: time limits for a statement, for a lock
and for an idle transaction, and the keepalives by which PostgreSQL notices that this machine is
unreachable, so that its locks end.
"""

_PREPARE = (
    "SELECT pg_backend_pid(), (SELECT count(set_config(name, ours, false)) "
    "FROM unnest(%(names)s::text[], %(values)s::text[]) AS chosen (name, ours) "
    "JOIN pg_settings USING (name) "
    "WHERE setting <> ours AND (name <> 'synchronous_commit' OR setting = 'off'))"
)


def arguments() -> dict[str, Any]:
    """Return the parameters of libpq beside those of the address.

    A setting of the session is not among them: poolers refuse most at the start of a connection.
    """
    return {
        "client_encoding": "UTF8",
        "connect_timeout": CONNECT_TIMEOUT,
        **POSTGRES_KEEPALIVE,
    }


def prepare(place: str, connection: Any, _entry: ConnectionPoolEntry | None) -> None:
    """Set up the session of a new connection; close it on failure.

    Raises BadEncoding, BadSetting, and Unreachable where there is no answer. Nothing is prepared on
    the server where a pooler answers for it.
    """
    with closing(TimeLimit()) as limit:
        try:
            _check_encoding(place, connection)
            connection.autocommit = True
            lists = {"names": list(SETTINGS), "values": list(SETTINGS.values())}
            with limit.of(connection, ANSWER_SECONDS):
                process, _ = connection.execute(_PREPARE, lists).fetchone()
            connection.autocommit = False
            if process != connection.info.backend_pid:
                connection.prepare_threshold = None
        except BaseException as error:
            connection.close()
            if limit.exceeded:
                raise Unreachable(place, said=NO_ANSWER.format(ANSWER_SECONDS)) from None
            if getattr(error, "sqlstate", None) == NOT_ALLOWED:
                raise BadSetting(place, said=reason(error)) from None
            raise


def _check_encoding(place: str, connection: Any) -> None:
    """Raise BadEncoding for a database whose encoding is not UTF-8."""
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise BadEncoding(place, encoding=encoding)
