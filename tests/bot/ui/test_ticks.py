"""Ticks: when what is registered is done, put off, or done again."""

from __future__ import annotations

import asyncio
import logging
from math import inf

import pytest

from bot.ui.fault_log import FaultLog
from bot.ui.ticks import Ticks

log = logging.getLogger(__name__)


class Bot:
    """A bot that is ready, or answers somebody, as a test says."""

    def __init__(self) -> None:
        self.ready, self.answering = True, False
        self.ticks = Ticks(lambda: self.ready, lambda: self.answering, FaultLog(log))
        self.done = 0
        self.error = None

    async def do(self) -> bool:
        if self.error is not None:
            raise self.error
        self.done += 1
        return True


@pytest.fixture
def bot():
    return Bot()


async def test_nothing_is_done_before_the_bot_is_ready(bot):
    bot.ticks.every(10, "work", bot.do, fault="no work")
    bot.ready = False
    await bot.ticks.run("work")
    assert bot.done == 0
    bot.ready = True
    await bot.ticks.run("work")
    assert bot.done == 1


async def test_what_is_not_put_off_is_done_while_somebody_is_answered(bot):
    bot.ticks.every(10, "work", bot.do, fault="no work")
    bot.answering = True
    await bot.ticks.run("work")
    assert bot.done == 1


@pytest.mark.parametrize(("most", "done"), [(2, 3), (inf, 0)])
async def test_it_is_put_off_so_many_times_in_a_row(bot, most, done):
    tick = bot.ticks.every(10, "work", bot.do, fault="no work", most_put_off=most)
    bot.answering = True
    for _ in range(9):
        await bot.ticks.run("work")
    assert bot.done == done
    bot.answering = False
    await bot.ticks.run("work")
    assert (bot.done, tick.put_off) == (done + 1, 0)


async def test_what_it_raises_is_logged(bot, caplog):
    bot.ticks.every(10, "work", bot.do, fault="no work")
    bot.error = KeyError("why")
    await bot.ticks.run("work")
    (line,) = caplog.messages
    assert line == "no work: KeyError('why')"


async def test_once_in_a_period_unless_it_failed(bot):
    day = 1
    bot.ticks.once(lambda: day, 10, "work", bot.do, fault="no work")
    bot.error = OSError()
    await bot.ticks.run("work")
    bot.error = None
    for _ in range(2):
        await bot.ticks.run("work")
    assert bot.done == 1
    day = 2
    await bot.ticks.run("work")
    assert bot.done == 2


async def test_once_in_a_period_unless_it_says_that_it_is_not_done(bot):
    answers = [False, True, True]

    async def do():
        return answers.pop(0)

    bot.ticks.once(lambda: "today", 10, "work", do, fault="no work")
    for _ in range(4):
        await bot.ticks.run("work")
    assert answers == [True]


async def test_loops_start_and_stop_together(bot):
    bot.ready = False
    bot.ticks.every(10, "work", bot.do, fault="no work")
    bot.ticks.once(lambda: 1, 20, "more", bot.do, fault="no more")
    bot.ticks.start()
    assert [loop.is_running() for loop in bot.ticks.loops.values()] == [True, True]
    bot.ticks.stop()
    await asyncio.sleep(0)
    assert not any(loop.is_running() for loop in bot.ticks.loops.values())
