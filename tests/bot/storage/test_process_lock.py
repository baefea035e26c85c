"""Two processes for the same servers on one database: the second waits, then says so."""

import signal
import sys
import time
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Timer
from uuid import uuid4

import pytest
from sqlalchemy import create_engine

from bot.storage import held_connection, process_lock
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import LockLost, ShardsHeld, StorageFailed
from bot.table.store import deadlines, rounds
from sql import run

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such lock")

HOLDER = """
import sys
from bot.storage.database import Storage
from bot.storage.errors import ShardsHeld
while asked := sys.stdin.readline():
    url, shards, seconds = asked[:-1].split("\\t")
    storage = Storage.open(url)
    lock = storage.process_lock([int(one) for one in shards.split(",")] if shards else None)
    try:
        lock.acquire(float(seconds))
    except ShardsHeld:
        print("refused", flush=True)
        sys.stdin.readline()
    else:
        print("held", flush=True)
        sys.stdin.readline()
        lock.release()
    storage.close()
    print("released", flush=True)
"""


class Holder:
    """A process that takes the lock, or is refused; one test after the other asks it."""

    def __init__(self):
        self.process = Popen(
            [sys.executable, "-c", HOLDER], cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True
        )
        self.says = ""

    def take(self, url, shards, seconds):
        self._write(f"{url}\t{shards}\t{seconds}\n")
        self.says = ""

    def said(self):
        self.says = self.process.stdout.readline().strip()
        return self.says

    def go_on(self):
        self._write("\n")
        return self.said()

    def let_go(self):
        """Return whether it is ready for the next test."""
        if self.process.poll() is None and self.says in ("held", "refused"):
            self.go_on()
        return self.process.poll() is None and self.says == "released"

    def end(self):
        self.process.kill()
        self.process.communicate()

    def _write(self, line):
        self.process.stdin.write(line)
        self.process.stdin.flush()


@pytest.fixture(scope="module")
def holders():
    """Processes that no test has just now."""
    free = []
    yield free
    for each in free:
        each.end()


@pytest.fixture
def holder(url, holders):
    taken = []

    def start(shards="", seconds=0.0):
        taken.append(holders.pop() if holders else Holder())
        taken[-1].take(url, shards, seconds)
        return taken[-1]

    yield start
    for each in taken:
        if each.let_go():
            holders.append(each)
        else:
            each.end()


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("", "", "refused"),
        ("", "0", "refused"),
        ("0,1", "", "refused"),
        ("0,1", "1,2", "refused"),
        ("2", "0,1,2", "refused"),
        ("0,1", "2,3", "held"),
        ("5", "4,6", "held"),
    ],
)
def test_only_processes_without_a_common_shard_go_side_by_side(holder, first, second, said):
    assert holder(first).said() == "held"
    assert holder(second).said() == said


@pytest.mark.slow
def test_a_refused_process_leaves_nothing_locked(holder):
    assert holder("1").said() == "held"
    assert holder("0,1").said() == "refused"
    assert holder("0").said() == "held"


@pytest.mark.slow
@pytest.mark.parametrize("end", ["released", "killed"])
def test_a_process_that_ends_makes_room(holder, end):
    first = holder()
    assert first.said() == "held"
    second = holder("", 10)
    time.sleep(0.3)
    if end == "killed":
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(10)
    else:
        assert first.go_on() == "released"
    assert second.said() == "held"


def test_another_process_is_waited_for_and_then_named(holder, url, monkeypatch, caplog):
    assert holder().said() == "held"
    monkeypatch.setattr(process_lock, "ASK_AGAIN", 0.05)
    caplog.set_level("INFO")
    with Storage.open(url) as storage:
        caplog.clear()
        started = time.monotonic()
        with pytest.raises(ShardsHeld) as caught:
            storage.process_lock(None).acquire(0.4)
        assert 0.4 <= time.monotonic() - started < 2
        # Storage itself asks for no lock: tools and tests go on beside a running bot.
        assert storage.read(deadlines.undrawn) == ()
    assert [record.getMessage() for record in caplog.records] == [
        "waiting for another process of this bot to end"
    ]
    told = str(caught.value)
    if url.startswith("sqlite"):  # a file serves one process alone
        file = url.removeprefix("sqlite:///")
        assert told == f"Another process of this bot runs on the database {file}: stop it first."
    else:
        assert told.endswith("stop it first, or give each process its own SHARD_IDS.")
    assert "\n" not in told


