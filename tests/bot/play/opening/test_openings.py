"""Rounds that nobody plays: how many a member may open, and what becomes of their threads."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest

from bot.play import limits
from bot.play.limits import SECONDS
from bot.ui import rate_limits
from simulated import table, text_of
from whole_rounds import at_lobby
from words import Words

TOO_MANY = Words(
    {
        "en": "You have opened 2 rounds in ten minutes that nobody played. You can open another one <t:",
        "ro": "Ai deschis 2 partide în zece minute și nimeni nu le-a jucat. Poți deschide alta <t:",
    }
)


@pytest.fixture
def ahead(monkeypatch):
    """By how many seconds the clock of the limits is ahead: the only entry of the list."""
    seconds = [0.0]
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + seconds[0])
    monkeypatch.setattr(limits, "time", clock)
    monkeypatch.setattr(rate_limits, "time", clock)
    return seconds


async def withdrawn(sim, member, opponent, channel=None, **options):
    """Challenge somebody and withdraw that; return the message of the challenge."""
    answer = await sim.play(member, channel=channel, opponent=opponent, **options)
    if channel is None:
        channel = sim.channel.threads[-1] if answer.ephemeral else sim.channel
    message = channel.last_message
    await at_lobby(member, message, "withdraw")
    return message


def refused(answer, language="en"):
    return answer.ephemeral and text_of(answer.response).startswith(TOO_MANY[language])


@pytest.mark.parametrize("language", TOO_MANY)
async def test_rounds_that_nobody_plays_are_limited_for_ten_minutes(tmp_path, ahead, language):
    async with table(tmp_path, openings_per_member=2) as sim:
        sim.locales[sim.ana.id] = language
        for _ in range(2):
            await withdrawn(sim, sim.ana, sim.bogdan, pace="slow")
        assert refused(await sim.play(sim.ana), language)
        answer = await sim.play(sim.ana, opponent=sim.bogdan, pace="slow")
        assert refused(answer, language)
        assert len(sim.channel.threads) == 2, "no third thread"
        assert not (await sim.play(sim.bogdan)).ephemeral, "others may"
        other = sim.guild.create_text_channel("more-games")
        ahead[0] = SECONDS
        assert not (await sim.play(sim.ana, channel=other)).ephemeral


async def test_they_count_from_their_opening_on(tmp_path, ahead):
    """A challenge that lapses after ten minutes has harmed nobody."""
    async with table(tmp_path, openings_per_member=1) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        ahead[0] = SECONDS
        await at_lobby(sim.ana, sim.message, "withdraw")
        assert not (await sim.play(sim.ana)).ephemeral


async def test_alone_one_choice_is_enough(tmp_path, ahead):
    async with table(tmp_path, openings_per_member=1) as sim:
        for number in (1, 2):
            assert not (await sim.play(sim.ana, "thirteen")).ephemeral
            await sim.reroll(sim.ana, sim.message, 1)
            await sim.bot.live.change(number, sim.bot.table.close(sim.ana.id, False))
        assert not (await sim.play(sim.ana, "thirteen")).ephemeral


@pytest.mark.parametrize("who", [0, 1, 2])
async def test_between_two_both_have_to_choose_something(tmp_path, ahead, who):
    """Before that, it counts whoever ends it."""
    async with table(tmp_path, openings_per_member=1) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await at_lobby(sim.bogdan, sim.message, "join")
        for member in (sim.bogdan, sim.ana)[:who]:
            await sim.reroll(member, sim.message, 1)
        if sim.stored().open:
            await sim.bot.live.change(1, sim.bot.table.close(sim.ana.id, True))
        answer = await sim.play(sim.ana)
        assert bool(answer.ephemeral) == (who < 2)


async def close(sim, number):
    """Close a round as whoever manages messages can, and redraw its board."""
    _, closed = await sim.bot.live.change(number, sim.bot.table.close(sim.ana.id, True))
    await sim.bot.board.refresh(closed)
    await sim.env.settle()


async def test_playing_again_is_limited_too(tmp_path, ahead):
    async with table(tmp_path, openings_per_member=1) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await at_lobby(sim.bogdan, sim.message, "join")
        await close(sim, 1)
        refusal = await sim.press(sim.ana, sim.message, "Play again")
        assert "that nobody played" in text_of(refusal.response)
        ahead[0] = SECONDS
        await sim.press(sim.ana, sim.message, "Play again")
        assert sim.stored(2).opener == sim.ana.id
        await close(sim, 2)
        assert (await sim.play(sim.ana)).ephemeral, "it has counted"


async def test_a_rematch_is_never_refused_and_never_counts(tmp_path, ahead):
    async with table(tmp_path, openings_per_member=1) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan)
        await at_lobby(sim.bogdan, sim.message, "join")
        await sim.reroll(sim.bogdan, sim.message)
        await sim.reroll(sim.ana, sim.message)
        over = sim.message
        await withdrawn(sim, sim.ana, sim.bogdan, sim.guild.create_text_channel("more-games"))
        assert (await sim.play(sim.ana)).ephemeral
        ahead[0] = SECONDS - 1
        for _ in range(2):
            await sim.press(sim.ana, over, "Rematch")
            await at_lobby(sim.ana, sim.message, "withdraw")
        ahead[0] = SECONDS
        assert not (await sim.play(sim.ana)).ephemeral


async def test_zero_is_no_limit(tmp_path, ahead):
    async with table(tmp_path, openings_per_member=0) as sim:
        for _ in range(12):
            await withdrawn(sim, sim.ana, sim.bogdan)
        assert not (await sim.play(sim.ana)).ephemeral


# Threads


def is_archived(sim, thread):
    return sim.env.backend.get_channel(thread.id).thread_metadata.archived


async def test_the_thread_of_a_challenge_that_was_withdrawn_is_archived(tmp_path):
    async with table(tmp_path) as sim:
        message = await withdrawn(sim, sim.ana, sim.bogdan, pace="slow")
        (thread,) = sim.channel.threads
        assert is_archived(sim, thread)
        assert "withdr" in text_of(sim.reread(message))


async def test_the_thread_of_a_lobby_that_lapsed_is_archived_once_that_is_told(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.bogdan)
        offer = await sim.open_table(sim.ana, "thirteen")
        await sim.press(sim.ana, offer.response, "Play in a thread")
        (thread,) = sim.channel.threads
        assert not is_archived(sim, thread)
        await sim.wait(minutes=10, seconds=10)
        assert sim.stored(2).status == "lapsed"
        assert sim.stored(2).drawn == sim.stored(2).version
        assert is_archived(sim, thread)


async def test_a_thread_of_members_is_left_alone(tmp_path):
    async with table(tmp_path) as sim:
        thread = sim.thread("inside")
        await sim.play(sim.ana, channel=thread, opponent=sim.bogdan, pace="slow")
        await at_lobby(sim.ana, thread.last_message, "withdraw")
        assert not is_archived(sim, thread)


async def test_a_challenge_that_was_declined_stays_in_sight(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana, opponent=sim.bogdan, pace="slow")
        (thread,) = sim.channel.threads
        await at_lobby(sim.bogdan, thread.last_message, "decline")
        assert sim.stored().status == "declined"
        assert not is_archived(sim, thread)
