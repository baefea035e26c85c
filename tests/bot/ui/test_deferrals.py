"""What was deferred: filled by an edit, private where its answer is, and pictures follow it."""

from __future__ import annotations

import json

import pytest

from elsewhere import elsewhere
from hanging import slow_analyses, slowly
from simulated import buttons, find, table, text_of

EPHEMERAL = 1 << 6
PRIVATE = ("settings", "rounds", "stats", "bar", "daily", "play")
ORIGINAL = "/webhooks/*/@original"


async def slow_review(sim, emit):
    """Emit a press or command while its analysis takes long; return the answer."""
    with slow_analyses(sim) as gate:
        record = emit()
        await sim.env.advance_time(2)
        assert record.responded
        gate.set()
        await sim.env.settle()
    return sim.answer_to(record)


@pytest.mark.parametrize("path", PRIVATE)
async def test_a_private_command_is_deferred_in_private_and_filled(tmp_path, path):
    async with table(tmp_path) as sim:
        boss = sim.member("boss", manage_messages=True)
        options = {"member": sim.ana} if path == "bar" else {}
        since = len(sim.env.http_requests)
        answer = await slowly(sim, lambda: sim.send_command(boss, path, **options))
        deferral, filled = sim.requests(since=since)[:2]
        assert (deferral.json["type"], deferral.json["data"]) == (5, {"flags": EPHEMERAL})
        assert filled.method == "PATCH"
        assert filled.path.endswith("/@original")
        assert answer.response.ephemeral
        assert text_of(answer.response)
        assert sim.channel.history() == []


async def test_a_deferred_challenge_pings_by_a_message_of_its_own_until_it_is_accepted(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        challenge = {"game": "dice-poker", "opponent": sim.bogdan}
        await slowly(sim, lambda: sim.send_command(sim.ana, "play", **challenge))
        board, ping = sim.channel.history()
        assert "Accept" in buttons(board)
        assert str(sim.bogdan.id) in json.dumps(sim.requests("PATCH", ORIGINAL)[-1].json)
        assert sim.pings() == [str(sim.bogdan.id)]
        assert ping.content.startswith(f"<@{sim.bogdan.id}> https://discord.com/channels/")
        assert ping.content.endswith(f"/{board.id}")
        await sim.press(sim.bogdan, board, "Accept")
        await sim.env.settle()
        assert sim.is_gone(ping)


async def test_a_challenge_that_is_answered_at_once_pings_by_its_board(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        assert sim.pings() == [str(sim.bogdan.id)]
        assert len(sim.channel.history()) == 1


async def test_a_guest_pings_nobody_by_a_message_of_its_own(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        challenge = {"game": "dice-poker", "opponent": sim.bogdan}
        with elsewhere(sim, "server"):
            answer = await slowly(sim, lambda: sim.send_command(sim.ana, "play", **challenge))
            assert "Accept" in buttons(answer.response)
            assert answer.followups == []
            assert sim.pings() == []


async def ended(sim):
    """Play a round to its end; return its message."""
    await sim.play(sim.ana)
    await sim.press(sim.ana, sim.message, "Keep all")
    return sim.message


async def test_words_fill_a_deferral_and_pictures_follow(tmp_path):
    async with table(tmp_path) as sim:
        board = await ended(sim)
        press = find(board, "Review")["custom_id"]
        answer = await slow_review(sim, lambda: sim.send(sim.ana, board, press))
        assert "### Review" in text_of(answer.response)
        assert "Share" in buttons(answer.response)
        assert not answer.response.attachments
        (picture,) = answer.followups
        assert picture.ephemeral
        assert [one.filename for one in picture.attachments] == ["review.png"]


async def test_where_pictures_are_forbidden_the_words_that_fill_a_deferral_say_so(tmp_path):
    async with table(tmp_path) as sim:
        board = await ended(sim)
        press = find(board, "Review")["custom_id"]
        sim.env.inject_error("POST", "/webhooks/*", status=403, code=50013, times=1)
        answer = await slow_review(sim, lambda: sim.send(sim.ana, board, press))
        assert "The bot may not attach files" in text_of(answer.response)
        assert answer.followups == []


async def test_an_edit_that_comes_late_has_its_picture_below(tmp_path):
    """A page that is turned to: the message is edited once the press was deferred."""
    async with table(tmp_path) as sim:
        board = await ended(sim)
        page = sim.reread_private(await sim.press_id(sim.ana, board, "tool:*:review"))
        assert page.attachments
        await sim.press(sim.ana, page, "Step by step")
        sim.bot.questions.forget()
        press = find(sim.reread(page), "Review")["custom_id"]
        answer = await slow_review(sim, lambda: sim.send(sim.ana, sim.reread(page), press))
        page = sim.reread(page)
        assert "### Review" in text_of(page)
        assert not page.attachments
        (picture,) = answer.followups
        assert picture.ephemeral
        assert picture.attachments


async def test_a_picture_alone_is_told_in_the_words_that_fill_a_deferral(tmp_path):
    """After a hint no choice counts: no accuracy stands above the picture."""
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        await sim.press(sim.ana, sim.message, "💡 Hint")
        await sim.press(sim.ana, sim.message, "Keep all")
        board = sim.message
        press = await sim.press(sim.ana, board, "Review")
        share = find(sim.reread_private(press), "Share")["custom_id"]
        answer = await slow_review(sim, lambda: sim.send(sim.ana, board, share))
        assert "Post" in buttons(answer.response)
        assert "ana" in text_of(answer.response), "what the picture shows"
        assert answer.followups[0].attachments
