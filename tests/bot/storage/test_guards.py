"""Two processes at once, and crashes between two statements."""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen
from threading import Barrier

import pytest

from bot.storage.database import Storage
from bot.table.players import Players
from bot.table.store import deadlines, rounds
from bot.table.store.errors import ChannelTaken, RematchExists, VersionConflict
from refusals import write_or_refuse
from results_counted import ended as ended_results
from statements_sent import after_each_statement

ROOT = Path(__file__).parents[3]

OPENER = """
import sys
from datetime import UTC, datetime
from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from bot.storage.database import Storage
from bot.table.store import rounds
from bot.table.store.errors import ChannelTaken
from bot.storage.errors import NotUnique
with Storage.open(sys.argv[1]) as storage:
    print("ready", flush=True)
    sys.stdin.readline()
    players = Players((Player(user=1), Player(user=2)))
    new = StoredRound(DiscordPlace(7), "dice-poker", 1, players, datetime(2026, 3, 1, tzinfo=UTC))
    try:
        print("opened", storage.write(rounds.open_round, new).id)
    except NotUnique:
        try:
            storage.read(rounds.check_free, new)
        except ChannelTaken as taken:
            print("taken", taken.round_id)
"""


class Crash(Exception):
    """Raised where the process is to end."""


def at_once(*calls):
    """Run the calls in threads that start together; return what each returned or raised."""
    start = Barrier(len(calls))

    def run(call):
        start.wait()
        try:
            return call()
        except (ChannelTaken, RematchExists, VersionConflict) as error:
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(run, calls))


@pytest.mark.slow
def test_processes_that_start_together_agree_on_tables_and_on_one_open_round(url):
    processes = [
        Popen([sys.executable, "-c", OPENER, url], cwd=ROOT, stdin=PIPE, stdout=PIPE, text=True)
        for _ in range(3)
    ]
    assert [process.stdout.readline() for process in processes] == ["ready\n"] * 3
    for process in processes:
        process.stdin.write("\n")
        process.stdin.flush()
    answers = [process.communicate()[0].split() for process in processes]
    assert sorted(answer[0] for answer in answers) == ["opened", "taken", "taken"]
    assert len({answer[1] for answer in answers}) == 1


@pytest.mark.parametrize("attempt", range(3))
def test_an_empty_database_may_be_opened_several_times_at_once(url, attempt):
    for storage in at_once(*[lambda: Storage.open(url)] * 4):
        assert storage.read(deadlines.undrawn) == ()
        storage.close()


@pytest.mark.parametrize("attempt", range(5))
def test_two_connections_open_one_round_in_a_channel(url, storage, maker, attempt):
    with Storage.open(url) as other:
        answers = at_once(
            lambda: write_or_refuse(storage, rounds.open_round, maker.lobby()),
            lambda: write_or_refuse(other, rounds.open_round, maker.lobby()),
        )
    (taken,) = (answer for answer in answers if isinstance(answer, ChannelTaken))
    (opened,) = (answer for answer in answers if answer is not taken)
    assert taken.round_id == opened.id == storage.read(rounds.in_channel, 10)


@pytest.mark.parametrize("attempt", range(5))
def test_two_connections_open_one_rematch(url, storage, maker, attempt):
    first = storage.write(rounds.open_round, maker.lobby(status="over"))
    with Storage.open(url) as other:
        answers = at_once(
            lambda: write_or_refuse(
                storage, rounds.open_round, maker.lobby(channel=1, successor_of=first.id)
            ),
            lambda: write_or_refuse(
                other, rounds.open_round, maker.lobby(channel=2, successor_of=first.id)
            ),
        )
    (followed,) = (answer for answer in answers if isinstance(answer, RematchExists))
    (opened,) = (answer for answer in answers if answer is not followed)
    assert followed.round_id == opened.id == storage.read(rounds.successor, first.id)


@pytest.mark.parametrize("attempt", range(5))
def test_of_two_saves_at_once_one_is_a_version_conflict(url, storage, maker, attempt):
    stored = storage.write(rounds.open_round, maker.begun())
    first, second = maker.acted(stored), maker.acted(stored)
    with Storage.open(url) as other:
        answers = at_once(
            lambda: storage.write(rounds.save, first), lambda: other.write(rounds.save, second)
        )
    assert sum(isinstance(answer, VersionConflict) for answer in answers) == 1
    (saved,) = (answer for answer in answers if not isinstance(answer, VersionConflict))
    assert storage.read(rounds.load, stored.id) == saved
    steps = first.play.steps if answers[0] is saved else second.play.steps
    assert storage.read(rounds.record, stored.id)[2:] == steps


