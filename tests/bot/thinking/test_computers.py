"""Perfect computers think in the analysis process: no act is lost with it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from analysis_thread import ThreadAnalysis
from bot.storage.database import Storage
from bot.table.players import Player, Players
from bot.table.store import rounds
from bot.table.time_limits import TimeLimits
from bot.table.use_cases import OpenRequest, Table
from bot.thinking.process import AnalysisCrashed, AnalysisProcess, Restarting
from empty_database import write_empty_database
from rounds_alone import RoundsAlone
from rules import engine, registry
from rules.sheets import winning
from sheet_rounds import filled, writes
from simulated_luck import SeededLuck

NOW = datetime(2026, 1, 1, tzinfo=UTC)
NINE = registry.game("nine")


class Analysis(ThreadAnalysis):
    """Answers on threads; keeps what it was asked, and fails with `error` if there is one."""

    def __init__(self):
        super().__init__()
        self.asked, self.error = [], None

    async def ask(self, question, *args, later=False):
        self.asked.append(question.__name__)
        if self.error:
            raise self.error
        return await super().ask(question, *args, later=later)

    def ask_from_thread(self, question, *args, seconds):
        self.asked.append(question.__name__)
        if self.error:
            raise self.error
        return super().ask_from_thread(question, *args, seconds=seconds)


@pytest.fixture
def analysis():
    return Analysis()


@pytest.fixture
def storage(tmp_path):
    write_empty_database(tmp_path / "rounds.sqlite3")
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as opened:
        yield opened


@pytest.fixture
def live(storage, analysis):
    working = RoundsAlone(storage, analysis)
    yield working
    working.close()


def table_of(live):
    return Table(SeededLuck(1), TimeLimits(), live.computers.choice)


async def nine(live, other):
    """Open a round of Nine Categories in which 14 rows of both sheets are written."""
    request = OpenRequest("nine", 1, 7)
    new = table_of(live).open(request, NOW)
    play, _ = filled(NINE, 2, until=14)
    begun = replace(new, players=Players((Player(user=1), other)), status="playing", play=play)
    return await live.open(begun.place.channel, lambda seed: replace(begun, seed=seed), now=NOW)


async def write(live, stored):
    """Write the first open row for the member whose turn it is."""
    play = stored.play
    seat = play.awaits.seats[0]
    action = writes(NINE, play.state, seat)[0]
    act = table_of(live).choose_action(stored.players[seat.index].user, play.moment, action, NOW)
    _, after = await live.change(stored.id, act, NOW)
    return after


PERFECT, MEDIUM = Player(level="perfect"), Player(level="house")


async def test_a_perfect_computer_thinks_in_the_analysis_process(live, analysis):
    stored = await nine(live, PERFECT)
    after = await write(live, stored)
    assert after.play.awaits.seats == stored.play.awaits.seats
    assert {*analysis.asked} == {"choice"}


async def test_other_levels_choose_where_they_are(live, analysis):
    await write(live, await nine(live, MEDIUM))
    assert not analysis.asked


async def test_an_act_is_not_lost_where_the_process_does_not_answer(
    storage, live, analysis, caplog
):
    """The computer plays what it would have played: the choice is computed here."""
    stored = await nine(live, PERFECT)
    played = set()
    for error in (None, AnalysisCrashed(), TimeoutError(), Restarting()):
        analysis.error = error
        act = table_of(live).choose_action(
            1, stored.moment, writes(NINE, stored.play.state, stored.play.awaits.seats[0])[0], NOW
        )
        changed = await live.computers.run(act, stored)
        played.add((changed.play.state, changed.play.recorded))
    assert len(played) == 1
    after = await write(live, stored)
    assert after.play.recorded > stored.play.recorded + 2
    assert storage.read(rounds.load, stored.id).play.state == after.play.state
    assert "a computer thinks in the bot's own process: the analysis process ended" in caplog.text
    assert "Restarting" not in caplog.text, "a stop is no fault"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_process_that_is_killed_while_a_computer_thinks_loses_no_act(storage):
    """The question is asked once more; the act and the computer's turn are stored together."""
    process = AnalysisProcess()
    working = RoundsAlone(storage, process)
    stored = await nine(working, PERFECT)
    pid = await process.ask(os.getpid)
    os.kill(pid, signal.SIGSTOP)
    acting = asyncio.create_task(write(working, stored))
    await asyncio.sleep(0.1)
    assert not acting.done()
    assert storage.read(rounds.load, stored.id).version == stored.version
    os.kill(pid, signal.SIGKILL)
    after = await acting
    assert process._worker.process.pid != pid
    assert storage.read(rounds.load, stored.id).play.state == after.play.state
    assert after.play.awaits.seats == stored.play.awaits.seats
    working.close()


async def test_acts_of_other_rounds_do_not_wait_for_computers(live, analysis, monkeypatch):
    """More rounds than there are processors wait for their computers."""
    gate, begun = threading.Event(), threading.Semaphore(0)

    def slow(*_):
        begun.release()
        assert gate.wait(20)

    monkeypatch.setattr(analysis, "ask_from_thread", lambda *args, seconds: slow())
    waiting = [
        asyncio.create_task(live.computers.run(live.computers.choice, NINE, None, None, "perfect"))
        for _ in range(8)
    ]
    for _ in waiting:
        assert await asyncio.to_thread(begun.acquire, timeout=10)
    assert await live.computers.run(lambda: "done") == "done"
    gate.set()
    await asyncio.gather(*waiting)


def test_one_hint_answers_those_that_follow(monkeypatch):
    """The rest is solved once, also when two threads ask for it at once."""
    solved = []
    real = winning.Duel

    def counted(*args):
        solved.append(args)
        return real(*args)

    monkeypatch.setattr(winning, "Duel", counted)
    monkeypatch.setattr(winning, "_duels", [])
    play, luck = filled(NINE, 2, until=12, seed=5)
    seat = play.awaits.seats[0]
    winning.solve_turn.cache_clear()
    threads = [threading.Thread(target=NINE.advise, args=(play.state, seat)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(solved) == 1
    while play.over is None:
        seat = play.awaits.seats[0]
        NINE.advise(play.state, seat)
        play = engine.act(play, seat, writes(NINE, play.state, seat)[0], luck)
    assert len(solved) == 1
