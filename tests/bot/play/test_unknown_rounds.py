"""A press on a message of a round that is not stored: one answer, and nothing more to press.

The message keeps its words, for everybody; the member reads there that the game is gone.
"""

from __future__ import annotations

import pytest

from bot.storage.errors import StorageFailed
from elsewhere import elsewhere
from hanging import slow_analyses, slowly
from messages_read import warnings_in
from simulated import buttons, components, find, ids_of, table, text_of
from simulated_luck import SeededLuck
from sql import run
from whole_rounds import between_two, use

GONE = "-# This game no longer exists. </play:"


def forget(sim):
    """Delete all rounds, as they are missing in an earlier database."""
    for name in ("results", "steps", "rounds"):
        sim.bot.storage.write(run, f"DELETE FROM {name}")
    sim.bot.rounds.forget()


def assert_left(sim, message, before):
    """Check what is left of a message: its words, and why there is no control."""
    after = sim.reread(message)
    assert ids_of(after) == []
    words, _, line = text_of(after).rpartition("\n")
    assert words == before
    assert line.startswith(GONE)


def own_answer(sim, record):
    """Return the text of the private message that answers an emitted press."""
    answer = sim.answer_to(record)
    assert answer.ephemeral
    return text_of(sim.reread_private(answer))


async def test_two_who_press_at_once_read_one_line(tmp_path, caplog):
    async with table(tmp_path) as sim:
        await between_two(sim)
        board, words = sim.message, sim.text
        forget(sim)
        keep = find(board, "Keep all")["custom_id"]
        await sim.send_all([(one, board, keep) for one in (sim.ana, sim.bogdan)])
        assert_left(sim, board, words)
        assert warnings_in(caplog) == []


async def test_a_press_that_takes_long_withdraws_them_too(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        board, words = sim.message, sim.text
        forget(sim)
        keep = find(board, "Keep all")["custom_id"]
        await slowly(sim, lambda: sim.send(sim.ana, board, keep))
        assert_left(sim, board, words)


async def test_where_the_bot_is_a_guest_they_are_withdrawn_too(tmp_path):
    async with table(tmp_path) as sim:
        with elsewhere(sim, "server"):
            await sim.play(sim.ana)
            board, words = sim.message, sim.text
            forget(sim)
            await sim.press(sim.ana, board, "Keep all")
            assert_left(sim, board, words)


async def test_the_picture_of_a_page_goes_and_its_words_stay(tmp_path):
    async with table(tmp_path, SeededLuck(3)) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "Keep all")
        page = sim.reread_private(await use(sim.ana, sim.message, "review"))
        assert page.attachments
        words = text_of(page)
        forget(sim)
        await sim.press(sim.ana, page, "Step by step")
        assert_left(sim, page, words)
        after = sim.reread(page)
        assert not after.attachments
        assert not [one for one in components(after) if one["type"] == 12]


async def test_an_answer_that_was_deferred_as_another_message_is_private(tmp_path):
    """A hint is computed while its round is deleted; the next press withdraws the controls."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        board, words = sim.message, sim.text
        hint, keep = (find(board, label)["custom_id"] for label in ("💡 Hint", "Keep all"))
        with slow_analyses(sim) as gate:
            asked = sim.send(sim.ana, board, hint)
            await sim.env.advance_time(2)
            forget(sim)
            gate.set()
            await sim.env.settle()
        assert own_answer(sim, asked).startswith(GONE.removeprefix("-# "))
        assert keep in ids_of(sim.reread(board))
        await sim.press(sim.ana, board, "Keep all")
        assert_left(sim, board, words)


async def test_the_controls_stay_where_the_database_does_not_answer(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        board, before = sim.message, ids_of(sim.message)
        sim.bot.rounds.forget()

        async def fail(*_, **__):
            raise StorageFailed("The database is away.")

        with monkeypatch.context() as away:
            away.setattr(sim.bot.stored, "read", fail)
            (record,) = await sim.send_all([(sim.ana, board, find(board, "Keep all")["custom_id"])])
        assert "Something went wrong here" in own_answer(sim, record)
        assert ids_of(sim.reread(board)) == before
        await sim.press(sim.ana, board, "Keep all")
        assert sim.stored().finished


async def nothing(sim, stored):
    """Let Discord send a message without its components."""
    stored.components.clear()


async def of_content(sim, stored):
    """Let the message be one of text and rows of buttons, as before Discord's Components V2."""
    stored.flags, stored.content = 0, "Your turn!"
    stored.components[:] = [
        {"type": 1, "components": [{"type": 2, "style": 2, "label": "Keep all", "custom_id": KEEP}]}
    ]


async def refused(sim, stored):
    """Let Discord refuse the words of the message, since there are too many."""
    sim.env.inject_error("POST", "/interactions/*/callback", status=400, code=50035, times=1)


KEEP = "press:1:1:keep"


@pytest.mark.parametrize(("odd", "requests"), [(nothing, 1), (of_content, 1), (refused, 2)])
async def test_a_message_that_cannot_be_redrawn_stays_and_the_member_reads_why(
    tmp_path, caplog, odd, requests
):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        board = sim.message
        forget(sim)
        await odd(sim, sim._stored(board))
        before = ids_of(sim.reread(board)), text_of(sim.reread(board))
        since = len(sim.env.http_requests)
        (record,) = await sim.send_all([(sim.ana, board, KEEP)])
        assert len(sim.requests(since=since)) == requests
        assert own_answer(sim, record).startswith(GONE.removeprefix("-# "))
        assert (ids_of(sim.reread(board)), text_of(sim.reread(board))) == before
        assert warnings_in(caplog) == []


async def test_the_games_of_a_member_lose_only_the_one_that_is_gone(tmp_path):
    """Its line on the page stays, with all other buttons."""
    async with table(tmp_path, reminders=False) as sim:
        for name in ("one", "two"):
            channel = sim.guild.create_text_channel(name)
            await sim.play(sim.ana, channel=channel)
        await sim.wait(hours=2)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        first, second = (one for one in ids_of(page) if one.endswith(":continue"))
        sim.bot.storage.write(run, f"DELETE FROM rounds WHERE id = {first.split(':')[1]}")
        sim.bot.rounds.forget()
        await sim.ana.click(page, custom_id=first)
        after = sim.reread(page)
        assert ids_of(after) == [one for one in ids_of(page) if one != first]
        assert second in ids_of(after)
        assert text_of(after).startswith(text_of(page))
        assert text_of(after).count(GONE) == 1
        assert buttons(after)


async def test_a_rematch_keeps_its_board_where_the_game_before_is_gone(tmp_path):
    """It is declined: its message would offer the rematch again."""
    async with table(tmp_path) as sim:
        await between_two(sim)
        for member in (sim.bogdan, sim.ana):
            await sim.press(member, sim.message, "Keep all")
        await sim.press(sim.ana, sim.message, "Rematch")
        sim.bot.storage.write(run, "UPDATE rounds SET successor_of = NULL")
        sim.bot.storage.write(run, "DELETE FROM results")
        sim.bot.storage.write(run, "DELETE FROM rounds WHERE id = 1")
        sim.bot.rounds._live.pop(1)
        await sim.press(sim.bogdan, sim.message, "Decline")
        assert ids_of(sim.message)
        assert GONE not in sim.text
