"""A request that returns late was no failure: nobody reads an apology, and nothing is sent twice.

The requests are carried out at once and return seconds later, as where they use up a rate limit.
"""

from __future__ import annotations

import discord
import pytest

from costly_rounds import played, worst_row
from hanging import CALLBACK, EDIT, hanging, treated
from simulated import buttons, find, table, text_of
from whole_rounds import between_two, use

pytestmark = pytest.mark.slow

MESSAGES = "/channels/*/messages"


async def test_a_press_whose_answer_returns_late(tmp_path):
    """Its round is free after five seconds, and its board is not drawn again."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        board = sim.message
        with hanging(sim, "POST", CALLBACK, times=1, landed=True) as held:
            first = sim.send(sim.bogdan, board, find(board, "Keep all")["custom_id"])
            await sim.wait(seconds=6)
            assert first.responded
            await sim.press(sim.ana, board, "Keep all")
            held.let_go()
            await sim.env.settle()
        assert sim.apologies() == 0
        assert "Rematch" in buttons(sim.reread(board))
        await sim.wait(seconds=60)
        assert sim.stored().place.drawn == sim.stored().version


async def test_a_board_whose_edit_returns_late_is_not_drawn_again(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        with hanging(sim, "PATCH", EDIT, times=1, landed=True) as held:
            await sim.wait(minutes=10, seconds=8)
            assert len(held.begun) == 1
            assert sim.stored().place.drawn < sim.stored().version
            held.let_go()
            await sim.wait(minutes=2)
        assert len(sim.requests("PATCH", EDIT)) == 1
        assert sim.stored().place.drawn == sim.stored().version


async def test_the_message_of_a_round_that_is_posted_late_is_its_board(tmp_path):
    async with table(tmp_path) as sim:
        with hanging(sim, "POST", CALLBACK, times=1, landed=True) as held:
            sim.send_command(sim.ana, "play", game="dice-poker")
            await sim.wait(seconds=6)
            assert sim.stored().place.message is None
            held.let_go()
            await sim.env.settle()
        assert sim.stored().place.message == sim.message.id
        assert sim.apologies() == 0
        answer = await sim.play(sim.bogdan)
        assert answer.ephemeral
        assert len(sim.channel.history()) == 1


async def test_a_round_that_was_posted_again_meanwhile_keeps_its_board(tmp_path):
    """The message that came late links to it."""
    async with table(tmp_path) as sim:
        with hanging(sim, "POST", CALLBACK, times=1, landed=True) as held:
            sim.send_command(sim.ana, "play", game="dice-poker")
            await sim.wait(seconds=6)
            await sim.play(sim.bogdan)
            held.let_go()
            await sim.env.settle()
        late, board = sim.channel.history()
        assert sim.stored().place.message == board.id
        assert "goes on here" in text_of(late)
        assert not buttons(late)


async def test_a_reminder_that_is_sent_late_is_deleted_when_they_act(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        with hanging(sim, "POST", MESSAGES, times=1, landed=True) as held:
            await sim.wait(minutes=1, seconds=10)
            assert len(sim.channel.history()) == 2
            assert sim.stored().deadline.reminder == 0
            held.let_go()
            await sim.env.settle()
        assert sim.stored().deadline.reminder == sim.message.id
        await sim.press(sim.bogdan, board, "Keep all")
        assert len(sim.channel.history()) == 1


async def test_a_reminder_that_comes_after_they_have_acted_is_deleted(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board = sim.message
        with hanging(sim, "POST", MESSAGES, times=1, landed=True) as held:
            await sim.wait(minutes=1, seconds=10)
            await sim.press(sim.bogdan, board, "Keep all")
            assert len(sim.channel.history()) == 2
            held.let_go()
            await sim.env.settle()
        assert len(sim.channel.history()) == 1


async def test_a_picture_that_is_posted_late_is_posted_once(tmp_path, no_picture):
    async with table(tmp_path) as sim:
        board = await played(sim, "dice-poker", worst_row)
        shown = sim.reread_private(await use(sim.ana, board, "share"))
        with hanging(sim, "POST", "/webhooks/*", times=1, landed=True) as held:
            sim.send(sim.ana, shown, f"tool:1:{sim.stored().moment}:share-now")
            await sim.wait(seconds=30)
            assert len(held.begun) == 1
            held.let_go()
            await sim.env.settle()
        told = sim.reread_private(await use(sim.ana, shown, "share-now"))
        assert "just shared" in text_of(told)
        assert len(sim.channel.history()) == 2
        assert sim.apologies() == 0


async def test_a_thread_that_may_not_be_made_for_minutes_is_refused(tmp_path):
    """Discord lets few be made; the member reads why, and nothing is logged as a fault."""

    async def limited(_carry_out, _sent):
        raise discord.RateLimited(300)

    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        taken = await sim.play(sim.bogdan)
        with treated(sim, "POST", "/channels/*/threads", limited):
            answer = await sim.press(sim.bogdan, taken.response, "Play in a thread")
        assert "thread" in text_of(sim.reread_private(answer))
        assert sim.apologies() == 0


async def test_a_thread_that_takes_its_time_is_waited_for(tmp_path):
    """Nothing else waits for it, and an empty thread would stay behind."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        taken = await sim.play(sim.bogdan)
        offer = taken.response
        with hanging(sim, "POST", "/channels/*/threads", landed=True) as held:
            number = find(offer, "Play in a thread")["custom_id"]
            record = sim.send(sim.bogdan, offer, number)
            await sim.wait(seconds=20)
            assert len(held.begun) == 1
            held.let_go()
            await sim.env.settle()
        assert record.responded
        assert sim.stored(2).place.message is not None
        assert sim.apologies() == 0
