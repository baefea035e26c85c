"""A channel or thread that is deleted decides no round: it rests, or is closed without a result."""

from __future__ import annotations

import pytest

from bot.language.render import PlainRenderer, render
from bot.table import closing
from discord_limits import assert_all_fit
from rules.engine import Acted
from simulated import LOCALES, buttons, table, text_of
from statistics_asked import games_of
from whole_rounds import between_two
from words import Words

pytestmark = pytest.mark.slow

DELETED = Words(
    {
        "en": "The channel was deleted, so the game was closed. It does not count.",
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
    answer = await sim.play(sim.ana, channel=channel, **options)
    assert not answer.ephemeral


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_a_round_of_two_is_closed_without_a_result(tmp_path, kind):
    async with table(tmp_path) as sim:
        channel = made(sim, kind)
        before = await stats(sim, sim.ana)
        await two_in(sim, channel)
        await delete(sim, channel)
        stored = sim.stored()
        await sim.wait(hours=1)
        assert await stats(sim, sim.ana) == before
        assert sim.stored().status == "closed"
        assert (stored.status, stored.deadline.at) == ("closed", None)
        assert stored.place.drawn == stored.version, "nothing draws it again"
        for language, said in DELETED.items():
            assert render(closing.reason(stored), language, PlainRenderer(language)) == said


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
        assert (stored.status, stored.place.channel_deleted, stored.place.message) == (
            "resting",
            True,
            None,
        )
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
        assert (stored.status, stored.deadline.at) == ("resting", rested.deadline.at)
        assert stored.place.channel_deleted


async def test_a_fault_in_one_round_leaves_no_other_to_its_clock(tmp_path, monkeypatch):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await alone_in(sim, channel)
        await sim.wait(minutes=10, seconds=5)
        await sim.play(sim.bogdan, channel=channel, game="nine")
        assert [sim.stored(one).status for one in (1, 2)] == ["resting", "playing"]
        lose = sim.bot.rounds.lose_channel

        async def fail_once(round_id, now):
            monkeypatch.setattr(sim.bot.rounds, "lose_channel", lose)
            raise RuntimeError("made for the test")

        monkeypatch.setattr(sim.bot.rounds, "lose_channel", fail_once)
        await delete(sim, channel)
        assert [sim.stored(one).place.channel_deleted for one in (1, 2)].count(True) == 1


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


# What was not heard of ---------------------------------------------------------


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_a_redraw_that_finds_no_channel_closes_a_round_of_two(tmp_path, kind):
    async with table(tmp_path, reminders=False) as sim:
        channel = made(sim, kind)
        await two_in(sim, channel)
        await delete_unheard(sim, channel)
        assert sim.stored().status == "playing"
        await sim.wait(minutes=10, seconds=30)
        stored = sim.stored()
        assert (stored.status, stored.end.closed) == ("closed", "deleted")
        assert sim.bot.board.undrawn == set()


async def test_a_reminder_that_finds_no_channel_closes_a_round_of_two(tmp_path):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await two_in(sim, channel)
        await delete_unheard(sim, channel)
        await sim.wait(minutes=9)
        assert sim.stored().status == "closed"
        assert not [one for one in sim.record() if isinstance(one, Acted)]


async def test_a_redraw_that_finds_no_channel_lets_a_round_alone_rest_without_one(tmp_path):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await alone_in(sim, channel)
        await delete_unheard(sim, channel)
        await sim.wait(minutes=10, seconds=30)
        assert sim.stored().status == "resting"
        assert sim.stored().place.channel_deleted
        assert sim.bot.board.undrawn == set()


async def test_a_message_that_alone_is_gone_ends_no_round(tmp_path):
    """Discord's error 10008 says so: the next press or `/rounds` shows the round again."""
    async with table(tmp_path, reminders=False) as sim:
        await between_two(sim)
        sim.delete(sim.message)
        await sim.wait(minutes=10, seconds=30)
        assert sim.stored().status == "playing"
        assert sim.stored().place.channel == sim.channel.id


# /rounds -----------------------------------------------------------------------


async def rests_without_channel(sim, kind="channel", **options):
    channel = made(sim, kind)
    await alone_in(sim, channel, **options)
    await delete(sim, channel)
    return channel


LINE = Words(
    {
        "en": "💤 Dice Poker: rests until you go on here; its channel was deleted",
        "ro": "💤 Poker cu zaruri: în pauză până continui aici; canalul ei a fost șters",
    }
)


@pytest.mark.parametrize("language", LINE)
async def test_rounds_lists_it_without_a_link_with_continue_and_leave(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = LOCALES[language]
        await rests_without_channel(sim)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        assert LINE[language] in text_of(page)
        assert "https://" not in text_of(page)
        assert "<#" not in text_of(page)
        ids = [one["custom_id"] for one in buttons(page).values()]
        assert {"tool:1:1:continue", "tool:1:1:leave"} <= {*ids}


async def test_many_of_them_fit_into_the_list(tmp_path):
    async with table(tmp_path) as sim:
        for _ in range(10):
            await rests_without_channel(sim)
        since = len(sim.env.http_requests)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        assert_all_fit(sim.requests(since=since))
        assert text_of(page).count("💤") == 7
        assert "… and 3 more games." in text_of(page)


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_continue_takes_it_up_where_it_is_pressed(tmp_path, kind):
    async with table(tmp_path) as sim:
        gone = await rests_without_channel(sim, kind)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        since = len(sim.env.http_requests)
        await sim.press(sim.ana, page, "Continue")
        stored = sim.stored()
        assert (stored.status, stored.place.channel) == ("playing", sim.channel.id)
        assert stored.place.message == sim.message.id
        assert not stored.place.in_thread
        assert sim.requests(path=f"/channels/{gone.id}/*", since=since) == []
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"
        assert "Rematch" in buttons(sim.message)


async def test_continue_goes_on_here_where_nobody_has_heard_that_the_channel_is_gone(tmp_path):
    async with table(tmp_path) as sim:
        channel = made(sim, "channel")
        await alone_in(sim, channel)
        await sim.wait(minutes=10, seconds=5)
        await delete_unheard(sim, channel)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        await sim.press(sim.ana, page, "Continue")
        stored = sim.stored()
        assert (stored.status, stored.place.channel) == ("playing", sim.channel.id)
        assert stored.place.message == sim.message.id
        await sim.press(sim.ana, sim.message, "Keep all")
        assert sim.stored().status == "over"


async def test_continue_in_a_channel_that_is_taken_says_so_and_it_keeps_resting(tmp_path):
    async with table(tmp_path) as sim:
        await rests_without_channel(sim)
        await sim.play(sim.bogdan)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        answer = await sim.press(sim.ana, page, "Continue")
        assert "A game is already open in this channel" in text_of(answer.response)
        assert sim.stored().status == "resting"


@pytest.mark.parametrize(("game", "ends"), [("dice-poker", "over"), ("nine", "closed")])
async def test_it_can_be_left_from_another_channel(tmp_path, game, ends):
    """Nothing is posted there, and nothing links to where it was."""
    async with table(tmp_path) as sim:
        await rests_without_channel(sim, game=game)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        asked = await sim.press(sim.ana, page, "Leave")
        assert sim.reread_private(asked).ephemeral
        await sim.press(sim.ana, asked.response, "Leave the game")
        assert sim.stored().status == ends
        assert text_of(sim.reread_private(asked)) == "You left the game."
        assert sim.channel.history() == []
        history = await sim.ana.slash(sim.channel, "rounds")
        assert "You have no open game." in text_of(history.response)


async def test_only_its_member_may_press_what_it_has(tmp_path):
    async with table(tmp_path) as sim:
        await rests_without_channel(sim)
        before = sim.stored()
        page = (await sim.bogdan.slash(sim.channel, "rounds")).response
        for control in ("continue", "leave", "leave-now"):
            pressed = sim.send(sim.bogdan, page, f"tool:1:0:{control}")
            await sim.env.settle()
            answer = sim.answer_to(pressed)
            assert "This game no longer exists." in text_of(sim.reread_private(answer))
        assert sim.stored() == before


async def test_a_round_that_was_left_after_its_channel_was_deleted_has_no_place_in_stats(tmp_path):
    async with table(tmp_path) as sim:
        await rests_without_channel(sim)
        page = (await sim.ana.slash(sim.channel, "rounds")).response
        asked = await sim.press(sim.ana, page, "Leave")
        await sim.press(sim.ana, asked.response, "Leave the game")
        await sim.wait(seconds=30)
        told = text_of(await games_of(sim, sim.ana))
        assert "🚪 **Dice Poker**: left, so lost" in told
        assert "<#0>" not in told
        assert "computer" not in told