def test_a_database_in_memory_needs_no_lock():
    with Storage.open("sqlite://") as storage:
        storage.process_lock(None).acquire(0)


def test_the_lock_of_a_file_is_private_and_stays_out_of_the_way(sqlite_url, tmp_path):
    with Storage.open(sqlite_url) as storage:
        lock = storage.process_lock(None)
        lock.acquire(0)
        assert (tmp_path / "rounds.sqlite3.lock").stat().st_mode & 0o777 == 0o600
        lock.release()
        lock.release()


def test_a_file_system_without_locks_is_no_reason_to_stop(sqlite_url, monkeypatch, caplog):
    def unsupported(*_):
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.lockf", unsupported)
    with Storage.open(sqlite_url) as storage:
        storage.process_lock(None).acquire(0)
    assert "No locks available" in caplog.text


# PostgreSQL: the lock is that of the connection


def kill_backend(storage):
    with storage._held.transaction(reads=True) as held:
        pid = run(held, "SELECT pg_backend_pid()").scalar()
    with storage._engine.connect() as other:
        other.exec_driver_sql(f"SELECT pg_terminate_backend({pid}, 5000)")


def use(storage):
    try:
        return storage.read(deadlines.undrawn)
    except StorageFailed:
        return storage.read(deadlines.undrawn)


@pytest.mark.parametrize("shards", [None, [0, 1]])
def test_the_lock_is_taken_again_after_reconnecting(postgres_url, shards):
    with Storage.open(postgres_url) as storage, Storage.open(postgres_url) as other:
        storage.process_lock(shards).acquire(0)
        kill_backend(storage)
        use(storage)
        with pytest.raises(ShardsHeld):
            other.process_lock([1]).acquire(0)


def test_who_loses_the_lock_reads_and_writes_nothing_any_more(postgres_url, maker, monkeypatch):
    monkeypatch.setattr(held_connection, "TAKE_AGAIN_SECONDS", 0.1)
    with Storage.open(postgres_url) as storage, Storage.open(postgres_url) as faster:
        storage.process_lock([0, 1]).acquire(0)
        storage.read_beside(deadlines.undrawn)
        kill_backend(storage)
        faster.process_lock([1, 2]).acquire(0)
        with pytest.raises(StorageFailed):
            storage.read(deadlines.undrawn)
        asked = []
        for use in (storage.read, storage.write, storage.read_beside):
            with pytest.raises(LockLost, match="Another process has taken the servers"):
                use(asked.append)
        assert asked == []
        assert storage.lock_lost
        faster.close()
        storage.check()
        with pytest.raises(LockLost):  # what it has in memory is of another time
            storage.write(rounds.open_round, maker.lobby())


def test_a_session_of_its_own_that_is_still_ending_is_waited_for(postgres_url):
    with Storage.open(postgres_url) as storage, Storage.open(postgres_url) as ending:
        storage.process_lock(None).acquire(0)
        kill_backend(storage)
        ending.process_lock(None).acquire(0)
        Timer(0.3, ending.close).start()
        assert use(storage) == ()
        with Storage.open(postgres_url) as third, pytest.raises(ShardsHeld):
            third.process_lock(None).acquire(0)


def test_a_refused_process_takes_no_lock_again(postgres_url):
    """A lost session cannot cost it a lock that it never held."""
    with Storage.open(postgres_url) as holding, Storage.open(postgres_url) as refused:
        holding.process_lock(None).acquire(0)
        lock = refused.process_lock([1])
        with pytest.raises(ShardsHeld):
            lock.acquire(0)
        kill_backend(refused)
        assert use(refused) == ()
        assert refused.lock_lost == ""
        holding.close()
        lock.acquire(2)


@pytest.mark.slow
def test_two_bots_in_one_database_do_not_meet(postgres_url):
    """The lock is that of the table: another schema holds another bot's rounds."""
    schema = f"test_{uuid4().hex}"
    admin = create_engine(address(postgres_url), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    elsewhere = address(postgres_url).update_query_dict({"options": f"-csearch_path={schema}"})
    with (
        Storage.open(postgres_url) as storage,
        Storage.open(elsewhere.render_as_string(hide_password=False)) as other,
    ):
        storage.process_lock(None).acquire(0)
        other.process_lock(None).acquire(0)
    with admin.connect() as connection:
        connection.exec_driver_sql(f"DROP SCHEMA {schema} CASCADE")
    admin.dispose()
