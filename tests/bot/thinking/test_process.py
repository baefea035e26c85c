"""The worker process as it really runs: its answers, its errors, its beginning and its end."""

from __future__ import annotations

import asyncio
import errno
import operator
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from queue import Empty, PriorityQueue

import pytest

import rules.games
import worker_questions as questions
from bot.review.hint import hint
from bot.review.played_round import played_round
from bot.review.review_page import review_in_pieces
from bot.table.players import Player, Players
from bot.table.stored_round import DiscordPlace, StoredRound
from bot.thinking.process import IDLE_SECONDS, AnalysisCrashed, AnalysisProcess, Restarting
from bot.thinking.worker import NICENESS, OUT_OF_MEMORY
from extra_games_shown import EXTRA_GAMES, extra_games_shown
from rules import codec, registry
from rules.dice import PIPS
from rules.errors import Refusal, Unreadable
from rules.game import Awaits
from rules.losses import judge_rounds
from rules.odds import odds
from rules.pieces import whole
from rules.text import say

ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 1, 1, tzinfo=UTC)

ENDED_UNEXPECTEDLY = "the analysis process ended unexpectedly, exit code -9"

AT_ONCE = 3.0
"""Seconds that a busy machine may need for what takes no time."""


@pytest.fixture(scope="session")
def shared():
    """The process that most tests here ask; it knows the throw-away games too."""
    process = AnalysisProcess()
    with extra_games_shown():
        asyncio.run(process.ask(questions.show_games, [*rules.games.__path__]))
    yield process
    process.close()


@pytest.fixture
def own():
    """A process for one test, which may end it."""
    process = AnalysisProcess()
    yield process
    process.close()


