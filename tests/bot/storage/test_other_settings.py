"""A server, a database and a user of PostgreSQL with other settings than the bot relies on."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from bot.storage import settings as stored_settings
from bot.storage.database import Storage
from bot.storage.engine import engine_for
from bot.storage.errors import BadSetting, NoSchema, StorageFailed, StorageFault
from bot.storage.inspection import inspect_database
from bot.storage.postgresql import HELD_SETTINGS, SETTINGS
from bot.table.store import rounds
from kept_versions import FACTS, facts_of, read_database
from postgres_servers import Send, own_database, written
from sql import run

KEPT = Path(__file__).parents[1] / "versions" / "1.0.0"

TIME_LIMITS = ("idle_in_transaction_session_timeout", "idle_session_timeout", "statement_timeout")

OTHERS = {
    "DateStyle": "German, DMY",
    "IntervalStyle": "sql_standard",
    "TimeZone": "Asia/Kathmandu",
    "client_encoding": "LATIN1",
    "extra_float_digits": "-15",
    "synchronous_commit": "off",
    "lock_timeout": "700",
    **dict.fromkeys(TIME_LIMITS, "700"),
}

DO_NOT_MATTER = re.compile(
    # The costs and methods of a plan, memory, disk and processors.
    "enable_.*|geqo.*|jit.*|cpu_.*|parallel_.*|min_parallel_.*|max_parallel_.*|plan_cache_mode"
    "|(random|seq)_page_cost|effective_.*|constraint_exclusion|cursor_tuple_fraction"
    "|default_statistics_target|(from|join)_collapse_limit|recursive_worktable_factor"
    "|force_parallel_mode|backend_flush_after|(maintenance_)?io_concurrency|maintenance_io_.*"
    "|(maintenance_|logical_decoding_)?work_mem|hash_mem_multiplier|max_stack_depth|temp_.*"
    "|commit_(delay|siblings)|wal_.*|vacuum_.*|gin_.*|synchronize_seqscans|deadlock_timeout"
    # What is logged and counted.
    "|debug_.*|log_.*|trace_.*|track_.*|compute_query_id|stats_fetch_consistency"
    "|backtrace_functions|client_min_messages|update_process_title|escape_string_warning"
    # The network: `HELD_SETTINGS` has the rest.
    "|client_connection_check_interval|tcp_user_timeout|application_name"
    # The words of messages, names of zones and parts of SQL of which no statement makes use.
    "|lc_.*|timezone_abbreviations|default_text_search_config|xml.*|backslash_quote"
    "|check_function_bodies|lo_compat_privileges|password_encryption|row_security"
    # Where tables lie and what is loaded: the host chooses.
    "|search_path|default_(table_access_method|tablespace|toast_compression)|extension_destdir"
    "|dynamic_library_path|(local|session)_preload_libraries|allow_.*|restrict_.*"
    # Chosen by each connection, or of one transaction.
    "|client_encoding|transaction_(deferrable|isolation|read_only)"
)
"""The other settings of a session in PostgreSQL 15, with the reason why they are left alone."""

NOT_OURS = ("debug_", "log_", "trace_", "track_", "transaction_", "allow_", "lc_", "wal_")
"""Beginnings of settings that concern the log and the files of the server."""


def others(send: Send) -> Iterator[tuple[str, str]]:
    """Yield every setting of a session with another value, where there is one."""
    yield from OTHERS.items()
    for name, kind, setting, choices in send(
        "SELECT name, vartype, setting, enumvals FROM pg_settings "
        "WHERE context IN ('user', 'superuser') AND vartype IN ('bool', 'enum') ORDER BY name"
    ):
        if not name.startswith(NOT_OURS) and name not in OTHERS:
            values = {"on": "off", "off": "on"} if kind == "bool" else {}
            yield name, values.get(setting) or next(one for one in choices if one != setting)


def set_otherwise(url: URL, send: Send, names: set[str] | None = None) -> dict[str, str]:
    """Set everything otherwise, half of it for the user and half for the database."""
    changed = {}
    for at, (name, value) in enumerate(others(send)):
        kind, owner = ("ROLE", url.username) if at % 2 else ("DATABASE", url.database)
        if names is None or name in names:
            with suppress(DBAPIError):  # a server may be built without a method of compression
                send(f"ALTER {kind} {owner} SET {name} = '{value}'")
                changed[name] = value
    return changed


@pytest.fixture
def superuser() -> Iterator[tuple[URL, Send]]:
    with own_database("SUPERUSER") as made:
        yield made


@pytest.fixture
def user() -> Iterator[tuple[URL, Send]]:
    with own_database() as made:
        yield made


def shown(storage: Storage, names: Any) -> list[dict[str, str]]:
    """Return settings of both sessions."""

    def show(connection: Any) -> dict[str, str]:
        return {name: run(connection, f"SHOW {name}").scalar() for name in names}

    return [storage.read(show), storage.read_beside(show)]


def test_all_work_is_done_as_with_our_settings(superuser: Any, maker: Any) -> None:
    """A database of 1.0.0 is migrated, read, played on and read beside, and nothing is cut."""
    url, send = superuser
    read_database(KEPT, written(url))
    changed = set_otherwise(url, send)
    assert len(changed) > 60
    assert set(SETTINGS) - set(changed) <= {"transaction_timeout"}  # of version 17
    assert inspect_database(written(url)).state == "older"
    with Storage.open(written(url)) as storage:
        kept = json.loads((KEPT / FACTS).read_text(encoding="utf-8"))
        proved = {number: facts for number, facts in kept.items() if facts["proof"]}
        assert proved
        for number, facts in proved.items():  # proofs of 1.x cannot be made any more
            assert facts_of(storage, int(number)) == {**facts, "proof": False}
        for parts in ({}, {"channel": 11, "language": "ro"}):
            stored = storage.write(rounds.open_round, maker.begun(**parts))
            stored = storage.write(rounds.save, maker.acted(stored))
            assert storage.read(rounds.load, stored.id) == stored
            assert storage.read_beside(rounds.load, stored.id) == stored
        text = "ș ț 🎲 \\ ' \"\x01"
        storage.write(stored_settings.put, "here", "text", text)
        assert storage.read_beside(stored_settings.get, "here", "text") == text
        before = [storage.read(run, "SELECT pg_backend_pid()").scalar()]
        floats = "SELECT 0.1::float8 + 0.2::float8, '\\x00ff'::bytea, NULL = NULL"
        assert storage.read(run, floats).first() == (0.1 + 0.2, b"\x00\xff", None)
        time.sleep(1)  # longer than the time limits that were set
        before.append(storage.read(run, "SELECT pg_backend_pid() FROM pg_sleep(1)").scalar())
        assert before[0] == before[1]
        expected = {**SETTINGS, **HELD_SETTINGS}
        expected = {name: value for name, value in expected.items() if name in changed}
        assert shown(storage, expected) == [expected, expected]
    assert inspect_database(written(url)).state == "newest"


def test_a_migration_has_no_time_limit(user: Any) -> None:
    url, send = user
    set_otherwise(url, send, {*TIME_LIMITS, "lock_timeout"})
    engine = engine_for(url)
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT pg_sleep(1)")
        time.sleep(1)
        connection.rollback()
        time.sleep(1)
        assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == "0"


def test_every_setting_of_a_session_is_ours_or_does_not_matter(user: Any) -> None:
    _, send = user
    names = send("SELECT name FROM pg_settings WHERE context IN ('user', 'superuser')")
    left = {name for (name,) in names if not DO_NOT_MATTER.fullmatch(name)}
    if not send("SHOW server_version")[0][0].startswith("15."):
        pytest.skip("another version has other settings")
    assert left == {*SETTINGS, *HELD_SETTINGS} - {"transaction_timeout"}


@pytest.mark.parametrize(("given", "kept"), [("off", "on"), ("local", "local")])
def test_a_commit_waits_for_the_disk_at_least(user: Any, given: str, kept: str) -> None:
    url, send = user
    send(f"ALTER ROLE {url.username} SET synchronous_commit = {given}")
    with Storage.open(written(url)) as storage:
        only = {"synchronous_commit": kept}
        assert shown(storage, only) == [only, only]


def test_a_setting_that_the_user_may_not_change_is_named(user: Any) -> None:
    """Foreign keys would be off; only a superuser turns them on again."""
    url, send = user
    send(f"ALTER ROLE {url.username} SET session_replication_role = 'replica'")
    for open_it in (Storage.open, inspect_database):
        with pytest.raises(BadSetting, match=r'"session_replication_role".*Reset it') as caught:
            open_it(written(url))
        assert "\n" not in str(caught.value)
    send(f"ALTER ROLE {url.username} RESET session_replication_role")
    with Storage.open(written(url)) as storage:
        storage.read(run, "SELECT 1")
        send(
            f"ALTER ROLE {url.username} SET session_replication_role = 'replica'",
            f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            f"WHERE usename = '{url.username}'",
        )
        with pytest.raises(StorageFailed, match="session_replication_role"):
            storage.read(run, "SELECT 1")


@pytest.mark.parametrize("path", ["''", "elsewhere"])
def test_a_search_path_that_leads_nowhere_is_named(user: Any, path: str) -> None:
    url, send = user
    send(f"ALTER ROLE {url.username} SET search_path = {path}")
    for open_it in (Storage.open, inspect_database):
        with pytest.raises(StorageFault) as caught:
            open_it(written(url))
        assert type(caught.value) is NoSchema
        assert "reset search_path" in str(caught.value)
