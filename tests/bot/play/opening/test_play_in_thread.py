"""A round in a thread: offered where the channel is taken, and used by slow tables."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.table.hints import are_given
from bot.table.store import rounds
from documented.messages import SILENT
from simulated import buttons, table, text_of
from whole_rounds import between_two
from words import Words

BUTTON = Words({"en": "Play in a thread", "ro": "Joacă într-un fir"})
FORGOTTEN = "This was done already, or you asked for it too long ago. Please ask again."
IMPOSSIBLE = "No thread can be made in this channel. Play in another channel."


async def in_a_busy_channel(sim, member, **options):
    """Let Carmen play alone in the channel, then let a member ask for a round there."""
    await sim.play(sim.carmen)
    return await sim.play(member, **options)


def thread_of(sim):
    """Return the one thread of the channel."""
    (thread,) = sim.channel.threads
    return thread


@pytest.mark.parametrize("language", BUTTON)
async def test_a_busy_channel_offers_a_thread_and_the_round_is_played_there(tmp_path, language):
    async with table(tmp_path) as sim:
        sim.locales[sim.ana.id] = language
        answer = await in_a_busy_channel(sim, sim.ana, level="easy")
        busy = sim.message
        assert answer.ephemeral
        assert list(buttons(answer.response)) == [BUTTON[language]]
        await sim.press(sim.ana, answer.response, BUTTON[language])
        (made,) = sim.requests("POST", "/channels/*/threads")
        assert made.json["auto_archive_duration"] == 10080
        assert made.json["name"].endswith(" · ana")
        thread = thread_of(sim)
        assert not buttons(answer.response)
        assert f"<#{thread.id}>" in text_of(answer.response)
        stored = sim.stored(2)
        assert (stored.place.channel, stored.place.guild) == (thread.id, sim.guild.id)
        assert [player.level for player in stored.players] == ["easy", None]
        assert are_given(stored)
        assert stored.place.message == thread.last_message.id
        assert sim.stored(1).place.message == busy.id
        board = thread.last_message
        await sim.press_id(sim.ana, board, "press:2:*:keep")
        assert sim.stored(2).status == "over"


async def test_a_challenge_pings_its_opponent_in_the_thread(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana, opponent=sim.bogdan)
        assert sim.pings() == []
        await sim.press(sim.ana, answer.response, "Play in a thread")
        assert sim.pings() == [str(sim.bogdan.id)]
        await sim.press(sim.bogdan, thread_of(sim).last_message, "Accept")
        assert sim.stored(2).status == "playing"


async def test_a_board_that_pings_nobody_is_posted_silently(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        await sim.press(sim.ana, answer.response, "Play in a thread")
        (posted,) = sim.requests("POST", f"/channels/{thread_of(sim).id}/messages")
        assert posted.json["flags"] & SILENT


async def test_who_may_close_the_round_is_offered_both(tmp_path):
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        answer = await sim.play(sim.ana)
        assert list(buttons(answer.response)) == [
            "Back to the game",
            "Play in a thread",
            "Leave the game",
        ]


async def test_a_second_press_opens_no_second_thread(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        custom_id = buttons(answer.response)["Play in a thread"]["custom_id"]
        records = await sim.send_all([(sim.ana, answer.response, custom_id)] * 2)
        assert len(sim.channel.threads) == 1
        told = [text_of(sim.answer_to(one).response) for one in records]
        assert FORGOTTEN in told
        assert sim.bot.storage.read(rounds.in_channel, thread_of(sim).id) == 2


async def test_after_a_restart_the_member_is_asked_to_type_it_again(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        await sim.restart(away=timedelta(minutes=1))
        told = await sim.press(sim.ana, answer.response, "Play in a thread")
        assert text_of(told.response) == FORGOTTEN
        assert not sim.channel.threads


@pytest.mark.parametrize("missing", ["create_public_threads", "send_messages_in_threads"])
async def test_nothing_is_offered_where_the_bot_may_not(tmp_path, missing):
    async with table(tmp_path) as sim:
        sim.forbid(**{missing: True})
        answer = await in_a_busy_channel(sim, sim.ana)
        assert not buttons(answer.response)
        assert "play in another channel" in text_of(answer.response)


@pytest.mark.parametrize("forum", [False, True])
async def test_nothing_is_offered_in_a_thread_or_a_post_of_a_forum(tmp_path, forum):
    async with table(tmp_path) as sim:
        if forum:
            sim.channel = sim.guild.create_forum_channel("posts")
        thread = sim.thread("inside")
        await sim.play(sim.carmen, channel=thread)
        answer = await sim.play(sim.ana, channel=thread)
        assert not buttons(answer.response)
        assert "play in another channel" in text_of(answer.response)


async def test_a_permission_that_was_taken_since_is_told_and_the_request_waits(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        sim.forbid(create_public_threads=True)
        told = await sim.press(sim.ana, answer.response, "Play in a thread")
        assert text_of(told.response) == IMPOSSIBLE
        sim.env.backend.delete_overwrite(sim.channel.id, sim.env.backend.bot_user.id)
        await sim.press(sim.ana, answer.response, "Play in a thread")
        assert sim.stored(2).place.channel == thread_of(sim).id


async def test_a_channel_that_was_closed_to_games_since_is_told_and_the_request_waits(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        other = sim.guild.create_text_channel("other")
        await sim.bot.servers.set(sim.guild.id, "channels", (other.id,))
        told = await sim.press(sim.ana, answer.response, "Play in a thread")
        assert "Games are not played in this channel." in text_of(told.response)
        await sim.bot.servers.set(sim.guild.id, "channels", ())
        await sim.press(sim.ana, answer.response, "Play in a thread")
        assert sim.stored(2).place.channel == thread_of(sim).id


async def test_discords_own_refusal_of_a_thread_is_told(tmp_path):
    """Such as for a server that has too many threads."""
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        sim.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
        told = await sim.press(sim.ana, answer.response, "Play in a thread")
        assert text_of(told.response) == IMPOSSIBLE
        assert sim.bot.storage.read(rounds.in_channel, sim.channel.id) == 1


async def test_too_many_open_rounds_are_told_before_there_is_a_thread(tmp_path, monkeypatch):
    monkeypatch.setattr(rounds, "MOST_OPEN", 1)
    async with table(tmp_path) as sim:
        await sim.play(sim.ana)
        answer = await sim.play(sim.ana)
        told = await sim.press(sim.ana, answer.response, "Play in a thread")
        assert "You have 1 game open already." in text_of(told.response)
        assert not sim.channel.threads


async def test_a_thread_of_an_announcement_channel_is_one_of_announcements(tmp_path):
    async with table(tmp_path) as sim:
        news = sim.guild.create_news_channel("news")
        await sim.play(sim.carmen, channel=news)
        answer = await sim.play(sim.ana, channel=news)
        await sim.press(sim.ana, answer.response, "Play in a thread")
        (made,) = sim.requests("POST", "/channels/*/threads")
        assert made.json["type"] == 10


async def test_a_rematch_in_a_thread_stays_there(tmp_path):
    async with table(tmp_path) as sim:
        answer = await in_a_busy_channel(sim, sim.ana)
        await sim.press(sim.ana, answer.response, "Play in a thread")
        thread = thread_of(sim)
        await sim.press(sim.ana, thread.last_message, "Keep all")
        await sim.press(sim.ana, thread.last_message, "Rematch")
        assert sim.stored(3).place.channel == thread.id


async def test_the_thread_of_a_spectator_has_the_same_game(tmp_path):
    async with table(tmp_path) as sim:
        await between_two(sim, "poker-dice", straights="bust")
        answer = await sim.press_id(sim.carmen, sim.message, "*press:*:keep")
        await sim.press(sim.carmen, answer.response, "Play in a thread")
        stored = sim.stored(2)
        assert (stored.place.channel, stored.game) == (thread_of(sim).id, "poker-dice")
        assert stored.options == {"straights": "bust"}
        assert stored.players.people == (sim.carmen.id,)


async def test_nothing_is_offered_in_direct_messages(tmp_path):
    async with table(tmp_path) as sim:
        dora = sim.env.create_user("dora")
        await dora.slash("play", game="dice-poker")
        answer = await dora.slash("play", game="dice-poker")
        assert list(buttons(answer.response)) == ["Back to the game", "Leave the game"]