def gone(pid):
    """Return whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


OTHER_GAMES = sorted({*registry.games(), *EXTRA_GAMES} - {"dice-poker"})


async def until(condition):
    """Wait until a condition holds."""
    for _ in range(1_000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it took too long")


# Its answers


@pytest.mark.parametrize(
    "any_game",
    ["dice-poker", *(pytest.param(key, marks=pytest.mark.slow) for key in OTHER_GAMES)],
    indirect=True,
    scope="module",
)
async def test_hints_of_every_game_are_those_of_the_bot_process(shared, any_game, spots):
    chosen = [spot for spot in spots if isinstance(any_game.turn(spot.state), Awaits)]
    for spot in (chosen[0], chosen[len(chosen) // 2], chosen[-1]):
        seat = any_game.turn(spot.state).seats[0]
        action = any_game.legal(spot.state, seat)[0]
        told = await shared.ask(hint, any_game, spot.seats, spot.state, seat, action)
        assert told == hint(any_game, spot.seats, spot.state, seat, action)


@pytest.mark.slow
async def test_reviews_of_every_game_are_those_of_the_bot_process(shared, any_game, journeys):
    journey = journeys[-1]
    stored = StoredRound(
        place=DiscordPlace(1),
        game=any_game.info.key,
        opener=1,
        players=Players(Player(user=seat + 1) for seat in range(journey.seats)),
        opened=NOW,
        options=journey.options,
        status="over",
        play=journey.end,
    )
    if any_game.info.key in EXTRA_GAMES:
        with pytest.raises(ValueError, match=any_game.info.key) as raised:
            await shared.ask(review_in_pieces, played_round(stored, journey.record), "en")
        assert "Traceback" in raised.value.__notes__[0]
        return
    round_ = played_round(stored, journey.record)
    there = await shared.ask(review_in_pieces, round_, "ro")
    here = whole(review_in_pieces(round_, "ro"))
    assert (there.headline(None), there.headlines) == (here.headline(None), here.headlines)
    assert (there.costliest_choices, there.description, there.picture) == (
        here.costliest_choices,
        here.description,
        here.picture,
    )


async def test_what_a_question_prints_does_not_disturb_its_answer(shared):
    assert await shared.ask(print, "printed by a question") is None


async def test_large_questions_and_answers_come_through(shared):
    large = bytes(3_000_000)
    assert await shared.ask(bytes, large) == large


async def test_questions_come_before_those_asked_for_later(shared):
    first = asyncio.create_task(shared.ask(time.sleep, 0.5))
    await asyncio.sleep(0)
    later = [asyncio.create_task(shared.ask(time.monotonic_ns, later=True)) for _ in range(2)]
    await asyncio.sleep(0.2)  # they are not asked meanwhile
    sooner = asyncio.create_task(shared.ask(time.monotonic_ns))
    await first
    assert await sooner < await later[0] < await later[1]


@pytest.mark.parametrize("later", [True, pytest.param(False, marks=pytest.mark.slow)])
async def test_a_question_waits_for_one_piece_of_a_long_one(shared, tmp_path, later):
    """Also of several, which take turns."""
    log = tmp_path / "pieces"
    long = [
        asyncio.create_task(shared.ask(questions.in_pieces, name, 4, 0.2, log, later=later))
        for name in "ab"
    ]
    await until(log.exists)
    begun = log.stat().st_size
    assert await shared.ask(operator.add, 1, 2) == 3
    assert log.stat().st_size <= begun + (1 if later else 2)
    assert not any(task.done() for task in long)
    assert await asyncio.gather(*long) == ["a", "b"]
    assert log.read_text(encoding="utf-8") == 4 * "ab"


async def test_short_pieces_are_computed_together(shared, tmp_path):
    """Else each would cost as much as a question."""
    log = tmp_path / "pieces"
    long = [asyncio.create_task(shared.ask(questions.in_pieces, name, 9, 0, log)) for name in "ab"]
    assert await asyncio.gather(*long) == ["a", "b"]
    assert log.read_text(encoding="utf-8") == 9 * "a" + 9 * "b"


async def test_a_thread_that_may_wait_asks_without_an_event_loop(shared):
    wait = partial(shared.ask_from_thread, seconds=20)
    assert await asyncio.to_thread(wait, operator.add, 1, 2) == 3
    with pytest.raises(ZeroDivisionError):
        await asyncio.to_thread(wait, operator.truediv, 1, 0)
    with pytest.raises(TimeoutError):
        await asyncio.to_thread(shared.ask_from_thread, time.sleep, 0.5, seconds=0.1)


def test_a_question_that_a_thread_waits_for_no_more_is_left_out(monkeypatch):
    process = AnalysisProcess()
    monkeypatch.setattr(process, "_work", lambda: None)
    with pytest.raises(TimeoutError):
        process.ask_from_thread(operator.add, 1, 2, seconds=0)
    assert process._waiting.get_nowait().answer.cancelled()


async def test_a_question_whose_asker_has_left_is_left_out(shared):
    first = asyncio.create_task(shared.ask(time.sleep, 0.2))
    await asyncio.sleep(0)
    left = asyncio.create_task(shared.ask(time.sleep, 60, later=True))
    await asyncio.sleep(0)
    left.cancel()
    async with asyncio.timeout(10):
        await first
        assert await shared.ask(operator.add, 1, 2) == 3


# Its errors


async def test_refusals_come_with_their_sentence_and_arguments(shared):
    with pytest.raises(Refusal, match="These are not the dice of") as refused:
        await shared.ask(odds, "66331", "QQ99A")
    assert dict(refused.value.text.arguments)["game"] == say("Dice Poker")
    assert dict(refused.value.text.arguments)["faces"] == ", ".join(PIPS.symbols)


async def test_errors_come_with_the_traceback_of_the_worker(shared):
    with pytest.raises(ZeroDivisionError) as raised:
        await shared.ask(operator.truediv, 1, 0)
    assert "worker.py" in raised.value.__notes__[0]
    with pytest.raises(ZeroDivisionError, match="the second piece"):
        await shared.ask(questions.fail_in_pieces)
    with pytest.raises(Unreadable, match="a list of 0 does not have 2 items"):
        await shared.ask(codec.decode, tuple[int, int], [])


async def test_an_error_that_cannot_be_pickled_is_an_error_with_its_traceback(shared):
    """As is one that is made again from other arguments."""
    local = "class Odd(Exception):\n def __init__(self, a, b): super().__init__(a + b)\n"
    with pytest.raises(RuntimeError, match="Odd: onetwo"):
        await shared.ask(exec, f"{local}raise Odd('one', 'two')")
    again = "bot.table.store.errors"
    with pytest.raises(RuntimeError, match="VersionConflict: "):
        await shared.ask(exec, f"import {again}; raise {again}.VersionConflict(1, 2)")
    assert await shared.ask(operator.add, 1, 2) == 3


async def test_an_answer_that_cannot_be_pickled_is_an_error(shared):
    with pytest.raises((pickle.PicklingError, AttributeError)):
        await shared.ask(eval, "lambda: 0")
    with pytest.raises((pickle.PicklingError, AttributeError)):
        await shared.ask(lambda: 0)
    assert await shared.ask(operator.add, 1, 2) == 3


# Its beginning


async def test_it_starts_when_it_is_needed_as_an_interpreter_of_its_own(own):
    assert own._worker is None
    pid = await own.ask(os.getpid)
    assert pid == own._worker.process.pid != os.getpid()
    assert await own.ask(os.getppid) == os.getpid()
    assert not await own.ask(eval, "'conftest' in __import__('sys').modules")
    assert await own.ask(os.getpid) == pid


async def test_it_imports_nothing_heavy_before_it_is_asked_and_no_database_to_judge(own):
    modules = (eval, "sorted(__import__('sys').modules)")
    loaded = await own.ask(*modules)
    assert not {"numpy", "PIL", "discord", "sqlalchemy", "babel"} & {*loaded}
    assert await own.ask(judge_rounds, {}) == {}
    assert not {"discord", "sqlalchemy"} & {*await own.ask(*modules)}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such priorities")
async def test_it_lets_the_bot_go_first(shared):
    assert await shared.ask(os.nice, 0) == min(os.nice(0) + NICENESS, 19)


@pytest.mark.skipif(not OUT_OF_MEMORY.exists(), reason="Linux alone has the file")
async def test_where_memory_runs_out_it_is_ended_before_the_bot(shared):
    score = await shared.ask(OUT_OF_MEMORY.read_text)
    assert int(score) == 1000
    assert int(OUT_OF_MEMORY.read_text()) < 1000


async def test_any_event_loop_may_ask_the_same_process(shared):
    """Each test has a loop of its own, and so has this thread."""
    here = await shared.ask(os.getpid)
    assert await asyncio.to_thread(asyncio.run, shared.ask(os.getpid)) == here


# Its end


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
async def test_signals_to_every_process_of_the_bot_do_not_end_it(shared):
    pid = await shared.ask(os.getpid)
    for sent in (signal.SIGINT, signal.SIGTERM):
        os.kill(pid, sent)
    assert await shared.ask(os.getpid) == pid


ASKED_AT_CTRL_C = """
import asyncio, os, signal
from bot.thinking.process import AnalysisProcess

