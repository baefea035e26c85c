"""Questions for the analysis process: which are computed, kept, refused, and for whom."""

from __future__ import annotations

import asyncio
import gc
import operator

import pytest

from analysis_thread import ThreadAnalysis
from bot.storage.database import Storage
from bot.thinking.process import Restarting
from empty_database import write_empty_database
from rounds_alone import RoundsAlone
from rules.errors import Refusal


class GatedAnalysis:
    """Answers a question once its gate is opened; `asked` are the questions it was given."""

    def __init__(self):
        self.asked, self.gates = [], {}

    async def ask(self, question, *args, later=False):
        self.asked.append((*args, later))
        self.gates[args] = asyncio.get_running_loop().create_future()
        await self.gates[args]
        return question(*args)

    def open(self, *args, error=None):
        gate = self.gates[args]
        gate.set_exception(error) if error else gate.set_result(None)

    def close(self):
        for gate in self.gates.values():
            if not gate.done():
                gate.set_exception(Restarting())


@pytest.fixture
def analysis():
    return GatedAnalysis()


@pytest.fixture
def asking(tmp_path, analysis):
    """Rounds whose analyses wait for their gates."""
    write_empty_database(tmp_path / "rounds.sqlite3")
    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        working = RoundsAlone(storage, analysis)
        yield working
        working.close()


async def asked(live, *questions, keep=False):
    """Let members ask, each (user, argument); return the tasks that wait for the answers."""
    tasks = [
        asyncio.create_task(live.questions.answer(user, argument, abs, argument, keep=keep))
        for user, argument in questions
    ]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


async def test_the_same_question_at_once_is_computed_once(asking, analysis):
    tasks = await asked(asking, (1, -7), (2, -7), (3, -8))
    assert analysis.asked == [(-7, False), (-8, False)]
    analysis.open(-7)
    analysis.open(-8)
    assert await asyncio.gather(*tasks) == [7, 7, 8]


async def test_a_member_has_one_question_under_way(asking, analysis):
    """One that is asked after all would wait for ever."""
    first, *others = await asked(asking, (1, -7), (1, -8), (1, -7))
    assert analysis.asked == [(-7, False)]
    assert [other.done() for other in others] == [True, True]
    for other in others:
        with pytest.raises(Refusal, match="Your last question is still being computed"):
            await other
    analysis.open(-7)
    assert await first == 7
    (second,) = await asked(asking, (1, -8))
    analysis.open(-8)
    assert await second == 8


async def test_a_finished_review_is_kept_and_a_hint_is_not(asking, analysis):
    for keep in (True, False):
        (task,) = await asked(asking, (1, -7 - keep), keep=keep)
        analysis.open(-7 - keep)
        await task
    assert analysis.asked == [(-8, True), (-7, False)]
    assert await asking.questions.answer(2, -8, abs, -8, keep=True) == 8
    assert len(analysis.asked) == 2
    (again,) = await asked(asking, (2, -7))
    assert len(analysis.asked) == 3
    assert await asking.questions.answer(2, -8, abs, -8, keep=True) == 8, (
        "kept answers are always given"
    )
    analysis.open(-7)
    assert await again == 7


async def test_the_reviews_asked_for_last_are_kept(asking, analysis, monkeypatch):
    monkeypatch.setattr("bot.thinking.questions.KEPT_ANSWERS", 2)

    async def review(argument):
        before = len(analysis.asked)
        (task,) = await asked(asking, (1, argument), keep=True)
        if len(analysis.asked) > before:
            analysis.open(argument)
        assert await task == -argument
        return len(analysis.asked) == before

    assert [await review(argument) for argument in (-1, -2, -1, -3, -1, -2)] == [
        *(False, False, True),
        *(False, True, False),
    ]


async def test_large_answers_push_out_those_that_were_used_least_recently(tmp_path, caplog):
    """One that is larger than all together is not kept."""
    asked = []

    def answer(key):
        asked.append(key)
        return bytes({"small": 5, "huge": 16_000_000}.get(key, 5_000_000))

    with Storage.open(f"sqlite:///{tmp_path / 'rounds.sqlite3'}") as storage:
        live = RoundsAlone(storage, ThreadAnalysis())
        for key in ("small", 1, 2, 3, "small", 4, "small", 2, 1, "huge", "huge", 1):
            await live.questions.answer(1, key, answer, key, keep=True)
        live.close()
    assert asked == ["small", 1, 2, 3, 4, 1, "huge", "huge"]
    assert not caplog.records


async def test_a_wait_that_is_cancelled_leaves_the_question_to_others(asking, analysis):
    left, stays = await asked(asking, (1, -7), (2, -7), keep=True)
    left.cancel()
    analysis.open(-7)
    assert await stays == 7
    (alone,) = await asked(asking, (1, -8), keep=True)
    alone.cancel()
    analysis.open(-8)
    await asyncio.wait({alone})
    assert await asking.questions.answer(3, -8, abs, -8, keep=True) == 8
    assert len(analysis.asked) == 2


async def test_an_error_reaches_everybody_and_is_not_kept(asking, analysis):
    tasks = await asked(asking, (1, -7), (2, -7), keep=True)
    analysis.open(-7, error=ValueError("no"))
    for task in tasks:
        with pytest.raises(ValueError, match="no"):
            await task
    (again,) = await asked(asking, (1, -7), keep=True)
    analysis.open(-7)
    assert await again == 7


async def test_an_error_that_nobody_waits_for_is_no_noise(asking, analysis, caplog):
    (left,) = await asked(asking, (1, -7))
    left.cancel()
    await asyncio.wait({left})
    analysis.open(-7, error=ValueError("no"))
    for _ in range(3):
        await asyncio.sleep(0)
    gc.collect()
    assert not caplog.records


async def test_questions_under_way_are_refused_when_the_bot_stops(asking):
    tasks = await asked(asking, (1, -7), (2, -8))
    asking.analysis.close()
    for task in tasks:
        with pytest.raises(Restarting):
            await task


async def test_the_thread_of_other_tests_refuses_like_the_process():
    thread = ThreadAnalysis()
    assert await thread.ask(operator.add, 1, 2, later=True) == 3
    thread.close()
    thread.close()
    with pytest.raises(Restarting):
        await thread.ask(operator.add, 1, 2)
