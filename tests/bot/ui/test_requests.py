"""Requests to Discord are never cancelled, and what becomes of them is known.

The board draws over discord.py's own HTTP client: its rate limits are those of the library.
"""

from __future__ import annotations

import ast
import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import discord
import pytest

from bot.table.opening import OpenRequest
from bot.ui import requests
from bot.ui.drawing.components import Drawing, text
from bot.ui.requests import Requests, StillUnderWay, seconds_for
from faked_http import FakedSession, bot_over, impatient, limited, message
from messages_read import until

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 1, 1, tzinfo=UTC)
MESSAGE = 70
EDIT = ("PATCH", "/channels/7/messages/70")


async def board_of(bot):
    """Open a round whose message is known."""
    asked = OpenRequest("dice-poker", 1, 7, opponent=2)
    stored = await bot.rounds.open(7, lambda seed: bot.table.open(asked, NOW, seed), now=NOW)
    return await bot.rounds.mark_message(stored, MESSAGE)


async def drawn_late(bot, stored, session):
    """Draw a board whose edit takes longer than the bot waits; return when it has ended."""
    with impatient(bot, session):
        assert await bot.board.refresh(stored)
    assert stored.id in bot.board.undrawn
    assert bot.board.doubts(stored.id) == 1
    await until(lambda: not bot.requests._under_way)


async def test_a_global_limit_that_outlasts_the_wait_leaves_the_client_alive(tmp_path):
    """discord.py opens its global limit again only where the waiting request is left alone."""
    session = FakedSession(limited(0.05, for_all=True), message())
    with bot_over(session, tmp_path) as bot:
        stored = await board_of(bot)
        await drawn_late(bot, stored, session)
        assert bot.http._global_over.is_set()
        assert session.sent == [EDIT, EDIT]
        assert await bot.board._post(stored) == MESSAGE


async def test_the_edit_that_uses_up_a_limit_is_no_failure(tmp_path):
    """It returns after the limit; the next tick finds that the board shows the round."""
    session = FakedSession(message(last_for=0.05))
    with bot_over(session, tmp_path) as bot:
        stored = await board_of(bot)
        await drawn_late(bot, stored, session)
        assert bot.board.urgent == {stored.id}
        assert await bot.board.refresh(stored)
        assert session.sent == [EDIT]
        assert bot.board.doubts(stored.id) == 0
        assert bot.board.undrawn == set()


async def test_an_edit_that_comes_after_a_newer_drawing_is_drawn_over(tmp_path):
    session = FakedSession(limited(0.05), message())
    with bot_over(session, tmp_path) as bot:
        stored = await board_of(bot)
        with impatient(bot, session):
            await bot.board.refresh(stored)
        joined = replace(stored, version=stored.version + 1)
        with bot.requests.last_drawings.drawing(MESSAGE, bot.drawings.public(joined)):
            pass  # a press has drawn it meanwhile
        bot.board.mark_drawn(joined)
        await until(lambda: not bot.requests._under_way)
        assert bot.board.urgent == {stored.id}
        assert await bot.board.refresh(joined)
        assert session.sent == [EDIT] * 3
        assert bot.board.doubts(stored.id) == 0


async def test_a_limit_that_is_too_long_is_an_error_that_is_expected(tmp_path):
    session = FakedSession(limited(1000, for_all=True))
    with bot_over(session, tmp_path) as bot:
        stored = await board_of(bot)
        assert await bot.board.refresh(stored)
        assert session.sent == [EDIT]
        assert bot.board.undrawn == {stored.id}
        assert bot.board.doubts(stored.id) == 0
        assert bot.http._global_over.is_set()


async def test_a_board_that_is_drawn_already_is_not_sent(tmp_path):
    session = FakedSession(message())
    with bot_over(session, tmp_path) as bot:
        stored = await board_of(bot)
        for _ in range(2):
            assert await bot.board.refresh(stored)
        assert session.sent == [EDIT]
        bot.drawings.forget()
        assert await bot.board.refresh(stored)
        assert session.sent == [EDIT, EDIT]