async def ask():
    process = AnalysisProcess()
    asking = asyncio.create_task(process.ask(os.getpid))
    while process._worker is None:
        await asyncio.sleep(0)
    for _ in range(30):  # as it starts
        os.killpg(0, signal.SIGINT)
        await asyncio.sleep(0.01)
    assert await asking == process._worker.process.pid
    process.close()

signal.signal(signal.SIGINT, lambda *_: None)
asyncio.run(ask())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_ctrl_c_does_not_end_it_as_it_starts():
    done = subprocess.run(
        [sys.executable, "-c", ASKED_AT_CTRL_C],
        cwd=ROOT,
        start_new_session=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0)


ASKED_UNTIL_KILLED = """
import asyncio, os, sys, time
from bot.thinking.process import AnalysisProcess

async def ask():
    process = AnalysisProcess()
    print(await process.ask(os.getpid), flush=True)
    await process.ask(*{question})

asyncio.run(ask())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    "question",
    ["(os.getpid,), sys.stdin.read()", "(time.sleep, 600)", "(exec, 'while True: pass')"],
    ids=["idle", "waiting", "computing"],
)
def test_it_ends_with_a_bot_that_is_killed(question):
    """Nothing is left that holds the pipe to which all descendants of the bot may write."""
    source = ASKED_UNTIL_KILLED.replace("{question}", question)
    parent = subprocess.Popen(
        [sys.executable, "-c", source],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        text=True,
    )
    with parent:
        pid = int(parent.stdout.readline())
        time.sleep(0.2)
        assert not gone(pid)
        began = time.monotonic()
        parent.kill()
        _, said = parent.communicate(timeout=20)
    assert time.monotonic() - began < AT_ONCE
    assert not [line for line in said.splitlines() if "resource_tracker" not in line]


async def test_it_ends_after_a_while_without_questions():
    """A question that takes longer than that does not count."""
    process = AnalysisProcess(idle_seconds=0.3)
    pid = await process.ask(eval, "__import__('time').sleep(0.5) or __import__('os').getpid()")
    await until(lambda: gone(pid))
    assert await process.ask(os.getpid) not in (pid, os.getpid())
    process.close()


class HandedClock(PriorityQueue):
    """A queue that waits by a clock of the test, which moves on to the end of a wait at once."""

    def __init__(self):
        super().__init__()
        self.moves, self.waited = threading.Event(), []

    def get(self, block=True, timeout=None):
        self.waited.append(timeout)
        while True:
            try:
                return super().get(timeout=0.01)
            except Empty:
                if timeout is not None and self.moves.is_set():
                    raise


async def test_that_is_after_ten_minutes(own):
    clock = own._waiting = HandedClock()
    pid = await own.ask(os.getpid)
    assert await own.ask(os.getpid) == pid
    clock.moves.set()
    await until(lambda: gone(pid))
    assert {*clock.waited} == {None, IDLE_SECONDS} == {None, 600.0}


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_question_whose_worker_is_killed_is_asked_once_more(own, tmp_path, caplog):
    """As are those that wait for their next piece."""
    pid, begun, log = await own.ask(os.getpid), tmp_path / "begun", tmp_path / "pieces"
    long = asyncio.create_task(own.ask(questions.in_pieces, "a", 3, 0.1, log, later=True))
    await until(log.exists)
    asked = asyncio.create_task(own.ask(questions.slow_at_first, begun))
    await until(begun.exists)
    os.kill(pid, signal.SIGKILL)
    assert await asked == own._worker.process.pid != pid
    assert await long == "a"
    assert log.read_text(encoding="utf-8") == "a" + "aaa"
    assert [one.getMessage() for one in caplog.records] == [ENDED_UNEXPECTEDLY]


async def test_one_that_is_killed_while_nobody_asks_is_replaced(own, caplog):
    pid = await own.ask(os.getpid)
    os.kill(pid, signal.SIGKILL)
    await asyncio.to_thread(own._worker.process.join)
    assert await own.ask(os.getpid) != pid
    assert len(caplog.records) == 1


async def test_a_question_that_takes_too_long_is_refused_and_the_others_are_asked_again(
    tmp_path, caplog
):
    """The worker is killed, so nothing goes on computing."""
    process, log = AnalysisProcess(limit=1.5), tmp_path / "pieces"
    pid = await process.ask(os.getpid)
    other = asyncio.create_task(process.ask(questions.in_pieces, "a", 2, 0.1, log, later=True))
    await until(log.exists)
    long = asyncio.create_task(process.ask(time.sleep, 99))
    with pytest.raises(Refusal, match="This takes too long just now") as refused:
        await long
    assert refused.value.text.template.startswith("This takes too long just now.")
    assert await other == "a"
    assert log.read_text(encoding="utf-8") == "a" + "aa"
    assert gone(pid)
    assert [one.getMessage() for one in caplog.records] == [
        "a question took too long; the analysis process was ended"
    ]
    process.close()


async def test_a_long_question_may_take_longer_than_each_of_its_pieces(tmp_path):
    process = AnalysisProcess(limit=1.5)
    assert await process.ask(questions.in_pieces, "a", 4, 0.4, tmp_path / "pieces") == "a"
    process.close()


async def test_a_process_that_is_stopped_is_replaced():
    process = AnalysisProcess(limit=1.5)
    pid = await process.ask(os.getpid)
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(Refusal, match="This takes too long just now"):
        await process.ask(os.getpid)
    assert await process.ask(os.getpid) != pid
    process.close()


async def test_a_question_that_ends_the_process_twice_is_an_error(own, caplog):
    async with asyncio.timeout(20):
        with pytest.raises(AnalysisCrashed):
            await own.ask(os._exit, 3)
        assert len(caplog.records) == 2
        assert await own.ask(operator.add, 1, 2) == 3


@pytest.mark.slow
async def test_half_an_answer_is_no_hang(own, caplog):
    async with asyncio.timeout(20):
        with pytest.raises(AnalysisCrashed):
            await own.ask(questions.half_an_answer)
        assert len(caplog.records) == 2
        assert await own.ask(operator.add, 1, 2) == 3


async def test_where_no_process_can_be_started_it_is_told_and_tried_again(own, monkeypatch, caplog):
    def full(*_):
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    with monkeypatch.context() as patched:
        patched.setattr("multiprocessing.popen_spawn_posix.Popen.__init__", full)
        with pytest.raises(AnalysisCrashed):
            await own.ask(operator.add, 1, 2)
    assert "cannot be started: Resource temporarily unavailable" in caplog.text
    assert await own.ask(operator.add, 1, 2) == 3


async def test_questions_under_way_are_refused_when_the_bot_stops(own):
    pid = await own.ask(os.getpid)
    asked = [asyncio.create_task(own.ask(time.sleep, 60)) for _ in range(3)]
    await asyncio.sleep(0.1)
    began = time.monotonic()
    own.close()
    for task in asked:
        with pytest.raises(Restarting) as refused:
            await task
        assert "restarting" in refused.value.text.template
    assert time.monotonic() - began < AT_ONCE
    assert gone(pid)
    with pytest.raises(Restarting):
        await own.ask(os.getpid)
    own.close()


async def test_one_that_was_never_asked_is_closed_at_once():
    AnalysisProcess().close()


STOPPED_WHILE_ASKING = """
import asyncio, time
from bot.thinking.process import AnalysisProcess, Restarting

async def ask():
    process = AnalysisProcess()
    asked = asyncio.create_task(process.ask(time.sleep, 600))
    while process._worker is None:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)
    {then}

asyncio.run(ask())
"""

CLOSED = """process.close()
    try:
        await asked
    except Restarting:
        print("refused")"""


@pytest.mark.parametrize(
    ("then", "printed"), [(CLOSED, b"refused\n"), ("pass", b"")], ids=["closed", "not closed"]
)
async def test_the_program_ends_at_once_in_the_middle_of_a_question(then, printed):
    """Also where a fault keeps it from closing the process."""
    source = STOPPED_WHILE_ASKING.replace("{then}", then)
    begun = time.monotonic()
    program = await asyncio.create_subprocess_exec(
        sys.executable, "-c", source, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    async with asyncio.timeout(30):
        said, complained = await program.communicate()
    assert said == printed
    assert complained == b""
    assert time.monotonic() - begun < 10
