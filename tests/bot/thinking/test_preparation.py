"""Tables that take seconds are built once, in idle time; whoever asks before waits and is told."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.thinking.preparation import Preparation
from rules import registry
from rules.errors import Refusal


class Analysis:
    """Answers when it is told to, with an error if it has one; counts what it was asked."""

    def __init__(self):
        self.asked, self.answer, self.error = [], asyncio.Event(), None

    async def ask(self, question, game, *, later=False):
        self.asked.append((question.__name__, game.info.key, later))
        await self.answer.wait()
        if self.error:
            raise self.error


@pytest.fixture
def told():
    return []


async def finish(prepared, game, told):
    async def tell():
        told.append(game.info.key)

    await prepared.finish(game, tell)


YAMS, NINE = registry.game("yams"), registry.game("nine")
PREPARED = ("yams", "nine", "thirteen", "poker-dice")


async def test_games_with_such_tables_come_one_after_the_other_for_later_and_once():
    """Advice for other games waits for no table: it is only quicker with theirs."""
    analysis = Analysis()
    prepared = Preparation(analysis)
    assert prepared.is_ready(NINE)
    assert not prepared.is_ready(YAMS)
    for _ in range(2):
        prepared.begin()
        await asyncio.sleep(0.05)
    assert analysis.asked == [("prepare", "yams", True)]
    analysis.answer.set()
    await asyncio.sleep(0.05)
    prepared.begin()
    await asyncio.sleep(0.05)
    assert analysis.asked == [("prepare", key, True) for key in PREPARED]


async def test_who_asks_before_waits_and_is_told_and_afterwards_nobody_waits(told):
    analysis = Analysis()
    prepared = Preparation(analysis)
    prepared.begin()
    waiting = asyncio.create_task(finish(prepared, YAMS, told))
    await asyncio.sleep(0.05)
    assert told == ["yams"]
    assert not waiting.done()
    analysis.answer.set()
    await asyncio.wait_for(waiting, 5)
    assert prepared.is_ready(YAMS)
    await finish(prepared, YAMS, told)
    assert told == ["yams"]
    assert [key for _, key, _ in analysis.asked].count("yams") == 1


async def test_a_game_without_such_tables_waits_for_nothing(told):
    analysis = Analysis()
    await finish(Preparation(analysis), NINE, told)
    assert told == analysis.asked == []


async def test_what_cannot_be_built_is_logged_and_tried_again(told, caplog):
    analysis = Analysis()
    analysis.answer.set()
    analysis.error = Refusal(registry.game("nine").info.name)
    prepared = Preparation(analysis)
    with caplog.at_level(logging.WARNING):
        await finish(prepared, YAMS, told)
    assert "the tables of yams could not be built" in caplog.text
    assert not prepared.is_ready(YAMS)
    analysis.error = None
    await finish(prepared, YAMS, told)
    assert prepared.is_ready(YAMS)


async def test_a_game_without_exact_play_needs_nothing(told):
    analysis = Analysis()
    await finish(Preparation(analysis), replace(YAMS, exact=None), told)
    assert analysis.asked == []