async def test_a_board_is_sent_again_after_a_refusal(tmp_path):
    refused = message()._replace(status=403)
    session = FakedSession(message(), refused, message())
    with bot_over(session, tmp_path) as bot:
        stored = await board_of(bot)
        await bot.board.refresh(stored)
        bot.drawings.forget()
        assert not await bot.board.refresh(stored)
        assert await bot.board.refresh(stored)
        assert len(session.sent) == 3


def test_nothing_cancels_what_it_waits_for():
    """A time limit of asyncio cancels the requests within; that of `Requests` does not."""
    paths = [
        path
        for files in ("bot/ui/**/*.py", "bot/play/background/*.py", "cogs/*.py")
        for path in ROOT.glob(files)
    ]
    assert len(paths) > 40
    cancelling = {"asyncio.timeout", "asyncio.timeout_at", "asyncio.wait_for"}
    assert {path: calls for path in paths if (calls := called_in(path) & cancelling)} == {}


def called_in(path):
    """Return the names of all that a module calls."""
    nodes = ast.walk(ast.parse(path.read_text()))
    return {ast.unparse(node.func) for node in nodes if isinstance(node, ast.Call)}


class Edits:
    """Edits of one message that a test lets go one by one."""

    def __init__(self, made: Requests) -> None:
        self._requests = made
        self.begun: list[int] = []
        self.gates: dict[int, asyncio.Event] = {}

    def edit(self, number: int) -> asyncio.Task[None]:
        """Begin an edit."""
        self.gates[number] = gate = asyncio.Event()

        async def make() -> None:
            self.begun.append(number)
            await gate.wait()

        drawing = Drawing([text(str(number))])
        return asyncio.create_task(self._requests.edit(MESSAGE, drawing, make))

    def shows(self, number: int) -> bool:
        """Return whether the message is known to show an edit."""
        return self._requests.last_drawings.shows(MESSAGE, Drawing([text(str(number))]))


async def test_edits_of_one_message_that_wait_are_joined():
    made = Requests()
    edits = Edits(made)
    first = edits.edit(1)
    await until(lambda: edits.begun == [1])
    waiting = [edits.edit(number) for number in (2, 3, 4)]
    await asyncio.sleep(0)
    edits.gates[1].set()
    await first
    await until(lambda: edits.begun == [1, 4])
    edits.gates[4].set()
    await asyncio.gather(*waiting)
    assert edits.begun == [1, 4]
    assert edits.shows(4)
    assert not made._editing
    assert not made._waiting


async def test_an_edit_that_hangs_is_overtaken(monkeypatch):
    """What the message shows is not known as long as one of them is under way."""
    monkeypatch.setattr(requests, "OVERTAKEN_SECONDS", 0.0)
    made = Requests()
    edits = Edits(made)
    hung = edits.edit(1)
    await until(lambda: edits.begun == [1])
    later = edits.edit(2)
    await until(lambda: edits.begun == [1, 2])
    edits.gates[2].set()
    await later
    assert not made.last_drawings.knows(MESSAGE)
    edits.gates[1].set()
    await hung
    assert not made.last_drawings.knows(MESSAGE)
    edits.edit(3)
    edits.gates[3].set()
    await until(lambda: edits.shows(3))


async def test_who_waits_no_longer_hears_what_became_of_it(caplog):
    made, gate, heard = Requests(), asyncio.Event(), []

    async def request() -> int:
        await gate.wait()
        return 5

    async def hear(result: int) -> None:
        heard.append(result)

    with pytest.raises(StillUnderWay) as raised:
        await made.make(request(), seconds=0)
    raised.value.then(hear)
    gate.set()
    assert await raised.value.landed()
    await until(lambda: heard == [5])
    assert not caplog.records


async def test_a_request_outlives_who_made_it_until_the_bot_stops():
    made, gate = Requests(), asyncio.Event()
    ended = []

    async def request() -> None:
        try:
            await gate.wait()
        finally:
            ended.append(1)

    waiting = asyncio.create_task(made.make(request()))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait({waiting})
    assert not ended
    await made.stop()
    assert ended == [1]


def test_files_are_given_the_time_that_they_need():
    """Five seconds, and one for every 32 KiB."""
    assert seconds_for(()) == 5
    files = [discord.File(BytesIO(bytes(64 * 1024)), name) for name in ("a.png", "b.png")]
    assert seconds_for(files) == 9
