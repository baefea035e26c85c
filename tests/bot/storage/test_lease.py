"""One of several processes does what must happen once; another takes it over within a minute."""

import asyncio
import sys
import time
from pathlib import Path
from select import select
from subprocess import PIPE, Popen

import pytest

from bot.storage import lease as leases
from bot.storage.errors import StorageFailed
from bot.storage.lease import BEAT_SECONDS, HELD_SECONDS, LAPSE_SECONDS, Lease
from cogs import backups, daily, retention

ROOT = Path(__file__).parents[3]

PROCESS = """
import asyncio, sys
from bot.storage.database import Storage
from bot.storage.lease import Lease
from bot.storage.thread import StorageThread

async def renew(url):
    now = 0.0
    with Storage.open(url) as storage:
        lease = Lease(StorageThread(storage), alone=False, monotonic=lambda: now)
        print("ready", flush=True)
        for line in sys.stdin:
            now += float(line)
            await lease.renew()
            print("held" if lease.held else "not held", flush=True)

asyncio.run(renew(sys.argv[1]))
"""


class Clock:
    """The monotonic clock of a process, which begins anywhere and stands until it is moved."""

    def __init__(self, begins):
        self.now = begins

    def __call__(self):
        return self.now


class Process:
    """A process with a clock of its own."""

    def __init__(self, thread, begins, *, alone=False):
        self.clock = Clock(begins)
        self.lease = Lease(thread, alone=alone, monotonic=self.clock)


@pytest.fixture
def two(thread):
    """Return two processes on machines whose clocks have nothing in common."""
    return Process(thread, 5.0), Process(thread, 900_000.0)


async def pass_by(seconds, *processes, renewed):
    """Let time pass on the clocks of all; the `renewed` ones tick meanwhile."""
    for _ in range(round(seconds / BEAT_SECONDS)):
        for process in processes:
            process.clock.now += BEAT_SECONDS
        for process in renewed:
            await process.lease.renew()


def held(*processes):
    return [process.lease.held for process in processes]


async def test_the_first_that_asks_keeps_it_while_it_renews(two):
    first, _ = two
    assert held(*two) == [False, False]
    await first.lease.renew()
    assert held(*two) == [True, False]
    for _ in range(50):
        await pass_by(BEAT_SECONDS, *two, renewed=two)
        assert held(*two) == [True, False]


async def test_another_takes_over_once_the_holder_is_silent_and_never_both_hold_it(two):
    first, second = two
    await pass_by(BEAT_SECONDS, *two, renewed=two)
    seconds = 0.0
    while not second.lease.held:
        await pass_by(BEAT_SECONDS, *two, renewed=[second])
        seconds += BEAT_SECONDS
        assert held(*two) != [True, True]
    assert HELD_SECONDS < seconds <= LAPSE_SECONDS + BEAT_SECONDS
    await first.lease.renew()  # it was only suspended
    assert held(*two) == [False, True]
    await pass_by(60, *two, renewed=two)
    assert held(*two) == [False, True]


async def test_what_is_done_once_is_taken_over_within_a_minute():
    """The last beat, the beat after the lapse, then the tick that does it."""
    slowest = max(daily.TICK_SECONDS, retention.TICK_SECONDS, backups.TICK_SECONDS)
    assert LAPSE_SECONDS + 2 * BEAT_SECONDS + slowest <= 60


async def test_of_several_that_see_the_lapse_one_gets_it(thread):
    silent, *others = (Process(thread, begins) for begins in (1.0, 7.0, 70.0, 700.0))
    await silent.lease.renew()
    for process in others:
        await process.lease.renew()
        process.clock.now += LAPSE_SECONDS
    await asyncio.gather(*(process.lease.renew() for process in others))
    assert sum(held(*others)) == 1


