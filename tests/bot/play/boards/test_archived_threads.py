"""Boards in archived and locked threads (Discord's error 50083)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from hanging import CALLBACK, EDIT
from simulated import buttons, table, text_of

LOCKED = "This thread is locked, so nothing can be shown in it."


def refuse(sim, method, path, times, *, status=400, code=50083):
    sim.env.inject_error(method, path, status=status, code=code, times=times)


def refuse_to_open(sim, thread):
    """Let Discord refuse to open the thread again, as it does where it is locked."""
    refuse(sim, "PATCH", f"/channels/{thread.id}", None, status=403, code=50013)


async def alone_in_a_thread(sim):
    thread = sim.thread("inside")
    await sim.play(sim.ana, channel=thread)
    return thread, thread.last_message


async def two_in_a_thread(sim):
    """Begin a round of Ana and Bogdan in a thread; he is to choose."""
    thread = sim.thread("inside")
    await sim.play(sim.ana, channel=thread, opponent=sim.bogdan)
    await sim.press(sim.bogdan, thread.last_message, "Accept")
    return thread, thread.last_message


async def test_a_press_opens_the_thread_and_is_answered(tmp_path):
    async with table(tmp_path) as sim:
        thread, board = await alone_in_a_thread(sim)
        refuse(sim, "POST", CALLBACK, 1)
        await sim.press(sim.ana, board, "Keep all")
        (opened,) = sim.requests("PATCH", f"/channels/{thread.id}")
        assert opened.json == {"archived": False}
        assert "Rematch" in buttons(sim.reread(board))


async def test_a_command_opens_the_thread_and_is_answered(tmp_path):
    async with table(tmp_path) as sim:
        thread = sim.thread("inside")
        refuse(sim, "POST", CALLBACK, 1)
        await sim.play(sim.ana, channel=thread)
        assert len(sim.requests("PATCH", f"/channels/{thread.id}")) == 1
        assert "Keep all" in buttons(thread.last_message)
        refuse(sim, "POST", CALLBACK, 1)
        answer = await sim.ana.slash(thread, "play")
        assert answer.acknowledged


async def test_a_deadline_opens_the_thread_to_redraw_its_board(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        thread, board = await two_in_a_thread(sim)
        refuse(sim, "PATCH", EDIT, 1)
        await sim.wait(minutes=10, seconds=5)
        assert len(sim.requests("PATCH", f"/channels/{thread.id}")) == 1
        assert sim.stored().moment == 1
        assert sim.stored().place.message == board.id
        assert "your turn — beat" in text_of(sim.reread(board))


async def test_a_slow_game_goes_on_in_a_thread_that_was_archived(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, slow=True)
        (made,) = sim.requests("POST", "/channels/*/threads")
        assert made.json["auto_archive_duration"] == timedelta(days=7) / timedelta(minutes=1)
        (thread,) = sim.channel.threads
        board = thread.last_message
        await sim.press(sim.bogdan, board, "Accept")
        known = sim.env.backend.get_channel(thread.id).thread_metadata
        known.archived = True
        refuse(sim, "PATCH", EDIT, 1)
        await sim.wait(hours=24, seconds=5)
        assert not known.archived
        assert len(sim.requests("PATCH", f"/channels/{thread.id}")) == 1
        assert sim.stored().place.message == board.id
        assert "your turn — beat" in text_of(sim.reread(board))
        await sim.press(sim.ana, board, "Keep all")
        assert sim.stored().status == "over"


async def test_a_reminder_opens_the_thread_and_is_sent(tmp_path):
    async with table(tmp_path) as sim:
        thread, board = await two_in_a_thread(sim)
        refuse(sim, "POST", f"/channels/{thread.id}/messages", 1)
        await sim.wait(minutes=2)
        assert len(sim.requests("PATCH", f"/channels/{thread.id}")) == 1
        assert sim.stored().deadline.reminder == thread.last_message.id != board.id


async def test_where_it_is_archived_at_once_again_nothing_is_tried_for_ever(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        thread, board = await two_in_a_thread(sim)
        refuse(sim, "PATCH", EDIT, None)
        refuse(sim, "POST", f"/channels/{thread.id}/messages", None)
        await sim.wait(minutes=10, seconds=5)
        drawn = len(sim.requests("PATCH", f"/channels/{thread.id}/messages/{board.id}"))
        posted = len(sim.requests("POST", f"/channels/{thread.id}/messages"))
        assert (drawn, posted) == (2, 2)
        assert len(sim.requests("PATCH", f"/channels/{thread.id}")) == 2, "once for each"
        assert sim.stored().moment == 1, "the game goes on"


async def test_where_it_cannot_be_opened_the_board_is_posted_anew(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        thread, board = await two_in_a_thread(sim)
        refuse_to_open(sim, thread)
        refuse(sim, "PATCH", EDIT, 2)
        await sim.wait(minutes=10, seconds=5)
        newer = thread.last_message
        assert newer.id != board.id
        assert sim.stored().place.message == newer.id
        assert "your turn — beat" in text_of(newer)
        assert str(newer.id) in text_of(sim.reread(board))
        await sim.press(sim.ana, newer, "Keep all")
        assert sim.stored().status == "over"


@pytest.mark.parametrize(
    ("locale", "expected"), [("en-US", LOCKED), ("ro", "Firul acesta este blocat")]
)
async def test_a_press_in_a_locked_thread_gets_a_plain_sentence(tmp_path, locale, expected):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = locale
        thread, board = await alone_in_a_thread(sim)
        refuse_to_open(sim, thread)
        refuse(sim, "POST", CALLBACK, 1)
        answer = await sim.press_id(sim.ana, board, "press:*:keep")
        assert answer.ephemeral
        assert expected in text_of(answer.response)
        assert sim.stored().status == "over", "the press counts all the same"


async def test_a_press_is_noted_even_where_no_sentence_is_accepted(tmp_path):
    async with table(tmp_path) as sim:
        thread, board = await alone_in_a_thread(sim)
        refuse_to_open(sim, thread)
        refuse(sim, "POST", CALLBACK, 2)
        answer = await sim.press(sim.ana, board, "Keep all")
        assert answer.acknowledged
        assert answer.response is None or not answer.ephemeral
        assert sim.stored().status == "over"
        assert len(sim.requests("PATCH", f"/channels/{thread.id}")) == 1, "it was asked for once"
