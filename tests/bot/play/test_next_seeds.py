"""No seed of a next game is used twice: by two openings, two processes, or over a lost connection."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from sqlalchemy import create_engine, select

from analysis_thread import ThreadAnalysis
from bot.storage.database import Storage
from bot.storage.engine import address
from bot.storage.errors import StorageFailed
from bot.storage.schema import seeds as seeds_table
from bot.table.store import round_ids, seeds
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from rounds_alone import RoundsAlone
from sql import run

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PLACE = 7
TABLE = Table(None, TimeLimits())

OPENINGS = 4
"""How many rounds each process opens at once; one that loses a seed so often takes the next."""


class Process:
    """A process with a connection and a memory of its own."""

    def __init__(self, url):
        self.storage = Storage.open(url)
        self.live = RoundsAlone(self.storage, ThreadAnalysis())

    async def open(self, thread):
        """Open a round in a thread of the channel; return its seed."""
        request = OpenRequest("dice-poker", thread, thread, level="easy")
        stored = await self.live.open(PLACE, lambda seed: TABLE.open(request, NOW, seed), now=NOW)
        return stored.seed

    def close(self):
        self.live.close()
        self.storage.close()


@pytest.fixture
def processes():
    """Return a function that makes processes on a database."""
    made = []

    def make(url):
        made.append(Process(url))
        return made[-1]

    yield make
    for one in made:
        one.close()


def columns(connection):
    """Return the seeds that are stored, in order, with whether a round has them."""
    query = select(seeds_table.c.seed, seeds_table.c.round).order_by(seeds_table.c.id)
    return [(row.seed and bytes(row.seed), row.round is not None) for row in run(connection, query)]


async def test_openings_at_once_in_threads_of_a_channel_and_in_two_memories_share_no_seed(
    url, processes
):
    first, second = processes(url), processes(url)
    opened = await asyncio.gather(
        *(first.open(number) for number in range(100, 100 + OPENINGS)),
        *(second.open(number) for number in range(200, 200 + OPENINGS)),
    )
    secrets = {seed.secret for seed in opened}
    assert len(secrets) == len({seed.seal for seed in opened}) == 2 * OPENINGS
    stored = first.storage.read(columns)
    assert {secret for secret, taken in stored if taken} == secrets
    assert [taken for _, taken in stored].count(False) == 1, "the channel has one next seed"


OPENER = """
import asyncio, sys
from datetime import UTC, datetime
from bot.play.rounds import Rounds
from bot.storage.database import Storage
from bot.storage.thread import StorageThread
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from bot.thinking.computer_threads import ComputerThreads
from bot.thinking.process import AnalysisProcess

async def main(url, first, openings):
    table, now = Table(None, TimeLimits()), datetime.now(UTC)
    with Storage.open(url) as storage:
        live = Rounds(StorageThread(storage), table, ComputerThreads(AnalysisProcess()))
        print("ready", flush=True)
        sys.stdin.readline()
        for thread in range(first, first + openings):
            asked = OpenRequest("dice-poker", thread, thread, level="easy")
            stored = await live.open(7, lambda seed: table.open(asked, now, seed), now=now)
            print(stored.seed.secret.hex(), flush=True)
        live.close()

asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
"""


@pytest.mark.slow
def test_two_openings_at_once_in_two_processes_share_no_seed(url):
    Storage.open(url).close()
    started = [
        Popen(
            [sys.executable, "-c", OPENER, url, str(first), str(OPENINGS)],
            stdin=PIPE,
            stdout=PIPE,
            text=True,
            cwd=ROOT,
        )
        for first in (100, 200)
    ]
    try:
        for one in started:
            assert one.stdout.readline() == "ready\n"
        for one in started:
            one.stdin.write("\n")
            one.stdin.flush()
        told = [one.communicate(timeout=60)[0].split() for one in started]
    finally:
        for one in started:
            one.kill()
            one.communicate()
    assert [len(secrets) for secrets in told] == [OPENINGS, OPENINGS]
    assert len({secret for secrets in told for secret in secrets}) == 2 * OPENINGS


async def test_a_start_withdraws_what_another_process_still_knows(url, processes):
    """Its next game takes another seed; what somebody was shown of the old one is told."""
    first = processes(url)
    await first.open(100)
    known = first.storage.write(seeds.show_next, PLACE, NOW)
    await processes(url).live.begin(NOW)
    assert first.storage.read(seeds.earlier, PLACE)[0].seal == known.seal
    assert (await first.open(101)).secret != known.secret


# A lost connection to PostgreSQL, behind which another server may stand


@pytest.fixture
def cut(postgres_url):
    """Return a function that cuts the connection of a process."""
    engine = create_engine(address(postgres_url), isolation_level="AUTOCOMMIT")

    def end(process):
        with process.storage._held.transaction(reads=True) as held:
            backend = run(held, "SELECT pg_backend_pid()").scalar()
        with engine.connect() as connection:
            connection.exec_driver_sql(f"SELECT pg_terminate_backend({backend}, 5000)")

    yield end
    engine.dispose()


async def test_a_connection_that_replaces_a_lost_one_withdraws_the_next_seeds_first(
    postgres_url, processes, cut
):
    first, second = processes(postgres_url), processes(postgres_url)
    for one in (first, second):
        await one.live.begin(NOW)
    taken = [(await first.open(100)).secret]
    known = first.storage.write(seeds.show_next, PLACE, NOW)
    cut(first)
    assert await first.live.storage.read(columns) == [(taken[0], True), (None, False)]
    taken.append((await first.open(101)).secret)
    memory = second.live._next[PLACE] = first.live._next[PLACE]
    cut(first)
    taken.append((await first.open(102)).secret)
    left = {seed for seed, of_round in await first.live.storage.read(columns) if not of_round}
    assert None in left
    assert not {known.secret, memory.secret} & left
    taken += [(await one.open(number)).secret for number, one in ((103, second), (104, first))]
    assert len({*taken}) == 5
    assert not {known.secret, memory.secret} & {*taken}
    assert [one.seal for one in await first.live.storage.read(seeds.earlier, PLACE)][
        -2
    ] == known.seal


async def test_it_passes_over_the_ids_that_a_server_may_have_given(postgres_url, processes, cut):
    """Behind the new connection may stand a server that lacks what was stored last."""
    process = processes(postgres_url)
    await process.live.begin(NOW)
    await process.open(100)
    given = process.storage.read(round_ids.last_id)
    process.storage.write(run, "ALTER SEQUENCE rounds_id_seq RESTART WITH 7")
    cut(process)
    await process.open(101)
    assert process.storage.read(round_ids.last_id) >= given


async def test_nothing_is_read_on_a_connection_that_could_not_withdraw_them(
    postgres_url, processes, cut, monkeypatch
):
    monkeypatch.setattr("bot.storage.held_connection.PING_SECONDS", 0.5)
    monkeypatch.setattr("bot.storage.held_connection.SLOW_FAILURE", 30.0)
    process, other = processes(postgres_url), processes(postgres_url)
    await process.live.begin(NOW)
    seed = process.storage.write(seeds.next_of, PLACE, NOW)
    cut(process)
    with other.storage._held.transaction(reads=False) as holding:
        run(holding, "SELECT * FROM seeds FOR UPDATE")
        for _ in range(3):
            with pytest.raises(StorageFailed):
                await process.live.storage.read(columns)
    assert await process.live.storage.read(columns) == []
    assert (await process.open(100)).secret != seed.secret


async def test_the_connection_for_long_reads_withdraws_nothing(postgres_url, processes):
    """It can only read, and nobody is shown a seal or given a seed by it."""
    process = processes(postgres_url)
    await process.live.begin(NOW)
    seed = process.storage.write(seeds.next_of, PLACE, NOW)
    assert process.storage.read_beside(columns) == [(seed.secret, False)]
