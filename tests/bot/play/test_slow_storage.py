"""Slow storage: the answer to Discord is deferred in time, and follows."""

from __future__ import annotations

import json

from hanging import slowly
from simulated import buttons, find, table, text_of


def keep_all(sim, member):
    """Return a function that emits a press of *Keep all*."""
    return lambda: sim.send(member, sim.message, find(sim.message, "Keep all")["custom_id"])


async def test_a_press_is_deferred_and_then_answered(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        since = len(sim.env.http_requests)
        await slowly(sim, keep_all(sim, sim.ana))
        assert sim.requests(since=since)[0].json["type"] == 6
        assert "Rematch" in buttons(sim.message)
        assert sim.pings() == []
        sim.assert_replays()


async def test_a_deferred_refusal_is_private(tmp_path):
    async with table(tmp_path, reminders=False) as sim:
        await sim.play(sim.ana)
        shown = sim.text
        for emit in (
            keep_all(sim, sim.bogdan),
            lambda: sim.send_command(sim.bogdan, "play", game="dice-poker"),
            lambda: sim.send_command(sim.ana, "play", game="dice-poker", level="genius"),
        ):
            (answer,) = (await slowly(sim, emit)).followups
            assert answer.ephemeral
        assert sim.text == shown
        assert len(sim.channel.history()) == 1


async def test_of_a_deferral_in_public_nothing_stays(tmp_path):
    """It is deleted, then one private answer follows, and another one."""
    async with table(tmp_path, reminders=False) as sim:
        warden = sim.member("warden", manage_guild=True)
        await sim.play(sim.ana)
        sim.forbid(send_messages=True)
        since = len(sim.env.http_requests)
        answer = await slowly(sim, lambda: sim.send_command(warden, "play", game="dice-poker"))
        methods = [one.method for one in sim.requests(path="/webhooks/*", since=since)]
        assert methods == ["DELETE", "POST", "POST"]
        taken, lacks = answer.followups
        assert [taken.ephemeral, lacks.ephemeral] == [True, True]
        assert "lacks permissions" in text_of(lacks)
        assert [one.id for one in sim.channel.history()] == [sim.message.id]
        assert "your turn" in sim.text


async def test_a_board_that_took_the_place_of_a_deferral_stays_when_cards_follow(tmp_path):
    """Only what was deferred in public and is answered in private is deleted."""
    async with table(tmp_path) as sim:
        answer = await slowly(sim, lambda: sim.send_command(sim.ana, "play", game="six-card"))
        (cards,) = answer.followups
        assert cards.ephemeral
        (board,) = sim.channel.history()
        assert sim.stored().place.message == board.id
        assert f"<@{sim.ana.id}>, your turn" in text_of(board)
        assert sim.requests("DELETE") == []


async def test_a_deferred_command_opens_a_round(tmp_path):
    async with table(tmp_path) as sim:
        await slowly(sim, lambda: sim.send_command(sim.ana, "play", game="dice-poker"))
        assert "your turn — beat" in sim.text
        assert sim.stored().place.message == sim.message.id
        assert len(sim.channel.history()) == 1
        assert sim.requests("POST", "/webhooks/*") == []
        (filled,) = sim.requests("PATCH", "/webhooks/*/@original")
        assert "<@" in json.dumps(filled.json), "an edit pings nobody, so it mentions them"
        await sim.press(sim.ana, sim.message, "Keep all")
        assert "Rematch" in buttons(sim.message)