def test_the_database_itself_enforces_the_constraints(storage, maker, sql):
    first = storage.write(rounds.open_round, maker.lobby())
    second = storage.write(rounds.open_round, maker.lobby(channel=11, successor_of=first.id))
    for statement in (
        f"UPDATE rounds SET channel = 10 WHERE id = {second.id}",
        f"UPDATE rounds SET successor_of = {second.id + 5} WHERE id = {second.id}",
        "INSERT INTO steps (round, number, faces) VALUES (99, 1, '1')",
        f"INSERT INTO steps (round, number) VALUES ({first.id}, 1)",
        f"INSERT INTO steps (round, number, action) VALUES ({first.id}, 1, 'keep')",
        f"INSERT INTO steps (round, number, seat, faces) VALUES ({first.id}, 1, 0, '1')",
    ):
        with pytest.raises(Exception, match=r"(?i)constraint"):
            sql(statement)
    sql(f"INSERT INTO steps (round, number, faces) VALUES ({first.id}, 1, '1')")
    with pytest.raises(Exception, match=r"(?i)unique"):
        sql(f"INSERT INTO steps (round, number, faces) VALUES ({first.id}, 1, '1')")


def crashing_after(sent_before):
    """Let storage crash after so many statements."""
    left = [sent_before]

    def crash(*_):
        left[0] -= 1
        if left[0] == 0:
            raise Crash

    return after_each_statement(crash)


def test_a_crash_between_the_statements_of_a_save_leaves_nothing(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    stored = storage.write(rounds.save, maker.acted(stored))
    record = storage.read(rounds.record, stored.id)
    ended = maker.acted(stored)
    assert ended.status == "over"
    writes = 0
    for number in range(1, 20):
        try:
            with crashing_after(number):
                storage.write(rounds.save, ended)
        except Crash:
            pass
        else:
            break
        writes += 1
        assert storage.read(rounds.load, stored.id) == stored
        assert storage.read(rounds.record, stored.id) == record
        assert storage.read(ended_results, stored.id) == ()
    # at least: look at the row, append steps, write the row, write results
    assert writes >= 4
    assert storage.read(rounds.load, stored.id).status == "over"
    assert len(storage.read(ended_results, stored.id)) == 2


def test_a_crash_between_the_statements_of_opening_leaves_nothing(storage, maker, sql):
    crashes = 0
    for number in range(1, 20):
        try:
            with crashing_after(number):
                storage.write(rounds.open_round, maker.begun())
        except Crash:
            pass
        else:
            break
        crashes += 1
        assert sql("SELECT id FROM rounds") == sql("SELECT round FROM steps") == []
    assert crashes >= 2
    assert len(sql("SELECT id FROM rounds")) == 1


def test_an_error_after_the_results_undoes_the_steps_as_well(storage, maker, sql):
    stored = storage.write(rounds.open_round, maker.begun())
    sql("DROP TABLE face_counts")
    over = replace(
        maker.acted(stored),
        status="over",
        players=Players((stored.players[0], replace(stored.players[1], left=True))),
    )
    with pytest.raises(Exception, match="face_counts"):
        storage.write(rounds.save, over)
    assert storage.read(rounds.load, stored.id) == stored
    assert len(storage.read(rounds.record, stored.id)) == stored.play.recorded


def test_readers_see_the_round_as_it_was_while_another_writes(url, storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    with Storage.open(url) as other, other._engine.begin() as writing:
        writing.exec_driver_sql(f"UPDATE rounds SET version = 9 WHERE id = {stored.id}")
        assert storage.read(rounds.load, stored.id) == stored
        assert storage.read(deadlines.due, stored.deadline.at) == (stored.id,)


def test_any_thread_may_ask(storage, maker):
    stored = storage.write(rounds.open_round, maker.begun())
    with ThreadPoolExecutor(4) as threads:
        loaded = list(threads.map(lambda _: storage.read(rounds.load, stored.id), range(20)))
    assert loaded == [stored] * 20
