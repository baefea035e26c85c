"""A channel or thread that is deleted decides no round: it rests, or is closed without a result."""

from __future__ import annotations

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import closing
from rules.engine import Acted
from simulated import table, text_of
from whole_rounds import between_two
from words import Words

DELETED = Words(
    {
        "en": "The channel was deleted, so the round was closed. It does not count.",
        "ro": "Canalul a fost șters, așa că partida a fost închisă. Nu se ia în calcul.",
    }
)


async def delete(sim, channel):
    """Delete a channel or thread, and let the bot hear of it."""
    sim.env.backend.delete_channel(channel.id)
    await sim.env.settle()


async def delete_unheard(sim, channel):
    """Delete a channel or thread while the bot hears nothing."""
    backend = sim.env.backend
    emit, backend.emit = backend.emit, lambda *_, **__: None
    try:
        backend.delete_channel(channel.id)
    finally:
        backend.emit = emit
    await sim.env.settle()


def made(sim, kind):
    """Return a channel, or a thread, in which rounds are played."""
    return sim.thread("inside") if kind == "thread" else sim.guild.create_text_channel("den")


async def stats(sim, member):
    return text_of((await member.slash(sim.channel, "stats")).response)


async def two_in(sim, channel):
    await sim.play(sim.ana, channel=channel, opponent=sim.bogdan)
    await sim.press(sim.bogdan, channel.last_message, "Accept")
    assert sim.stored().status == "playing"


async def alone_in(sim, channel, **options):
    await sim.play(sim.ana, channel=channel, **options)
    assert sim.stored().status == "playing"


async def past_all_deadlines(sim):
    await sim.wait(hours=1)
    assert [one for one in sim.record() if isinstance(one, Acted)] == []


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_a_round_of_two_is_closed_without_a_result(tmp_path, kind):
    async with table(tmp_path) as sim:
        channel = made(sim, kind)
        before = await stats(sim, sim.ana)
        await two_in(sim, channel)
        await delete(sim, channel)
        await past_all_deadlines(sim)
        stored = sim.stored()
        assert stored.status == "closed"
        assert stored.deadline is None
        assert closing.gone(stored) == (False, False)
        for language, said in DELETED.items():
            assert render(closing.reason(stored), language, PlainRenderer(language)) == said
        assert await stats(sim, sim.ana) == before


@pytest.mark.parametrize("kind", ["channel", "thread"])
@pytest.mark.parametrize("game", ["nine", "dice-poker"])
async def test_a_round_alone_or_against_the_computer_rests(tmp_path, kind, game):
    async with table(tmp_path) as sim:
        channel = made(sim, kind)
        await alone_in(sim, channel, game=game)
        since = len(sim.env.http_requests)
        await delete(sim, channel)
        await sim.wait(hours=1)
        stored = sim.stored()
        assert (stored.status, stored.channel_deleted, stored.message) == ("resting", True, None)
        assert sim.requests(path=f"/channels/{channel.id}/*", since=since) == []


async def test_a_round_that_waits_for_players_is_closed(tmp_path):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await sim.open_table(sim.ana, "nine", channel)
        await delete(sim, channel)
        assert sim.stored().status == "closed"


async def test_the_threads_of_a_deleted_channel_are_deleted_with_it(tmp_path):
    async with table(tmp_path) as sim:
        thread = sim.thread("inside")
        await two_in(sim, thread)
        await delete(sim, sim.channel)
        assert sim.stored().status == "closed"


async def test_a_round_that_rests_already_has_no_channel_any_more(tmp_path):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await alone_in(sim, channel)
        await sim.wait(minutes=10, seconds=5)
        rested = sim.stored()
        await delete(sim, channel)
        stored = sim.stored()
        assert (stored.status, stored.deadline) == ("resting", rested.deadline)
        assert stored.channel_deleted


async def test_an_event_that_comes_twice_changes_nothing(tmp_path):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await alone_in(sim, channel)
        await delete(sim, channel)
        before = sim.stored()
        sim.env.backend.emit(
            "CHANNEL_DELETE", {"id": str(channel.id), "type": 0, "guild_id": str(sim.guild.id)}
        )
        await sim.env.settle()
        assert sim.stored() == before


async def test_another_channel_costs_no_round_anything(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim)
        before = sim.stored()
        await delete(sim, made(sim, "channel"))
        await delete(sim, made(sim, "thread"))
        assert sim.stored() == before