async def test_a_renewal_that_took_long_holds_from_its_beginning(two, monkeypatch):
    """Else a slow database would make it longer than the others wait."""
    first, _ = two
    read = first.lease._storage.read

    async def slow(*args):
        first.clock.now += 9
        return await read(*args)

    monkeypatch.setattr(first.lease._storage, "read", slow)
    await first.lease.renew()
    assert first.lease.held
    first.clock.now += HELD_SECONDS - 9
    assert not first.lease.held


async def test_what_was_read_late_counts_from_when_it_was_read(two, monkeypatch):
    first, second = two
    await first.lease.renew()
    read = second.lease._storage.read

    async def slow(*args):
        second.clock.now += LAPSE_SECONDS
        return await read(*args)

    with monkeypatch.context() as patched:
        patched.setattr(second.lease._storage, "read", slow)
        await second.lease.renew()
    await second.lease.renew()
    assert held(*two) == [True, False]


async def test_who_leaves_it_lets_another_have_it_at_once(two):
    first, second = two
    await first.lease.renew()
    await second.lease.renew()
    await second.lease.release()  # it is not its own
    assert held(*two) == [True, False]
    await first.lease.release()
    await second.lease.renew()
    assert held(*two) == [False, True]


async def test_a_fault_of_the_database_costs_the_lease_for_so_long_only(two, monkeypatch):
    first, _ = two
    await first.lease.renew()

    async def failing(*_):
        raise StorageFailed("away")

    with monkeypatch.context() as patched:
        patched.setattr(first.lease._storage, "read", failing)
        for _ in range(3):
            first.clock.now += BEAT_SECONDS
            with pytest.raises(StorageFailed):
                await first.lease.renew()
    assert not first.lease.held
    await first.lease.renew()
    assert first.lease.held


async def test_who_is_alone_holds_it_and_stores_nothing(storage, thread, sql):
    alone = Process(thread, 1.0, alone=True)
    assert alone.lease.held
    await alone.lease.release()
    assert alone.lease.held
    assert sql("SELECT count(*) FROM settings") == [(0,)]


@pytest.mark.slow
def test_a_process_that_is_killed_is_followed_by_another_one(storage, url):
    """Two real processes, whose clocks are moved from here: a machine may be as slow as it is."""
    command = [sys.executable, "-c", PROCESS, url]
    first, other = (Popen(command, cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True) for _ in range(2))
    try:
        assert [said(first), said(other)] == ["ready", "ready"]
        for _ in range(round(2 * LAPSE_SECONDS / BEAT_SECONDS)):
            assert renewed(first) == "held"
            assert renewed(other) == "not held"
        first.kill()
        first.wait()
        seconds = BEAT_SECONDS
        while renewed(other) == "not held":
            seconds += BEAT_SECONDS
            assert seconds <= LAPSE_SECONDS + BEAT_SECONDS
        assert seconds > HELD_SECONDS
    finally:
        for process in (first, other):
            process.kill()
            process.communicate()


def renewed(process):
    """Let a beat pass on the clock of a process; return what it says of the lease then."""
    process.stdin.write(f"{BEAT_SECONDS}\n")
    process.stdin.flush()
    return said(process)


def said(process):
    """Return the next line of a process. Raises AssertionError where none comes."""
    ready, _, _ = select([process.stdout], [], [], 60)
    assert ready
    return process.stdout.readline().rstrip()


async def test_the_clock_of_the_machine_tells_when_the_lease_is_free(thread, monkeypatch):
    """The first process is silent for good, so a slow machine only makes the other one later."""
    monkeypatch.setattr(leases, "LAPSE_SECONDS", 0.3)
    first, other = (Lease(thread, alone=False) for _ in range(2))
    await first.renew()
    began = time.monotonic()
    await other.renew()
    assert [first.held, other.held] == [True, False]
    while not other.held and time.monotonic() < began + 60:
        await asyncio.sleep(0.02)
        await other.renew()
    assert other.held
    assert time.monotonic() - began >= 0.3


def test_a_process_stops_before_another_one_begins():
    assert leases.BEAT_SECONDS * 2 < HELD_SECONDS < LAPSE_SECONDS
