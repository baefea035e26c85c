"""PgBouncer before PostgreSQL: in session mode all is as without it, any other mode is refused."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from sqlalchemy import URL, create_engine

from bot import cli
from bot.storage import first_connection
from bot.storage.database import Storage
from bot.storage.engine import engine_for
from bot.storage.errors import ShardsHeld, SharedSession, StorageFault, Unreachable
from bot.storage.inspection import inspect_database, refuse_unusable
from bot.storage.postgresql import HELD_SETTINGS
from bot.storage.time_limit import TimeLimit
from bot.table.store import rounds
from empty_database import write_empty_database
from postgres_servers import Send, own_database, pgbouncer, sender, written
from sql import run


@pytest.fixture
def behind() -> Iterator[tuple[URL, Send]]:
    with own_database() as made:
        yield made


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_connection, "POOLER_SECONDS", 0.5)


@pytest.fixture
def log() -> Iterator[None]:
    """Leave the log as it was before a command set it up."""
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:], logging.root.level = handlers, level
    logging.getLogger("discord").handlers.clear()


def refused(open_it: Callable[[], object]) -> StorageFault:
    with pytest.raises(StorageFault) as caught:
        open_it()
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"default_pool_size": 1},
        {"default_pool_size": 2, "server_round_robin": 1},
        {"server_round_robin": 1},
    ],
    ids=str,
)
@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_a_pooler_that_shares_sessions_is_refused_and_nothing_is_written(
    behind: Any, mode: str, settings: dict[str, int]
) -> None:
    url, _ = behind
    with pgbouncer(url, mode, **settings) as through:
        for _ in range(20 if settings == {} else 3):
            fault = refused(lambda: refuse_unusable(through))
            assert type(fault) is SharedSession
            assert not fault.passes
            assert f"A pooler at 127.0.0.1:{through.port}/" in str(fault)
            assert "session mode, or name the port of PostgreSQL itself" in str(fault)
        for open_it in (Storage.open, inspect_database):
            refused(lambda open_it=open_it: open_it(written(through)))
        if mode == "transaction":  # others use its sessions: they are as they were
            with sender(through) as send, sender(url) as directly:
                zones = {send("SHOW TimeZone")[0] for _ in range(5)}
                assert zones == set(directly("SHOW TimeZone"))
    with sender(url) as send:
        assert send("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [(0,)]


@pytest.mark.parametrize("round_robin", [0, 1])
@pytest.mark.parametrize("sessions", [2, 3])
def test_a_pooler_with_many_sessions_is_recognised(
    behind: Any, sessions: int, round_robin: int
) -> None:
    url, _ = behind
    with pgbouncer(url, "transaction", server_round_robin=round_robin) as through:
        engine = create_engine(through)
        held = [engine.connect() for _ in range(sessions)]
        for connection in held:
            connection.exec_driver_sql("SELECT 1")
        for connection in held:
            connection.close()
        engine.dispose()
        for _ in range(10):
            assert type(refused(lambda: refuse_unusable(through))) is SharedSession


@pytest.fixture
def before_probe(monkeypatch: Any) -> Callable[[int, Callable[[], object]], None]:
    """Let a function be called just before the `number`th statement of the first connections."""

    def let(number: int, act: Callable[[], object]) -> None:
        class Meanwhile(TimeLimit):
            asked = 0

            def of(self, driver: Any, seconds: float) -> Any:
                self.asked += 1
                if self.asked == number:
                    act()
                return super().of(driver, seconds)

        monkeypatch.setattr(first_connection, "TimeLimit", Meanwhile)

    return let


def test_a_pooler_whose_sessions_others_use_is_recognised(behind: Any, before_probe: Any) -> None:
    """Another program takes the session of the first connection just after its answers."""
    url, _ = behind
    with pgbouncer(url, "transaction") as through:
        engine = create_engine(through)
        with engine.connect() as other:
            other.rollback()
            before_probe(3, lambda: other.exec_driver_sql("SELECT 1"))
            assert type(refused(lambda: refuse_unusable(through))) is SharedSession
        engine.dispose()


@pytest.mark.parametrize("number", [4, 5])
def test_sessions_that_are_cut_meanwhile_are_not_shared_ones(
    behind: Any, before_probe: Any, number: int
) -> None:
    url, send = behind
    ended = (
        "SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity "
        f"WHERE datname = '{url.database}'"
    )
    with pgbouncer(url, "session") as through:
        before_probe(number, lambda: send(ended))
        assert type(refused(lambda: refuse_unusable(through))) is Unreachable


def test_a_pooler_that_ends_meanwhile_is_not_a_shared_one(behind: Any, before_probe: Any) -> None:
    url, _ = behind
    with ExitStack() as stack:
        through = stack.enter_context(pgbouncer(url, "session"))
        before_probe(5, stack.close)
        assert type(refused(lambda: refuse_unusable(through))) is Unreachable


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("argv", [["run"], ["doctor"], ["move"]], ids=lambda argv: argv[0])
def test_commands_end_with_2(
    behind: Any, argv: list[str], capsys: Any, monkeypatch: Any, tmp_path: Any
) -> None:
    url, _ = behind
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe." + "x" * 38)
    monkeypatch.setenv("LOG_LEVEL", "CRITICAL")
    monkeypatch.setattr("bot.commands.doctor.visit.visit.__defaults__", ("http://127.0.0.1:9",))
    with pgbouncer(url, "transaction") as through:
        if argv == ["move"]:
            write_empty_database(tmp_path / "dice-poker.sqlite3")
            argv = ["move", written(through)]
        else:
            monkeypatch.setenv("DATABASE_URL", written(through))
        assert cli.main(argv) == 2
    out, err = capsys.readouterr()
    assert f"{out}{err}".count("session mode") == 1
    assert "secret-word" not in out + err


def test_session_mode_is_as_no_pooler(behind: Any, maker: Any) -> None:
    url, _ = behind
    with pgbouncer(url, "session") as through:
        with Storage.open(written(through)) as storage, Storage.open(written(through)) as other:
            storage.process_lock(None).acquire(0)
            with pytest.raises(ShardsHeld):
                other.process_lock(None).acquire(0)
            for channel in range(8):  # psycopg would prepare a statement by then
                stored = storage.write(rounds.open_round, maker.begun(channel=channel))
                stored = storage.write(rounds.save, maker.acted(stored))
                assert storage.read_beside(rounds.load, stored.id) == stored
            prepared = storage.read(run, "SELECT count(*) FROM pg_prepared_statements")
            assert prepared.scalar() == 0
            limits = {name: storage.read(run, f"SHOW {name}").scalar() for name in HELD_SETTINGS}
            assert limits == HELD_SETTINGS
            with pytest.raises(Exception, match="read-only transaction"):
                storage.read_beside(run, "DELETE FROM rounds")
        with Storage.open(written(through)) as next_one:
            next_one.process_lock(None).acquire(3)
            assert next_one.read(rounds.load, stored.id) == stored


def test_no_session_is_left_read_only(behind: Any) -> None:
    """Even where the pooler does not reset the sessions that come back to it."""
    url, _ = behind
    with pgbouncer(url, "session", server_reset_query="") as through:
        with Storage.open(written(through)) as storage:
            storage.read_beside(run, "SELECT 1")
            seen = storage.read_beside(run, "SELECT pg_backend_pid()").scalar()
        with sender(through) as send:
            pids = set()
            for at in range(20):
                pids |= {send(f"CREATE TABLE t{at} (c int)", "SELECT pg_backend_pid()")[0][0]}
        assert seen in pids or len(pids) == 1


def test_a_session_pool_without_a_free_session_is_told_in_time(behind: Any) -> None:
    url, _ = behind
    with pgbouncer(url, "session", default_pool_size=1) as through:
        started = time.monotonic()
        fault = refused(lambda: Storage.open(written(through)))
        assert type(fault) is Unreachable
        assert "; perhaps its pooler has fewer than two free sessions for the bot" in str(fault)
        assert time.monotonic() - started < 3


def test_a_new_session_is_not_waited_for_longer_than_members_are(behind: Any) -> None:
    url, _ = behind
    with (
        pgbouncer(url, "session", default_pool_size=2) as through,
        Storage.open(written(through)) as storage,
    ):
        for read in (storage.read, storage.read_beside):  # it holds both sessions
            read(run, "SELECT 1")
        started = time.monotonic()
        with pytest.raises(Unreachable, match=r"has not answered a statement for 1\.5 seconds\. "):
            engine_for(through).connect()
        assert 1 < time.monotonic() - started < 2.5
        storage._beside.close()
        engine_for(through).connect().close()


def test_a_pooler_whose_server_is_away_is_waited_for(behind: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("bot.storage.postgresql.CONNECT_TIMEOUT", 2)
    url, _ = behind
    with pgbouncer(url.set(host="127.0.0.1", port=1), "session") as through:
        assert refused(lambda: Storage.open(written(through))).passes
